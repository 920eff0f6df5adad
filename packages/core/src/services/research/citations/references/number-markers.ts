/** Items that are numbered: the longest run of numbers that count upwards, in one style of marker. */
import { longestCount } from '../../../../model/papers/index.ts';
import type { ListLine } from './list-lines.ts';

export interface NumberedStart {
  /** Index of the line, or of where in the text it stands. */
  readonly line: number;
  readonly n: number;
  /** As it is printed. */
  readonly marker: string;
}

const STYLES: readonly RegExp[] = [
  /^\[\s?(\d{1,4})\s?\]/u,
  /^\((\d{1,4})\)/u,
  /^(\d{1,4})\s?\.(?!\d)/u,
  /^(\d{1,4})\s?\)/u,
  /^(\d{1,4})\s+(?=[\p{Lu}"“‘]|(?:van|von|de|da|del|der|di)\s)/u,
  /^(\d{1,4})$/u,
  /^([1-9]\d{0,2})(?=\p{Lu}[\p{Ll}.])/u,
];
/** `[Abc99]`, `[Smith and Jones, 1998]`. */
const LABEL = /^\[(?=[^\]]*\p{L})[^\]]{1,60}\]/u;
const FEWEST = 3;
const MOST_FIRST = 1000;

/** The number or label that an item begins with, as it is printed. */
export function printedMarker(item: string): string | null {
  for (const style of [...STYLES, LABEL]) {
    const found = style.exec(item);
    if (found) return found[0].trim();
  }
  return null;
}

export function numberedStarts(lines: readonly ListLine[]): NumberedStart[] | null {
  let best: NumberedStart[] = [];
  for (const style of STYLES) {
    const run = longestCount(candidates(lines, style));
    // Years at the beginnings of lines count up, too.
    if ((run[0]?.n ?? 0) < MOST_FIRST && run.length > best.length) best = run;
  }
  if (best.length >= FEWEST && isWhole(best, lines)) return best;
  // Two items are a list if nothing stands before them.
  return best.length === 2 && best[0]?.line === 0 && best[0].n === 1 ? best : null;
}

/** `[Abc99]`: each has a label of its own, unlike `[PubMed]` at the end of each. */
export function labelledStarts(lines: readonly ListLine[]): NumberedStart[] | null {
  const found = lines.flatMap(({ text }, line) => {
    const marker = LABEL.exec(text)?.[0];
    return marker === undefined ? [] : [{ line, n: line, marker }];
  });
  const labels = new Set(found.map(({ marker }) => marker));
  return found.length >= FEWEST && labels.size >= found.length * LEAST_DISTINCT && isWhole(found, lines) ? found : null;
}

const LEAST_DISTINCT = 0.9;

/** It begins where the list does, and its items are no longer than items are. */
function isWhole(run: readonly NumberedStart[], lines: readonly ListLine[]): boolean {
  const [first] = run;
  return first !== undefined && first.line <= 3 && lines.length / run.length < MOST_LINES_EACH;
}

const MOST_LINES_EACH = 14;

function candidates(lines: readonly ListLine[], style: RegExp): (NumberedStart & { readonly at: number })[] {
  return lines.flatMap(({ text }, line) => {
    const found = style.exec(text);
    return found ? [{ line, at: line, n: Number(found[1]), marker: found[0].trim() }] : [];
  });
}
