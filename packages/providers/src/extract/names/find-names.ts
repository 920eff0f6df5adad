/** The names in a text, each with its type. Two passes: the first counts how words are written, the second decides. */
import { PERSON_TITLES } from '../lexicon/people.ts';
import type { Tagger } from '../reading/tagger.ts';
import type { Sentence, Word } from '../reading/words.ts';
import { ENOUGH, judge, type Evidence, type RunContext } from './judge.ts';
import { languageOf } from './language.ts';
import { isNameInLowerCase, knownType, LONGEST_PHRASE, type NameType } from './lexicon.ts';
import { findRuns, type Run } from './runs.ts';
import { casingOf, isCapitalised, isLower, type Casing } from './shape.ts';
import { typeOf } from './type-of.ts';

export interface Name {
  readonly start: number;
  readonly end: number;
  readonly type: NameType;
  readonly confidence: number;
}

export type IsTaken = (word: Word) => boolean;

/** In the order of the text. `isTaken` says that something else was recognised at a word's place. */
export function findNames(sentences: readonly Sentence[], tagger: Tagger, isTaken: IsTaken): Name[] {
  const casings = sentences.map(casingOf);
  const evidence = { tagger, language: languageOf(sentences, tagger), ...countSpellings(sentences, casings) };
  return sentences.flatMap((sentence, i) => namesOf(sentence, casings[i] ?? 'normal', { evidence, isTaken }));
}

function namesOf(
  sentence: Sentence,
  casing: Casing,
  { evidence, isTaken }: { evidence: Evidence; isTaken: IsTaken },
): Name[] {
  const names: Name[] = [];
  for (const run of findRuns(sentence, isTaken)) {
    const name = toName(run, casing, evidence);
    if (name) names.push(name);
  }
  const taken = new Set(
    names.flatMap(({ start, end }) => sentence.words.filter((word) => word.start >= start && word.end <= end)),
  );
  const small = knownPhrases(sentence, evidence.tagger, (word) => isTaken(word) || taken.has(word));
  return [...names, ...small].sort((a, b) => a.start - b.start);
}

function toName(whole: Run, casing: Casing, evidence: Evidence): Name | undefined {
  const run = trim(whole, evidence);
  const [first, last] = [run.words[0], run.words.at(-1)];
  if (!first || !last) return undefined;
  const context = contextOf(run, casing);
  const confidence = judge(run, context, evidence);
  if (confidence < ENOUGH) return undefined;
  return { start: first.start, end: last.end, type: typeOf(run, context), confidence };
}

const FUNCTION_TAGS = new Set(['DET', 'PRON', 'ADP', 'AUX', 'CCONJ', 'SCONJ', 'PART', 'INTJ', 'ADV']);

/** Without what only begins the sentence, and without titles. */
function trim(run: Run, { tagger, language }: Evidence): Run {
  let skip = 0;
  for (const { lower } of run.words.slice(0, -1)) {
    const tag = language === 'english' ? (tagger.usualTag(lower) ?? '') : '';
    const drop =
      PERSON_TITLES.has(lower.replace('.', '')) ||
      lower === '.' ||
      (FUNCTION_TAGS.has(tag) && run.at + skip === skip + run.at);
    if (!drop) break;
    skip++;
  }
  return { ...run, words: run.words.slice(skip), at: run.at + skip };
}

function contextOf({ words, at, sentence }: Run, casing: Casing): RunContext {
  const before = sentence.words[at - 1];
  const after = sentence.words[at + words.length];
  const quoted = QUOTES.has(before?.text ?? '') && QUOTES.has(after?.text ?? '');
  return { casing, quoted, initial: isInitial(sentence, at) };
}

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

/** Names that are known however they are written. */
function knownPhrases({ words }: Sentence, tagger: Tagger, isTaken: IsTaken): Name[] {
  const names: Name[] = [];
  for (let at = 0; at < words.length; at++) {
    const length = longestPhrase(words, at, { tagger, isTaken });
    const [first, last] = [words[at], words[at + length - 1]];
    if (length === 0 || !first || !last) continue;
    const phrase = phraseOf(words, at, length);
    names.push({ start: first.start, end: last.end, type: knownType(phrase) ?? 'concept', confidence: 0.7 });
    at += length - 1;
  }
  return names;
}

function longestPhrase(
  words: readonly Word[],
  at: number,
  { tagger, isTaken }: { tagger: Tagger; isTaken: IsTaken },
): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    if (words.slice(at, at + length).some(isTaken)) continue;
    if (isNameInLowerCase(phraseOf(words, at, length), (word) => tagger.isKnown(word))) return length;
  }
  return 0;
}

function phraseOf(words: readonly Word[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(({ lower }) => lower)
    .join(' ');
}
