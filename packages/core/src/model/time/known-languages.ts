/** Which languages a query may speak of time in. Their words are made ready when a query first needs them. */
import { fold } from '../terms/fold.ts';
import { LANGUAGES } from '../terms/languages.ts';
import { anchorsOf, stemsOf, toLexicon, type Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { ENGLISH } from './vocabulary-english.ts';
import { GERMANIC } from './vocabulary-germanic.ts';
import { OTHERS } from './vocabulary-others.ts';
import { ROMANCE } from './vocabulary-romance.ts';
import { SLAVIC } from './vocabulary-slavic.ts';

const english = once(() => toLanguage(ENGLISH));
const others = once(() => byBeginning([...GERMANIC, ...ROMANCE, ...SLAVIC, ...OTHERS]));

/** English, for the figures, and whatever else has a word for a time in the query. */
export function languagesIn(tokens: readonly Token[]): Lexicon[] {
  const words = tokens.filter(({ kind }) => kind === 'word');
  const spoken = words.flatMap(({ text }) => likely(text).filter((language) => language().anchors.has(text)));
  return [english().lexicon, ...[...new Set(spoken)].map((language) => language().lexicon)];
}

interface Language {
  readonly lexicon: Lexicon;
  readonly anchors: ReadonlySet<string>;
}

function toLanguage(vocabulary: Vocabulary): Language {
  const lexicon = toLexicon(vocabulary);
  return { lexicon, anchors: anchorsOf(lexicon) };
}

/** Few languages have a word that begins like one of a query: only these are made ready. */
const BEGINNING = 3;

function likely(word: string): (() => Language)[] {
  const beginnings = Array.from({ length: BEGINNING }, (_, i) => word.slice(0, i + 1));
  return [...new Set(beginnings)].flatMap((beginning) => others().get(beginning) ?? []);
}

function byBeginning(vocabularies: readonly Vocabulary[]): Map<string, (() => Language)[]> {
  const languages = new Map<string, (() => Language)[]>();
  for (const vocabulary of vocabularies) {
    const language = once(() => toLanguage(vocabulary));
    for (const stem of stemsOf(vocabulary)) {
      const beginning = stem.slice(0, BEGINNING);
      const known = languages.get(beginning);
      if (!known) languages.set(beginning, [language]);
      else if (known.at(-1) !== language) known.push(language);
    }
  }
  return languages;
}

/** True when some words of the query are this language's own, and no fewer than are English. */
export function isSpoken(tokens: readonly Token[], code: string): boolean {
  const count = (words: ReadonlySet<string>) => tokens.filter(({ text }) => words.has(text)).length;
  const own = count(smallWordsOf(code));
  return own > 0 && (code === 'en' || own >= count(smallWordsOf('en')));
}

const smallWords = new Map<string, ReadonlySet<string>>();

function smallWordsOf(code: string): ReadonlySet<string> {
  const known = smallWords.get(code);
  if (known) return known;
  const words = LANGUAGES.find((language) => language.code === code)?.smallWords ?? '';
  const made = new Set(fold(words).split(' '));
  smallWords.set(code, made);
  return made;
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
