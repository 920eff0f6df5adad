/** Names that may have been meant: those that contain what was said, or that it contains, and those with few other letters. */
const MOST = 5;

export function nearest(said: string, names: readonly string[]): string[] {
  const wanted = said.trim().toLowerCase().slice(0, 100);
  return names
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= 0.6)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** From 0, the same, to 1, nothing in common. */
function distance(a: string, b: string): number {
  if (a.length >= 2 && (b.includes(a) || a.includes(b))) return 0.3;
  const words = b.split('-').map((word) => edits(a, word) / Math.max(a.length, word.length, 1));
  return Math.min(edits(a, b) / Math.max(a.length, b.length, 1), 0.1 + Math.min(...words));
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
