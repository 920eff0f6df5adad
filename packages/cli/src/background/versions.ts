/** Which of two versions is the newer: the numbers one by one; what has a suffix is older than what has none. */
export function isNewer(own: string, theirs: string): boolean {
  const [mine, other] = [parts(own), parts(theirs)];
  const at = mine.numbers.findIndex((number, i) => number !== (other.numbers[i] ?? 0));
  if (at >= 0) return (mine.numbers[at] ?? 0) > (other.numbers[at] ?? 0);
  return mine.isFinal && !other.isFinal;
}

function parts(version: string): { readonly numbers: readonly number[]; readonly isFinal: boolean } {
  const [core = '', suffix] = version.split('-', 2);
  const numbers = [0, 1, 2].map((i) => Number(core.split('.')[i]) || 0);
  return { numbers, isFinal: suffix === undefined };
}
