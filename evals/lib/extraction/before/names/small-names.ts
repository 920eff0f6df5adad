/** Names that are written without a capital: those that are known, and people by a given name. */
import { COUNTRIES } from '../lexicon/countries.ts';
import { FIRST_NAMES } from '../lexicon/people.ts';
import type { Tagger } from '../reading/tagger.ts';
import type { Sentence, Word } from '../reading/words.ts';
import type { Name } from './find-names.ts';
import { isNameInLowerCase, knownType, LONGEST_PHRASE, type NameType } from './lexicon.ts';

interface SmallName extends Name {
  readonly words: readonly Word[];
}

type IsTaken = (word: Word) => boolean;

/** Countries that are also things. */
const ALSO_THINGS = new Set([
  'turkey',
  'china',
  'jersey',
  'chad',
  'guinea',
  'jordan',
  'mali',
  'us',
  'niger',
  'togo',
  'cuba',
  'peru',
]);

export function findSmallNames({ words }: Sentence, tagger: Tagger, isTaken: IsTaken): SmallName[] {
  const names: SmallName[] = [];
  for (let at = 0; at < words.length;) {
    const found = isTaken(words[at] as Word) ? undefined : readAt(words, at, { tagger, isTaken });
    if (found) names.push(toName(words, at, found));
    at += found?.length ?? 1;
  }
  return names;
}

interface Found {
  readonly length: number;
  readonly type: NameType;
  readonly confidence: number;
}

interface Asked {
  readonly tagger: Tagger;
  readonly isTaken: IsTaken;
}

function toName(words: readonly Word[], at: number, { length, type, confidence }: Found): SmallName {
  const [first, last] = [words[at] as Word, words[at + length - 1] as Word];
  return {
    start: first.start,
    end: last.end,
    type,
    typeConfidence: 0.9,
    confidence,
    words: words.slice(at, at + length),
  };
}

function readAt(words: readonly Word[], at: number, asked: Asked): Found | undefined {
  return knownAt(words, at, asked) ?? personAt(words, at, asked);
}

function knownAt(words: readonly Word[], at: number, { tagger, isTaken }: Asked): Found | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = phraseOf(words, at, length);
    const isName = isNameInLowerCase(phrase, (word) => tagger.isKnown(word)) || isCountry(phrase);
    if (!isName || words.slice(at, at + length).some(isTaken)) continue;
    const type = knownType(phrase) ?? 'concept';
    const number = words[at + length];
    const isModel = MODELS.has(type) && number && !isTaken(number) && /^\d{1,3}$/u.test(number.text);
    return { length: isModel ? length + 1 : length, type, confidence: 0.7 };
  }
  return undefined;
}

/** A number behind them is part of the name: `iphone 7`. */
const MODELS: ReadonlySet<NameType> = new Set(['product', 'technology']);

function isCountry(phrase: string): boolean {
  return phrase.length > 3 && COUNTRIES.has(phrase) && !ALSO_THINGS.has(phrase);
}

/** `ian connor`; one alone only if it can be nothing else. */
function personAt(words: readonly Word[], at: number, { tagger, isTaken }: Asked): Found | undefined {
  const [first, second] = words.slice(at, at + 2);
  if (!first || first.text !== first.lower || !FIRST_NAMES.has(first.lower)) return undefined;
  const isFree = second && !isTaken(second) && /^\p{L}{3,}$/u.test(second.text) && !second.afterBreak;
  if (isFree && (!tagger.isKnown(second.lower) || FIRST_NAMES.has(second.lower)))
    return { length: 2, type: 'person', confidence: 0.6 };
  return tagger.isKnown(first.lower) ? undefined : { length: 1, type: 'person', confidence: 0.6 };
}

function phraseOf(words: readonly Word[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(({ lower }) => lower)
    .join(' ');
}
