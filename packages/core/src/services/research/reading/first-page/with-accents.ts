/**
 * Letters whose accents a page prints as signs of their own: `Gr´egory`, `Franc¸ois`, `Mu¨ller`. The sign stands before its letter, or behind it
 * where a word ends or where it hangs below.
 */
const MARKS: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030A',
  '˝': '\u030B',
  ˇ: '\u030C',
};
const BELOW: Readonly<Record<string, string>> = { '¸': '\u0327', '˛': '\u0328' };
const SIGNS = `[${Object.keys(MARKS).join('')}]`;
const ANY = new RegExp(`[${[...Object.keys(MARKS), ...Object.keys(BELOW)].join('')}]`, 'u');
const BEHIND = new RegExp(String.raw`(\p{L})([${Object.keys(BELOW).join('')}])`, 'gu');
const BEFORE = new RegExp(String.raw`(${SIGNS})\s?(\p{L})`, 'gu');
const AT_END = new RegExp(String.raw`(\p{L})(${SIGNS})(?!\p{L})`, 'gu');

export function withAccents(text: string): string {
  if (!ANY.test(text)) return text;
  return text
    .replaceAll(BEHIND, (whole, letter: string, sign: string) => accented(whole, letter, BELOW[sign]))
    .replaceAll(BEFORE, (whole, sign: string, letter: string) => accented(whole, letter, MARKS[sign]))
    .replaceAll(AT_END, (whole, letter: string, sign: string) => accented(whole, letter, MARKS[sign]));
}

/** Only what makes one letter; other signs mean something else. */
function accented(whole: string, letter: string, mark = ''): string {
  const made = `${letter.replace('ı', 'i').replace('ȷ', 'j')}${mark}`.normalize('NFC');
  return made.length === 1 ? made : whole;
}
