/**
 * BM25 over the passages that hold a term. The engine names them (see postings.ts); the scores are added up here, with the
 * same numbers as in every other engine.
 */
import { perTermOf, SHORTEST, weightOf, type Corpus } from '../../../shared/bm25.ts';
import { TopSlots } from '../../../shared/top-slots.ts';
import { sizeOf, type Posting, type Postings, type Told } from './postings.ts';
import { codeOf, readKey } from './word-tokens.ts';

export interface ScoredPassage {
  readonly n: number;
  readonly score: number;
}

export interface WordsWanted {
  /** Any of these; all scores add up. */
  readonly terms: readonly string[];
  /** Every hit holds each of these. */
  readonly required: readonly string[];
  /** And none of these. */
  readonly excluded: readonly string[];
  readonly includeSuperseded: boolean;
}

/** All that match; some may have been superseded since, though they are not wanted. */
export interface Ranking {
  readonly size: number;
  /** So many of the best, best first. */
  best(count: number): ScoredPassage[];
  /** Only of these. */
  among(numbers: ReadonlySet<number>): Ranking;
}

/** `found`: of all terms that are wanted, required or excluded. */
export function rankPassages(found: Told<Postings>, wanted: WordsWanted): Ranking {
  const { byNumber, numbers } = scoreAll(found, wanted);
  return toRanking(byNumber, numbers.filter(fitting(found, wanted)));
}

function toRanking(scores: Float64Array, numbers: readonly number[]): Ranking {
  return {
    size: numbers.length,
    best: (count) => {
      const top = new TopSlots(Math.min(count, numbers.length));
      for (const n of numbers) top.offer(n, scores[n] as number);
      return top.sorted().map(({ slot, score }) => ({ n: slot, score }));
    },
    among: (listed) =>
      toRanking(
        scores,
        numbers.filter((n) => listed.has(n)),
      ),
  };
}

interface Scores {
  /** 0 for a passage without any of the terms. */
  readonly byNumber: Float64Array;
  readonly numbers: number[];
}

function scoreAll({ state, of }: Told<Postings>, { terms, includeSuperseded }: WordsWanted): Scores {
  const [byNumber, numbers] = [new Float64Array(state.next), [] as number[]];
  const perTerm = perTermOf(state);
  const add = (weight: number, { count, keys }: Posting): void => {
    for (const key of keys) {
      const { n, length, live } = readKey(key);
      if (!live && !includeSuperseded) continue;
      if (byNumber[n] === 0) numbers.push(n);
      byNumber[n] = (byNumber[n] as number) + (weight * count) / (count + SHORTEST + perTerm * length);
    }
  };
  for (const { weight, postings } of weigh(state, of, terms)) for (const one of postings) add(weight, one);
  return { byNumber, numbers };
}

/** The rarest first, as everywhere: sums of the same numbers in another order differ in their last digits. */
function weigh(corpus: Corpus, found: ReadonlyMap<string, Postings>, terms: readonly string[]) {
  return [...new Set(terms)]
    .map((term) => ({ term, postings: found.get(codeOf(term)) ?? [] }))
    .map((one) => ({ ...one, weight: weightOf(corpus, sizeOf(one.postings)) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/** Whether a passage holds what is required, and nothing that is excluded. */
function fitting({ state, of }: Told<Postings>, { required, excluded }: WordsWanted): (n: number) => boolean {
  const distinct = new Set(required);
  if (distinct.size + excluded.length === 0) return () => true;
  const held = new Uint32Array(state.next);
  const mark = (term: string, by: (before: number) => number): void => {
    for (const { keys } of of.get(codeOf(term)) ?? []) {
      for (const key of keys) held[readKey(key).n] = by(held[readKey(key).n] as number);
    }
  };
  for (const term of distinct) mark(term, (before) => before + 1);
  // More than can be required.
  for (const term of excluded) mark(term, () => distinct.size + 1);
  return (n) => held[n] === distinct.size;
}
