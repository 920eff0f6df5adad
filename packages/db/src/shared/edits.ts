/**
 * How many letters must be put in, taken out, exchanged or swapped with their neighbour to make one word of the other. More
 * than `most` is told as `most + 1`, without looking further.
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) row.push(cheapest(a, b, { i, j, row, last, before }));
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[b.length] as number, most + 1);
}

interface Cell {
  readonly i: number;
  readonly j: number;
  readonly row: readonly number[];
  readonly last: readonly number[];
  readonly before: readonly number[];
}

function cheapest(a: string, b: string, { i, j, row, last, before }: Cell): number {
  const exchanged = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
  const best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, exchanged);
  const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return isSwap ? Math.min(best, (before[j - 2] as number) + 1) : best;
}

/** Whether a word is at most `most` edits from `word`. Most words are told apart by their letters alone. */
export function nearTo(word: string, most: number): (other: string) => boolean {
  const letters = lettersOf(word);
  return (other) =>
    Math.abs(other.length - word.length) <= most &&
    bitsOf(lettersOf(other) ^ letters) <= 2 * most &&
    editsBetween(other, word, most) <= most;
}

/** A bit for each letter that occurs; some share one. An edit changes two of them at most. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function bitsOf(set: number): number {
  let [left, bits] = [set, 0];
  for (; left !== 0; left &= left - 1) bits++;
  return bits;
}
