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

/** Letters to be changed, added or dropped; one for a beginning, however much is left out. */
function distance(said: string, name: string): number {
  if (said.length > 2 && name.startsWith(said)) return said === name ? 0 : 1;
  let previous = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (let i = 1; i <= said.length; i++) {
    const row = [i];
    for (let j = 1; j <= name.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (said[i - 1] === name[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[name.length] ?? 0;
}
