/** Rows of a sheet as tables. */
import type { TextBuilder } from '../text-builder.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Of a sheet; what has more is a database, and a memory of every row of it is of use to nobody. */
export const MOST_SHEET_ROWS = 20_000;

/** Rows that follow each other are one table; a blank one ends it, as it does for the eye. */
export function addTables(builder: TextBuilder, rows: readonly SheetRow[]): void {
  let start = 0;
  rows.forEach(({ row }, n) => {
    const next = rows[n + 1];
    if (next?.row === row + 1) return;
    addTable(builder, rows.slice(start, n + 1));
    start = n + 1;
  });
}

export function warnOfCut(builder: TextBuilder): void {
  builder.warn(`A sheet has more than ${MOST_SHEET_ROWS} rows; the rest was left out.`);
}

function addTable(builder: TextBuilder, rows: readonly SheetRow[]): void {
  const first = rows.reduce(
    (least, { cells }) =>
      Math.min(
        least,
        cells.findIndex((cell) => cell !== ''),
      ),
    Infinity,
  );
  const cells = { row: rows[0]?.row ?? 1, column: first + 1 };
  builder.table(
    rows.map((row) => row.cells.slice(first)),
    cells,
  );
}
