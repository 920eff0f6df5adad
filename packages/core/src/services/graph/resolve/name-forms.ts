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

/** Before a person's name; those that are part of stage names are not among them. */
const TITLE = /^(?:(?:dr|prof|mr|mrs|ms|mx|ing|mgr|hr|fr)\.?|professor|doctor|herr|frau)\s+(?=\p{L})/iu;
const POSSESSIVE = /(?<=\p{L})['’]s?$/u;
const INITIALS = /(?<=(?:^|[\s.])\p{Lu}\.)(?=\p{Lu})/gu;

/** A name as it would stand alone: without titles and a possessive ending; initials stand apart, however they were written. */
export function plainName(name: string, type: string): string {
  const own = name.replace(/\s+/gu, ' ').trim().replace(POSSESSIVE, '');
  if (type !== 'person') return own;
  let bare = own;
  for (let shorter = bare.replace(TITLE, ''); shorter !== bare; shorter = bare.replace(TITLE, '')) bare = shorter;
  return bare.replace(INITIALS, ' ');
}

/** `J. Smith` and `J. R. Smith` may be John Robert Smith: keys. */
export function mayBeShortFor(short: string, long: string): boolean {
  const [some, all] = [wordsOf(short), wordsOf(long)];
  const initials = some.slice(0, -1);
  const given = all.slice(0, -1);
  if (some.at(-1) !== all.at(-1) || initials.length === 0 || initials.length > given.length) return false;
  return initials.every((word, i) => /^\p{L}\.?$/u.test(word) && given[i]?.startsWith(word.slice(0, 1)));
}
