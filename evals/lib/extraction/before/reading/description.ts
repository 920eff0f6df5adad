/** Where a sentence says what something is: `X ( … ) , is the …`, `X , a …`. */
import type { Word } from './words.ts';

const LONGEST_ASIDE = 30;
const ARTICLE = /^(?:an?|the|his|her|their|its|our|my|one)$/u;

/** The place of the first word of what is said, behind the article; `at` is the place behind the name. */
export function startOfDescription(words: readonly Word[], at: number): number | undefined {
  const verb = afterAside(words, at);
  const said = isCopula(words[verb]) ? verb + 1 : verb;
  if (said === verb && words[verb]?.text !== ',') return undefined;
  const article = said === verb ? afterComma(words, verb + 1) : said;
  const first = words[article]?.tag === 'ADV' ? article + 1 : article;
  return ARTICLE.test(words[first]?.lower ?? '') ? afterOneOf(words, first) + 1 : undefined;
}

/** The place of the closing bracket, or `at` itself when it is not near. */
export function closingBracket(words: readonly Word[], at: number): number {
  const limit = Math.min(words.length, at + LONGEST_ASIDE);
  for (let end = at + 1; end < limit; end++) if (words[end]?.text === ')') return end;
  return at;
}

function afterAside(words: readonly Word[], at: number): number {
  const end = words[at]?.text === '(' ? closingBracket(words, at) : at;
  return end > at ? end + 1 : at;
}

/** `X , is a`: the comma does not count. */
function afterComma(words: readonly Word[], at: number): number {
  return isCopula(words[at]) ? at + 1 : at;
}

/** `one of the oldest villages`. */
function afterOneOf(words: readonly Word[], at: number): number {
  return words[at]?.lower === 'one' && words[at + 1]?.lower === 'of' ? at + 2 : at;
}

function isCopula(word: Word | undefined): boolean {
  return word?.lemma === 'be' && word.tag === 'AUX';
}
