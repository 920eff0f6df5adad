/**
 * The marked stems of a word in languages that are not its script's first: "_" and the stem. No other term begins so.
 */
import { fold } from './fold.ts';
import { LANGUAGES, type Language } from './languages.ts';
import type { Word } from './words.ts';

const MARK = '_';
const SHORTEST_STEMMED = 2;
const MOST_REMEMBERED = 20_000;
const LETTERS: Readonly<Record<Language['script'], RegExp>> = {
  latin: /^[a-z\u00df-\u024f\u1e00-\u1eff]+$/,
  cyrillic: /^[\u0400-\u04ff]+$/,
};

interface Lexicon {
  readonly smallWords: ReadonlySet<string>;
  readonly stems: Map<string, string | null>;
}

const lexicons = new Map<Language, Lexicon>();

function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const made = { smallWords: new Set(language.smallWords.split(' ')), stems: new Map() };
  lexicons.set(language, made);
  return made;
}

export const STEMMED: readonly Language[] = LANGUAGES.filter(({ stem }) => stem);

export function isSmallWord(lower: string, languages: readonly Language[]): boolean {
  return languages.some((language) => lexiconOf(language).smallWords.has(lower));
}

const FIGURE = /\p{N}/u;

/** Of each of its parts, distinct. Small words have none: they are not worth the room. Names with figures bend in no language. */
export function toStems({ spelt }: Word, languages: readonly Language[]): string[] {
  if (languages.length === 0 || spelt.some((part) => FIGURE.test(part))) return [];
  return spelt.flatMap((lower) => stemsOf(lower, languages));
}

function stemsOf(lower: string, languages: readonly Language[]): string[] {
  const terms: string[] = [];
  for (const language of languages) {
    const term = toStem(lower, language);
    if (term !== null && !terms.includes(term)) terms.push(term);
  }
  return terms;
}

function toStem(lower: string, language: Language): string | null {
  const lexicon = lexiconOf(language);
  const known = lexicon.stems.get(lower);
  if (known !== undefined) return known;
  if (lexicon.stems.size >= MOST_REMEMBERED) lexicon.stems.clear();
  const made = makeStem(lower, language, lexicon);
  lexicon.stems.set(lower, made);
  return made;
}

function makeStem(lower: string, { script, stem }: Language, { smallWords }: Lexicon): string | null {
  if (!stem || lower.length < SHORTEST_STEMMED || !LETTERS[script].test(lower) || smallWords.has(lower)) return null;
  return `${MARK}${fold(stem(lower) || lower)}`;
}
