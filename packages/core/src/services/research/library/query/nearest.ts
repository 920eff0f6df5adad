/** The names nearest to one that is not there. */
export function nearestTo(given: string, names: readonly string[], most = 3): string[] {
  const distance = new Map(names.map((name) => [name, edits(given, name)]));
  return names.toSorted((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0)).slice(0, most);
}

function edits(one: string, other: string): number {
  const [a, b] = [one.slice(0, 60), other.slice(0, 60)];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
