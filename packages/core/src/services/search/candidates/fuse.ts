/**
 * One score out of two signals. Word scores (BM25, unbounded) and meaning scores (cosine, bunched at the top of its range)
 * are first spread over 0–1 among the candidates, then added by weight. Measured on conversations and papers this finds
 * more than reciprocal ranks, which throw the distances away; those and two other ways can be chosen.
 */
import type { FusionMethod } from '../../../model/index.ts';
import { scaleFor } from './fusion-methods.ts';

export type Signal = 'words' | 'meaning' | 'names';

export interface Candidate {
  readonly passageId: number;
  readonly memoryId: string;
  readonly workspace: string;
  readonly words: number | null;
  readonly meaning: number | null;
  /** The cosine by the model of other languages, where that alone can read question and passage. */
  readonly crossed?: number;
  /** Lies within the time that the question names. */
  readonly inTime?: boolean;
  /** Bears names that the question says. */
  readonly named?: Named;
  /** How much it bears on a request that does not name it, 0–1. */
  readonly need?: number;
}

export interface Named {
  /** What they add to the word score. */
  readonly words: number;
  /** How nearly they say their words as a text would, 0–1. */
  readonly force: number;
  /** How much the rarest tag among them tells, 0–1. */
  readonly tagShare: number;
  /** The terms of the question that they say. */
  readonly terms: readonly string[];
}

export interface Ranked extends Candidate {
  /** 0–1, best first. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** What a close look at the words gave, if it was taken. */
  readonly close?: number | null;
  /** What each word of the question found there: `close`, taken apart. */
  readonly parts?: Float32Array;
  /** What the cross-encoder gave, if it read it. */
  readonly cross?: number;
  /** What was added to the score for answering what better ones leave open. */
  readonly complement?: number;
  /** What was added for what stands beside it. */
  readonly neighbours?: number;
  /** What was added for saying all of the query in its words. */
  readonly verbatim?: number;
  /** What was added for bearing on a request that does not name it. */
  readonly needs?: number;
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
 * judged by its words alone, not held to be meaningless. One in another language than the question cannot hold its words: it is
 * judged by its meaning alone, or what is there in that language only would stand below whatever shares a word.
 */
export function fuse(candidates: readonly Candidate[], fusion: Fusion): Ranked[] {
  const scaleWords = scaleFor(fusion.method, candidates.map(wordsOf), 0);
  const scaleMeaning = scaleFor(
    fusion.method,
    candidates.map(({ meaning }) => meaning),
  );
  const { meaningWeight, timeWeight } = fusion;
  return candidates
    .map((candidate) => {
      const said = wordsOf(candidate);
      const words = said === null ? 0 : scaleWords(said);
      const meaning = candidate.meaning === null ? words : scaleMeaning(candidate.meaning);
      const both = (1 - meaningWeight) * words + meaningWeight * meaning;
      const isWordless = candidate.crossed !== undefined && meaningWeight > 0;
      const fused = isWordless ? Math.max(both, meaning) : both;
      const score = (fused + (candidate.inTime ? timeWeight : 0)) / (1 + timeWeight);
      return { ...candidate, score, signals: signalsOf(candidate) };
    })
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

/** What its text and its names say of the question's words; null when they say nothing. */
export function wordsOf({ words, named }: Candidate): number | null {
  return named ? (words ?? 0) + named.words : words;
}

function signalsOf({ words, meaning, named }: Candidate): Signal[] {
  const signals: Signal[] = [];
  if (words !== null) signals.push('words');
  if (meaning !== null) signals.push('meaning');
  if (named) signals.push('names');
  return signals;
}
