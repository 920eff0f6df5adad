/** `\'e` and `\v{c}` as the letters they print. */

/** The mark that Unicode puts on the letter before it. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030A',
  H: '\u030B',
  v: '\u030C',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
};

const LETTER = /^\s*(?:\{\s*\\?([a-zA-Zıȷ])\s*\}|\\([ij])(?![a-zA-Z])\s?|([a-zA-Z]))/u;

export function toAccented(mark: string, source: string, at: number): { written: string; end: number } | null {
  const combining = MARKS[mark];
  const found = combining && LETTER.exec(source.slice(at, at + 20));
  if (!found) return null;
  // A letter is accented as it is written; a command of one letter needs a space or a brace behind it.
  if (/[a-z]/iu.test(mark) && found[3] && !/^\s/u.test(source.slice(at - 1, at))) return null;
  const letter = (found[1] ?? found[2] ?? found[3] ?? '').replace('ı', 'i');
  return { written: `${letter}${combining}`.normalize('NFC'), end: at + found[0].length };
}
