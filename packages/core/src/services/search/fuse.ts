/**
 * One score out of two signals. Word scores (BM25, unbounded) and meaning scores (cosine, bunched at the top of its range)
 * are first spread over 0–1 among the candidates, then added by weight. Measured on conversations and papers this finds
 * more than reciprocal ranks, which throw the distances away; those and two other ways can be chosen.
 */
import type { FusionMethod } from '../../model/index.ts';
import { scaleFor } from './fusion-methods.ts';

export type Signal = 'words' | 'meaning';

export interface Candidate {
  readonly passageId: number;
  readonly memoryId: string;
  readonly workspace: string;
  readonly words: number | null;
  readonly meaning: number | null;
  /** Lies within the time that the question names. */
  readonly inTime?: boolean;
}

export interface Ranked extends Candidate {
  /** 0–1, best first. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** What a close look at the words gave, if it was taken. */
  readonly close?: number | null;
  /** What each word of the question found there: `close`, taken apart. */
  readonly parts?: Float32Array;
  /** What was added to the score for answering what better ones leave open. */
  readonly complement?: number;
  /** What was added for what stands beside it. */
  readonly neighbours?: number;
}

export interface Fusion {
  readonly method: FusionMethod;
  /** The share of the meaning signal, 0–1. */
  readonly meaningWeight: number;
  /** What lying within the named time adds. */
  readonly timeWeight: number;
}

/**
 * A candidate without words in common gets nothing from the words. One without a meaning score has no vector yet: it is
 * judged by its words alone, not held to be meaningless.
 */
export function fuse(candidates: readonly Candidate[], fusion: Fusion): Ranked[] {
  const scaleWords = scaleFor(
    fusion.method,
    candidates.map(({ words }) => words),
    0,
  );
  const scaleMeaning = scaleFor(
    fusion.method,
    candidates.map(({ meaning }) => meaning),
  );
  const { meaningWeight, timeWeight } = fusion;
  return candidates
    .map((candidate) => {
      const words = candidate.words === null ? 0 : scaleWords(candidate.words);
      const meaning = candidate.meaning === null ? words : scaleMeaning(candidate.meaning);
      const fused = (1 - meaningWeight) * words + meaningWeight * meaning;
      const score = (fused + (candidate.inTime ? timeWeight : 0)) / (1 + timeWeight);
      return { ...candidate, score, signals: signalsOf(candidate) };
    })
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function signalsOf({ words, meaning }: Candidate): Signal[] {
  const signals: Signal[] = [];
  if (words !== null) signals.push('words');
  if (meaning !== null) signals.push('meaning');
  return signals;
}
