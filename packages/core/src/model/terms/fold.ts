/**
 * Letters that readers take for the same become the same: case, accents, vowel points, look-alikes, digits of any script.
 *
 * Marks are taken off only where they are additions to a letter (Latin, Greek, Cyrillic, Hebrew, Arabic). In the scripts
 * of India and South-East Asia they are the vowels, and a word without them is another word.
 */
/** With the dot that only loanwords have in Hindi. */
const ADDED_MARKS = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\u{93c}]]/gv;

/** Letters that no decomposition takes apart. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  '\u0901': '\u0902',
};
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'g');

const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0be6-\u0bef]/g;
/** The digits above stand in rows of ten that begin at 0 or 6 of a row of sixteen. */
const FIRST_DIGIT: Readonly<Record<number, number>> = { 0x66: 0, 0x6f: 0, 0x96: 6, 0x9e: 6, 0xbe: 6 };

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ASCII = /^[\u0000-\u007f]*$/;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Expects lower case. Never empty for a word that is not. */
export function fold(word: string): string {
  if (isAscii(word)) return word;
  const bare = word.normalize('NFD').replace(ADDED_MARKS, '').normalize('NFC') || word;
  return bare.replace(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter).replace(OTHER_DIGIT, toAsciiDigit);
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String((code & 15) - (FIRST_DIGIT[code >> 4] ?? 0));
}
