/**
 * Which language a text is in, from what each of its words says. Every word votes for the languages it is typical of, and
 * its vote is worth the less the more they are; English, which texts are taken for unless shown otherwise, always has a
 * whole one.
 *
 * Made by hand rather than taken from a library: the small good ones need half a megabyte or more and 150 ms to load, and
 * are no better for what is wanted here, the right language among one or two that are named. Measured 2026-11, in 19
 * languages (the Declaration of Human Rights in paragraphs, in runs of five and of three words, and a compiler's messages):
 *
 *   right language named   paragraphs   five words   three words   messages
 *   here                        0.998        0.971         0.905      0.966
 *   eld 2.1 (extrasmall)        0.993        0.975         0.939      0.981
 *   tinyld 1.3                  0.982        0.928         0.841      0.926
 *
 * What three words leave open costs little, because a question that says nothing clear asks for the stems of all languages.
 */
import { isAscii } from './fold.ts';
import { LANGUAGES, type Language } from './languages.ts';

export interface Vote {
  /** Place in LANGUAGES. */
  readonly language: number;
  readonly weight: number;
}

export type Tally = Float64Array;

const ENGLISH = LANGUAGES.findIndex(({ code }) => code === 'en');
const WEIGHT = { smallWord: 1, letters: 0.8, endings: 0.25 } as const;
/** Languages this near the best are taken too: what is Danish may be Norwegian. */
const NEAR = 0.7;
const SHORTEST_WITH_ENDING = 5;

interface Signs {
  readonly smallWords: ReadonlyMap<string, readonly number[]>;
  readonly letters: ReadonlyMap<string, readonly number[]>;
  readonly endings: ReadonlyMap<string, readonly number[]>;
  readonly longestEnding: number;
}

/** Made when the first word is looked at: a start should not wait for it. */
let signs: Signs | undefined;

function makeSigns(): Signs {
  const endings = speakersBy((language) => language.endings?.split(' ') ?? []);
  return {
    smallWords: speakersBy(({ smallWords }) => smallWords.split(' ')),
    letters: speakersBy(({ letters }) => [...(letters ?? '')]),
    endings,
    longestEnding: Math.max(...[...endings.keys()].map((ending) => ending.length)),
  };
}

/** For each sign the places of the languages that have it. */
function speakersBy(signsOf: (language: Language) => readonly string[]): Map<string, readonly number[]> {
  const speakers = new Map<string, readonly number[]>();
  LANGUAGES.forEach((language, i) => {
    for (const sign of new Set(signsOf(language))) speakers.set(sign, [...(speakers.get(sign) ?? []), i]);
  });
  return speakers;
}

/** Expects lower case, accents kept. */
export function votesOf(word: string): Vote[] {
  // A letter by itself is a label or an initial more often than a word.
  if (word.length === 1 && isAscii(word)) return [];
  signs ??= makeSigns();
  const small = signs.smallWords.get(word);
  if (small) return share(small, WEIGHT.smallWord);
  return [...share(byLetters(word, signs), WEIGHT.letters), ...share(byEnding(word, signs), WEIGHT.endings)];
}

function byLetters(word: string, { letters }: Signs): number[] {
  if (isAscii(word)) return [];
  return [...new Set([...word].flatMap((letter) => letters.get(letter) ?? []))];
}

function byEnding(word: string, { endings, longestEnding }: Signs): number[] {
  if (word.length < SHORTEST_WITH_ENDING) return [];
  const found = new Set<number>();
  for (let length = 1; length <= longestEnding && length < word.length; length++) {
    for (const language of endings.get(word.slice(-length)) ?? []) found.add(language);
  }
  return [...found];
}

function share(languages: readonly number[], weight: number): Vote[] {
  return languages.map((language) => ({
    language,
    weight: language === ENGLISH ? weight / Math.sqrt(languages.length) : weight / languages.length,
  }));
}

export function createTally(): Tally {
  return new Float64Array(LANGUAGES.length);
}

export function count(tally: Tally, votes: readonly Vote[]): void {
  for (const { language, weight } of votes) tally[language] = (tally[language] ?? 0) + weight;
}

/**
 * The likeliest languages, best first. Undefined when the best has less than `needed` to say for itself; empty when the
 * best is one whose stems are the main terms.
 */
export function decide(tally: Tally, needed: number): Language[] | undefined {
  let best = 0;
  for (let i = 1; i < tally.length; i++) if (scoreOf(tally, i) > scoreOf(tally, best)) best = i;
  const score = scoreOf(tally, best);
  if (score === 0 || score < needed) return undefined;
  if (!LANGUAGES[best]?.stem) return [];
  return LANGUAGES.map((language, i) => ({ language, score: scoreOf(tally, i) }))
    .filter((one) => one.score >= score * NEAR)
    .sort((a, b) => b.score - a.score)
    .map(({ language }) => language);
}

function scoreOf(tally: Tally, language: number): number {
  return tally[language] ?? 0;
}
