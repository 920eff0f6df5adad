/** `eacute` and the like: a letter, and the name of the mark on it. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030A',
  dblac: '\u030B',
  caron: '\u030C',
  cedil: '\u0327',
  ogon: '\u0328',
};

export function toAccented(name: string): string | undefined {
  const mark = MARKS[name.slice(1)];
  return mark === undefined ? undefined : `${name.charAt(0)}${mark}`.normalize('NFC');
}
