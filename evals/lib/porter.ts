/**
 * Porter's stemmer of 1980, for the BM25 that Zapomni is compared with. The server has a better one; the yardstick must not
 * change with what it measures.
 */
type Rules = readonly (readonly [suffix: string, replacement: string])[];

const CONSONANTS = '[^aeiou][^aeiouy]*';
const VOWELS = '[aeiouy][aeiou]*';
/** Porter's measure m counts the pairs of vowels and consonants in a stem. */
const HAS_PAIR = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const HAS_ONE_PAIR = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const HAS_TWO_PAIRS = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
const ENDS_SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);

const DERIVED: Rules = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];
const QUALITIES: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const ENDINGS: Rules = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou'
  .split(' ')
  .map((suffix) => [suffix, ''] as const);

const known = new Map<string, string>();

/** The stem of a word in lower-case ASCII letters. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  const stemmed = known.get(word) ?? apply(word);
  known.set(word, stemmed);
  return stemmed;
}

/** A leading y is a consonant, which the patterns see only when it is not a `y`. */
function apply(word: string): string {
  const start = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  const steps = [plural, pastAndGerund, finalY, derived, qualities, ending, finalE, doubleL];
  return steps.reduce((form, step) => step(form), start).replace(/^Y/, 'y');
}

function plural(word: string): string {
  return /(?:ss|i)es$/.test(word) ? word.slice(0, -2) : word.replace(/([^s])s$/, '$1');
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return HAS_PAIR.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const rest = word.replace(/(?:ed|ing)$/, '');
  if (rest === word || !HAS_VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return ENDS_SHORT.test(rest) ? `${rest}e` : rest;
}

function finalY(word: string): string {
  return word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

const derived = (word: string) => replaceSuffix(word, DERIVED, HAS_PAIR);
const qualities = (word: string) => replaceSuffix(word, QUALITIES, HAS_PAIR);

function ending(word: string): string {
  if (/[st]ion$/.test(word)) return HAS_TWO_PAIRS.test(word.slice(0, -3)) ? word.slice(0, -3) : word;
  return replaceSuffix(word, ENDINGS, HAS_TWO_PAIRS);
}

/** The first suffix that fits decides, also when its condition then forbids the replacement. */
function replaceSuffix(word: string, rules: Rules, condition: RegExp): string {
  const rule = rules.find(([suffix]) => word.length > suffix.length && word.endsWith(suffix));
  if (!rule) return word;
  const rest = word.slice(0, -rule[0].length);
  return condition.test(rest) ? rest + rule[1] : word;
}

function finalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const rest = word.slice(0, -1);
  return HAS_TWO_PAIRS.test(rest) || (HAS_ONE_PAIR.test(rest) && !ENDS_SHORT.test(rest)) ? rest : word;
}

function doubleL(word: string): string {
  return word.endsWith('ll') && HAS_TWO_PAIRS.test(word) ? word.slice(0, -1) : word;
}
