/**
 * A file of code as the units that are found: its functions and methods, the heads of its classes, and what is left between them.
 *
 *   lines      ── to whom each belongs (line-owners.ts)
 *   stretches  ── lines of one owner that follow each other; small neighbours in the same class or file are joined
 *   units      ── a stretch that fits, else its windows (windows.ts)
 *
 * Every character but white space is in exactly one unit. There are never more than four thousand: those of a huge file are longer.
 */
import { lineOwners, type LineOwners, type OwningSymbols } from './line-owners.ts';
import { lineTable, type LineTable } from './line-table.ts';
import { windows, type WindowSize } from './windows.ts';

export interface CodeUnit {
  readonly start: number;
  readonly end: number;
  /** Place among the symbols of the facts; -1 where it shows none of them, or several beside each other. */
  readonly symbol: number;
  readonly first: number;
  readonly last: number;
}

/** A function that is no longer is one unit. */
const LONGEST_WHOLE = 60;
const WINDOW_LINES = 36;
const MOST_CHARACTERS = 4000;
/** What has fewer lines is joined with neighbours of its size. */
const SMALL = 6;
const MOST_JOINED = 30;
/** Whole windows of a file are so many at most: they grow with it. One that has more functions is cut into windows alone. */
const MOST_UNITS = 4000;
/** Windows end early, at blank lines or because their lines are long. */
const ROOM = 4;

export function cutUnits(text: string, facts: OwningSymbols | null): CodeUnit[] {
  const lines = lineTable(text);
  const size = windowSize(lines);
  const whole = (): CodeUnit[] => [...unitsOf(lines, { first: 1, last: lines.count, symbol: -1 }, size)];
  if (facts === null) return whole();
  const stretches = join(lines, lineOwners(lines, facts), size);
  const units = stretches.flatMap((stretch) => [...unitsOf(lines, stretch, size)]);
  return units.length > MOST_UNITS ? whole() : units;
}

interface Lines {
  readonly first: number;
  readonly last: number;
  readonly symbol: number;
}

function windowSize(lines: LineTable): WindowSize {
  const share = ROOM / MOST_UNITS;
  const growth = Math.max(1, (lines.count / WINDOW_LINES) * share, (lines.text.length / MOST_CHARACTERS) * share);
  return { lines: Math.ceil(WINDOW_LINES * growth), characters: Math.ceil(MOST_CHARACTERS * growth) };
}

function* unitsOf(lines: LineTable, { first, last, symbol }: Lines, size: WindowSize): Generator<CodeUnit> {
  const isWhole = symbol >= 0 && last - first < LONGEST_WHOLE;
  const fitting = isWhole ? { ...size, lines: Math.max(size.lines, LONGEST_WHOLE) } : size;
  for (const { start, end } of windows(lines, first, last, fitting))
    yield { start, end, symbol, first: lines.lineAt(start), last: lines.lineAt(end - 1) };
}

interface Group {
  first: number;
  last: number;
  /** Symbols that it shows, without what they stand in. */
  readonly owners: Set<number>;
  readonly container: number;
  /** It begins with lines of the class itself. */
  readonly hasHead: boolean;
  small: boolean;
}

/** Lines of one owner that follow each other, and small ones together with their neighbours in the same class or file. */
function join(lines: LineTable, owners: LineOwners, size: WindowSize): Lines[] {
  const groups: Group[] = [];
  for (const { first, last, symbol } of runs(lines, owners)) {
    const container = owners.isContainer(symbol) ? symbol : owners.parentOf(symbol);
    const small = last - first + 1 < SMALL * Math.ceil(size.lines / WINDOW_LINES);
    const before = groups.at(-1);
    if (before && belongs(lines, before, { first, last, container, small }, size)) {
      before.last = last;
      if (symbol !== container) before.owners.add(symbol);
    } else {
      const shown = symbol === container ? [] : [symbol];
      groups.push({
        first,
        last,
        owners: new Set(shown),
        container,
        small,
        hasHead: symbol === container && symbol !== 0,
      });
    }
  }
  return groups.map(({ first, last, owners: shown, container, hasHead }) => {
    const [only] = shown;
    const symbol = shown.size === 1 && only !== undefined && !hasHead ? only : container;
    return { first, last, symbol: symbol === 0 ? -1 : symbol };
  });
}

type Next = Pick<Group, 'first' | 'last' | 'container' | 'small'>;

function belongs(lines: LineTable, before: Group, next: Next, size: WindowSize): boolean {
  const stretch = lines.text.slice(
    lines.start(next.first),
    Math.min(lines.start(next.last + 1), lines.start(next.first) + 200),
  );
  // A closing bracket says nothing by itself.
  if (next.small && !/[\p{L}\p{N}]/u.test(stretch)) return true;
  if (!before.small || !next.small || before.container !== next.container) return false;
  const joined = next.last - before.first + 1;
  const characters = lines.start(next.last + 1) - lines.start(before.first);
  return joined <= (MOST_JOINED * size.lines) / WINDOW_LINES && characters <= size.characters;
}

/** Without blank lines at their ends. */
function* runs(lines: LineTable, { of }: LineOwners): Generator<Lines> {
  for (let line = 1; line <= lines.count;) {
    if (lines.isBlank(line)) {
      line++;
      continue;
    }
    const symbol = of[line] as number;
    let [end, last] = [line, line];
    for (; end <= lines.count && (of[end] === symbol || lines.isBlank(end)); end++) if (!lines.isBlank(end)) last = end;
    yield { first: line, last, symbol };
    line = end;
  }
}
