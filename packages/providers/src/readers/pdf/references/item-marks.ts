/** Rows that begin with a number or a label of an item: `[3]`, `3.`, `(3)`, `3`, `[Abc99]`. */
import { longestCount } from '@zapomni/core/model';
import type { Row } from './rows.ts';

const NUMBERS: readonly RegExp[] = [
  /^\[\s?(\d{1,4})\s?\]/u,
  /^\((\d{1,4})\)/u,
  /^(\d{1,4})\s?\.(?!\d)/u,
  /^(\d{1,4})\s?\)/u,
  /^(\d{1,4})(?=\s+\S)/u,
  /^([1-9]\d{0,2})(?=\p{Lu}[\p{Ll}.])/u,
];
const LABEL = /^\[[^\]]{2,60}\]\s?/u;
const FEWEST = 2;
const FIRST_ROWS = 3;
const MOST_ROWS_EACH = 14;
const LEAST_LABELLED = 0.12;

export interface ItemMark {
  /** Index of the row. */
  readonly at: number;
  /** Null where it is a label. */
  readonly n: number | null;
}

/** Null where the rows are not counted, and have no labels. */
export function itemMarks(rows: readonly Row[]): ItemMark[] | null {
  let best: { at: number; n: number }[] = [];
  for (const style of NUMBERS) {
    const found = rows.flatMap(({ text }, at) => {
      const match = style.exec(text);
      return match ? [{ at, n: Number(match[1]) }] : [];
    });
    const count = longestCount(found);
    if (count.length > best.length) best = count;
  }
  if (isCounted(best)) return best;
  return labels(rows);
}

function isCounted(count: readonly { readonly at: number }[]): boolean {
  const [first, last] = [count[0], count.at(-1)];
  if (!first || !last || count.length < FEWEST || first.at > FIRST_ROWS) return false;
  return (last.at - first.at) / count.length < MOST_ROWS_EACH;
}

function labels(rows: readonly Row[]): ItemMark[] | null {
  const found = rows.flatMap(({ text }, at) => (LABEL.test(text) ? [{ at, n: null }] : []));
  const last = found.at(-1)?.at ?? 0;
  const isList = found.length >= FEWEST && (found[0]?.at ?? 0) <= FIRST_ROWS && found.length > LEAST_LABELLED * last;
  return isList ? found : null;
}
