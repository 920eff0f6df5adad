/** Cells as RFC 4180 quotes them, and which character stands between them. */

const DELIMITERS = [',', '\t', ';', '|'];
const LOOKED_AT = 50;

export interface ParsedRows {
  readonly rows: string[][];
  /** The text ends inside quotation marks. */
  readonly open: boolean;
}

/** Lines without anything are rows too, or the numbers of rows would not be those of a spreadsheet; the last newline is none. */
export function parseRows(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): ParsedRows {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    const { cell, end, open } = parseCell(text, at, delimiter);
    row.push(cell);
    if (text[end] !== delimiter) {
      rows.push(row);
      row = [];
    } else if (end === text.length - 1) {
      row.push('');
      rows.push(row);
    }
    if (open) return { rows, open };
    at = end + 1;
  }
  return { rows, open: false };
}

/** `end` is where the delimiter or newline behind the cell stands. */
function parseCell(text: string, from: number, delimiter: string): { cell: string; end: number; open: boolean } {
  if (text[from] !== '"') {
    const end = endOfPlain(text, from, delimiter);
    return { cell: text.slice(from, end), end, open: false };
  }
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length, open: true };
    cell += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    cell += '"';
    at += 1;
  }
  // Whatever stands between the closing quote and the delimiter belongs to the cell too.
  const end = endOfPlain(text, at, delimiter);
  return { cell: cell + text.slice(at, end), end, open: false };
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
  return at;
}

/** The one that cuts the lines into the same number of cells, the more the better; null if none does. */
export function findDelimiter(head: string): string | null {
  let best: string | null = null;
  let most = 1;
  for (const delimiter of DELIMITERS) {
    const width = commonWidth(head, delimiter);
    if (width > most) [best, most] = [delimiter, width];
  }
  return best;
}

/** Into how many cells nearly all lines are cut; 0 if they differ. */
export function commonWidth(head: string, delimiter: string): number {
  const { rows } = parseRows(head, delimiter, LOOKED_AT);
  // The last line may be cut off.
  const whole = (rows.length > 2 ? rows.slice(0, -1) : rows).filter((row) => row.length > 1 || row[0] !== '');
  const width = whole[0]?.length ?? 0;
  const same = whole.filter((row) => row.length === width).length;
  return same >= whole.length * 0.9 ? width : 0;
}
