/** The names in a text, each with its type. Two passes: the first counts how words are written, the second decides. */
import type { Tagger } from '../reading/tagger.ts';
import type { Sentence, Word } from '../reading/words.ts';
import { ENOUGH, judge, type Evidence, type RunContext } from './judge.ts';
import { languageOf } from './language.ts';
import { findRuns, type Run } from './runs.ts';
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
  return sentences.flatMap((sentence, i) => namesOf(sentence, casings[i] ?? 'normal', { evidence, isTaken }));
}

function namesOf(
  sentence: Sentence,
  casing: Casing,
  { evidence, isTaken }: { evidence: Evidence; isTaken: IsTaken },
): Name[] {
  const names: Name[] = [];
  const hashed = new Set(sentence.words.filter((_, at) => sentence.words[at - 1]?.text === '#'));
  const isInitialAt = (at: number) => isInitial(sentence, at);
  for (const whole of findRuns(sentence, (word) => isTaken(word) || hashed.has(word))) {
    for (const run of trim(whole, { casing, isInitial: isInitialAt }, evidence)) {
      const name = toName(run, casing, evidence);
      if (name) names.push(name);
    }
  }
  const taken = new Set(
    names.flatMap(({ start, end }) => sentence.words.filter((word) => word.start >= start && word.end <= end)),
  );
  const small = findSmallNames(sentence, evidence.tagger, (word) => isTaken(word) || taken.has(word));
  return [...names, ...small].sort((a, b) => a.start - b.start);
}

function toName(run: Run, casing: Casing, evidence: Evidence): Name | undefined {
  const [first, last] = [run.words[0], run.words.at(-1)];
  if (!first || !last) return undefined;
  const context = contextOf(run, casing);
  const confidence = judge(run, context, evidence);
  if (confidence < ENOUGH) return undefined;
  return { start: first.start, end: last.end, ...typeOf(run, context), confidence };
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
