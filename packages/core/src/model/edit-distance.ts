/** How many letters have to be changed, added or dropped to make the one text of the other. */
export function editDistance(one: string, other: string): number {
  let row = Int32Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = new Int32Array(other.length + 1);
    next[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
