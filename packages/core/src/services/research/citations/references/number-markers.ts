/** Items that are numbered: the longest run of numbers that count upwards, in one style of marker. */
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
const FEWEST = 3;
/** So many numbers may be missing, such as those that a page lost. */
const MOST_MISSING = 3;

export function numberedStarts(lines: readonly ListLine[]): NumberedStart[] | null {
  let best: NumberedStart[] = [];
  for (const style of STYLES) {
    const run = longestRun(candidates(lines, style));
    if (run.length > best.length) best = run;
  }
  if (best.length >= FEWEST && isWhole(best, lines)) return best;
  // Two items are a list if nothing stands before them.
  return best.length === 2 && best[0]?.line === 0 && best[0].n === 1 ? best : null;
}

/** It begins where the list does, and its items are no longer than items are. */
function isWhole(run: readonly NumberedStart[], lines: readonly ListLine[]): boolean {
  const [first] = run;
  return first !== undefined && first.line <= 3 && lines.length / run.length < MOST_LINES_EACH;
}

const MOST_LINES_EACH = 14;

function candidates(lines: readonly ListLine[], style: RegExp): NumberedStart[] {
  return lines.flatMap(({ text }, line) => {
    const found = style.exec(text);
    return found ? [{ line, n: Number(found[1]), marker: found[0].trim() }] : [];
  });
}

/** A year or a volume at the beginning of a line does not fit into the count. */
function longestRun(found: readonly NumberedStart[]): NumberedStart[] {
  const first = found.filter(({ n }) => n <= 1 + MOST_MISSING);
  let best: NumberedStart[] = [];
  for (const begin of [...first.slice(0, 4), ...found.slice(0, 2)]) {
    const run = runFrom(found, begin);
    if (run.length > best.length) best = run;
  }
  return best;
}

function runFrom(found: readonly NumberedStart[], begin: NumberedStart): NumberedStart[] {
  const run = [begin];
  for (const one of found) {
    const last = run.at(-1) as NumberedStart;
    if (one.line <= last.line || one.n <= last.n) continue;
    if (one.n === last.n + 1 || (one.n <= last.n + 1 + MOST_MISSING && !isComing(found, last, one))) run.push(one);
  }
  return run;
}

/** The number that should come next does come, a little later. */
function isComing(found: readonly NumberedStart[], last: NumberedStart, one: NumberedStart): boolean {
  return found.some(({ line, n }) => n === last.n + 1 && line > one.line && line < one.line + 20);
}
