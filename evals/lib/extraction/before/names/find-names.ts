/** The names in a text, each with its type. Two passes: the first counts how words are written, the second decides. */
import { FIRST_NAMES } from '../lexicon/people.ts';
import type { Tagger } from '../reading/tagger.ts';
import type { Sentence, Word } from '../reading/words.ts';
import { definedType } from './by-definition.ts';
import { ENOUGH, judge, type Evidence, type RunContext } from './judge.ts';
import { knownType } from './lexicon.ts';
import { languageOf } from './language.ts';
import { findRuns, type Run } from './runs.ts';
import { isExplained } from './short-form.ts';
import { casingOf, isCapitalised, isLower, type Casing } from './shape.ts';
import { findSmallNames } from './small-names.ts';
import { trim } from './trim.ts';
import { typeOf, type Typed } from './type-of.ts';

export interface Name extends Typed {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

export type IsTaken = (word: Word) => boolean;

/** In the order of the text. `isTaken` says that something else was recognised at a word's place. */
export function findNames(sentences: readonly Sentence[], tagger: Tagger, isTaken: IsTaken): Name[] {
  const casings = sentences.map(casingOf);
  const evidence = { tagger, language: languageOf(sentences, tagger), ...countSpellings(sentences, casings) };
  const doubtful: Candidate[] = [];
  const names = sentences.flatMap((sentence, i) =>
    namesOf(sentence, casings[i] ?? 'normal', { evidence, isTaken, doubtful }),
  );
  return [...names, ...shortForms(doubtful, names)].sort((a, b) => a.start - b.start);
}

interface Search {
  readonly evidence: Evidence;
  readonly isTaken: IsTaken;
  /** Gets the words that may be names but are not likely to be. */
  readonly doubtful: Candidate[];
}

interface Candidate extends Name {
  readonly words: readonly Word[];
}

function namesOf(sentence: Sentence, casing: Casing, { evidence, isTaken, doubtful }: Search): Candidate[] {
  const names: Candidate[] = [];
  const hashed = new Set(sentence.words.filter((_, at) => sentence.words[at - 1]?.text === '#'));
  const isInitialAt = (at: number) => isInitial(sentence, at);
  const isOut = (word: Word) =>
    isTaken(word) || hashed.has(word) || (casing === 'upper' && isPlainWord(word, evidence));
  for (const whole of findRuns(sentence, isOut)) {
    for (const run of trim(whole, { casing, isInitial: isInitialAt }, evidence)) {
      const name = toName(run, casing, evidence);
      if (name) (name.confidence < ENOUGH ? doubtful : names).push(name);
    }
  }
  const taken = new Set(names.flatMap(({ words }) => words));
  const small = findSmallNames(sentence, evidence.tagger, (word) => isTaken(word) || taken.has(word));
  return [...names, ...small];
}

/** Where everything has capitals, words that the language has anyway are no part of a name. */
function isPlainWord({ lower }: Word, { tagger, language }: Evidence): boolean {
  return language === 'english' && tagger.isKnown(lower) && !FIRST_NAMES.has(lower) && knownType(lower) === undefined;
}

/** `Musk founded …` begins a sentence with what may be any word, but the text has `Elon Musk`. */
function shortForms(doubtful: readonly Candidate[], names: readonly Candidate[]): Name[] {
  const last = new Set(
    names.flatMap(({ words, type }) => (words.length > 1 && type === 'person' ? (words.at(-1)?.lower ?? []) : [])),
  );
  return doubtful
    .filter(({ words }) => words.length === 1 && last.has(words[0]?.lower ?? ''))
    .map((name) => ({ ...name, type: 'person', confidence: SHORT_FORM }));
}

const SHORT_FORM = 0.7;

function toName(run: Run, casing: Casing, evidence: Evidence): Candidate | undefined {
  const [first, last] = [run.words[0], run.words.at(-1)];
  if (!first || !last) return undefined;
  const context = contextOf(run, casing);
  const confidence = judge(run, context, evidence);
  return { start: first.start, end: last.end, ...typeOf(run, context), confidence, words: run.words };
}

function contextOf(run: Run, casing: Casing): RunContext {
  const { words, at, sentence } = run;
  const before = sentence.words[at - 1];
  const after = sentence.words[at + words.length];
  const quoted = QUOTES.has(before?.text ?? '') && QUOTES.has(after?.text ?? '');
  const isSubject = after !== undefined && (VERBS.has(after.tag) || after.lower === "'s");
  const isDefined = definedType(run) !== undefined;
  return { casing, quoted, initial: isInitial(sentence, at), isSubject, isDefined, isExplained: isExplained(run) };
}

const VERBS = new Set(['VERB', 'AUX']);
const QUOTES = new Set(['"', '“', '”', '‘', '’', '«', '»', '„', "'", '*', '_', '`']);
const STARTS = new Set([...QUOTES, '.', '!', '?', ':', '…', '-', '–', '—', '•', '*', '>', '|']);

/** Nothing but marks stands before it, or a mark that ends what was said before. */
function isInitial({ words }: Sentence, at: number): boolean {
  const before = words[at - 1];
  return before === undefined || words[at]?.afterBreak === true || STARTS.has(before.text);
}

function countSpellings(
  sentences: readonly Sentence[],
  casings: readonly Casing[],
): Pick<Evidence, 'capitalised' | 'small'> {
  const capitalised = new Map<string, number>();
  const small = new Map<string, number>();
  for (const [i, sentence] of sentences.entries()) {
    for (const [at, word] of sentence.words.entries()) {
      if (isLower(word)) small.set(word.lower, (small.get(word.lower) ?? 0) + 1);
      else if (casings[i] === 'normal' && isCapitalised(word) && !isInitial(sentence, at))
        capitalised.set(word.lower, (capitalised.get(word.lower) ?? 0) + 1);
    }
  }
  return { capitalised, small };
}
