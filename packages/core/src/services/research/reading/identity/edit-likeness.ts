/** How alike two texts are, by the letters that must be changed: 1 is equal. */

const NONE = new Uint16Array(0);
let row = NONE;

/** Gives up, with 0, as soon as it must be less than `least`. */
export function editLikeness(a: string, b: string, least = 0): number {
  if (a === b) return 1;
  const longest = Math.max(a.length, b.length);
  const most = Math.floor((1 - least) * longest);
  if (Math.abs(a.length - b.length) > most) return 0;
  const distance = editDistance(a, b, most);
  return distance > most ? 0 : 1 - distance / longest;
}

/** `most` + 1 for all that is farther. Only the diagonal band that can be near enough is looked at. */
function editDistance(a: string, b: string, most: number): number {
  if (row.length <= b.length) row = new Uint16Array(Math.max(256, b.length * 2));
  const far = most + 1;
  for (let j = 0; j <= b.length; j++) row[j] = Math.min(j, far);
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    let diagonal = row[from - 1] as number;
    row[from - 1] = from === 1 ? Math.min(i, far) : far;
    let best = row[from - 1] as number;
    const letter = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const above = j === i + most ? far : (row[j] as number);
      const changed = diagonal + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      const value = Math.min(changed, above + 1, (row[j - 1] as number) + 1, far);
      diagonal = row[j] as number;
      row[j] = value;
      if (value < best) best = value;
    }
    if (best > most) return far;
  }
  return row[b.length] as number;
}
