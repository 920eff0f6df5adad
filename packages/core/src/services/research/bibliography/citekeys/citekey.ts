/** Citekeys as they are given and told apart. */

const LETTERS = 26;

/** The n-th way to tell it from others of the name: `x`, `xa` … `xz`, `xaa`. */
export function withSuffix(base: string, n: number): string {
  if (n === 0) return base;
  const rest = n - 1;
  return withSuffix(base, Math.floor(rest / LETTERS)) + String.fromCharCode(97 + (rest % LETTERS));
}

/** As it was given, without what no format of a bibliography can hold in one. */
export function cleanCitekey(given: string | undefined): string | null {
  const key = (given ?? '')
    .replaceAll(/[\s,{}()"#%~\\=\p{Cc}]+/gu, '')
    .slice(0, 200)
    .toWellFormed();
  return key === '' ? null : key;
}
