/** Names that a misspelt one may have been meant for: those with few other letters, and those that it begins. */
const MOST = 3;
const LONGEST = 60;

export function nearestNames(said: string, names: readonly string[]): string[] {
  const wanted = said.trim().toLowerCase().slice(0, LONGEST);
  if (wanted.length < 2) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Letters to be changed, added, dropped, or exchanged with the next; one for a beginning, however much is left out. */
function distance(said: string, name: string): number {
  if (said.length > 2 && name.startsWith(said)) return said === name ? 0 : 1;
  let before: number[] = [];
  let row = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (let i = 1; i <= said.length; i++) [before, row] = [row, nextRow(said.slice(0, i), name, { row, before })];
  return at(row, name.length);
}

interface Rows {
  readonly row: readonly number[];
  /** The one above it. */
  readonly before: readonly number[];
}

/** How far `said` is from each beginning of `name`. */
function nextRow(said: string, name: string, { row, before }: Rows): number[] {
  const next = [said.length];
  for (let j = 1; j <= name.length; j++) {
    const end = name.slice(0, j);
    const changed = at(row, j - 1) + (said.at(-1) === end.at(-1) ? 0 : 1);
    const swapped = isSwapped(said, end) ? at(before, j - 2) + 1 : changed;
    next.push(Math.min(changed, swapped, at(row, j) + 1, at(next, j - 1) + 1));
  }
  return next;
}

function isSwapped(one: string, other: string): boolean {
  const [mine, its] = [one.slice(-2), other.slice(-2)];
  return mine.length === 2 && its.length === 2 && mine[0] === its[1] && mine[1] === its[0];
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? 0;
}
