/** Forms that names take: words, initials, acronyms. */

const MINOR_WORDS = new Set([
  'of',
  'the',
  'and',
  'for',
  'in',
  'on',
  'to',
  'a',
  'an',
  'de',
  'la',
  'le',
  'du',
  'und',
  'der',
  'für',
  'e',
  'y',
  'et',
  'i',
  'и',
]);
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{1,6}$/u;

export function wordsOf(name: string): string[] {
  return name.split(/[\s,]+/u).filter((word) => word !== '');
}

export function isAcronym(name: string): boolean {
  return ACRONYM.test(name.replaceAll('.', ''));
}

/** `World Health Organization` is `WHO`; empty for fewer than two words that count. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s,/&-]+/u).filter((word) => /^\p{L}/u.test(word) && !MINOR_WORDS.has(word.toLowerCase()));
  return words.length < 2 ? '' : words.map((word) => [...word][0]?.toUpperCase() ?? '').join('');
}
