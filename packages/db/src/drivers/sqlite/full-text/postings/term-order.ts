/** Terms in the order in which SQLite sorts them: by their UTF-8 bytes, which is the order of code points. */

/** The order in which the terms stand sorted, as indexes. */
export function sortTerms(terms: readonly string[]): number[] {
  // Most terms differ in their first letters: numbers made of these are sorted far faster than strings.
  const keys = new Float64Array(terms.length);
  for (let i = 0; i < keys.length; i++) keys[i] = beginning(terms[i] as string) * INDEX + i;
  keys.sort();
  const order: number[] = [];
  for (let i = 0; i < keys.length; i++) order.push((keys[i] as number) % INDEX);
  for (let from = 0; from < order.length;) from = sortRun(order, keys, from, terms);
  return order;
}

/** Room for the index in the numbers that are sorted. */
const INDEX = 2 ** 22;
const LETTERS = 6;
/** Where the letters a to z begin among the classes. */
const A = 2;

/** Six letters of five bits; what follows a character other than a to z is left to be compared. */
function beginning(term: string): number {
  let key = 0;
  let goesOn = true;
  for (let i = 0; i < LETTERS; i++) {
    const letter: number = goesOn && i < term.length ? classOf(term.charCodeAt(i)) : 0;
    goesOn = letter >= A && letter < A + 26;
    key = key * 32 + letter;
  }
  return key;
}

/** Ascends with the code, the same for all that come before a, and for all that come after z. */
function classOf(unit: number): number {
  return Math.min(Math.max(unit - 0x61 + A, A - 1), A + 26);
}

/** Sorts those that begin like the one at `from`; says where they end. */
function sortRun(order: number[], keys: Float64Array, from: number, terms: readonly string[]): number {
  const key = Math.floor((keys[from] as number) / INDEX);
  let end = from + 1;
  while (end < order.length && Math.floor((keys[end] as number) / INDEX) === key) end++;
  if (end - from > 1) {
    const run = order.slice(from, end).sort((a, b) => compareTerms(terms[a] as string, terms[b] as string));
    for (const [i, index] of run.entries()) order[from + i] = index;
  }
  return end;
}

/** Negative when `a` comes first. */
export function compareTerms(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return weightOf(x) - weightOf(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function weightOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
