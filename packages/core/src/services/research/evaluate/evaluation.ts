/** How well a paper answers what somebody follows, in named parts that can be shown. */
import type { BibliographicItem } from '../../../model/papers/index.ts';
import type { KeptQuery } from '../queries/query-record.ts';

/** A paper as it is judged: of the library, or one that was found and is not there yet. */
export interface Candidate {
  /** The paper's id where it has one; else any text that is its own among those judged together. */
  readonly id: string;
  readonly item: BibliographicItem;
  /** Ids of papers that it cites, where they are known. */
  readonly cites?: readonly string[];
}

export const EVALUATION_PARTS = ['words', 'meaning', 'authors', 'citations', 'recency', 'liked'] as const;
export type EvaluationPart = (typeof EVALUATION_PARTS)[number];

export const DECISIONS = ['keep', 'review', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export const VERDICTS = ['like', 'dislike', 'skip'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Evaluation {
  readonly candidate: string;
  readonly query: string;
  /** Of the query, that it was judged by. */
  readonly version: number;
  /** 0–1. */
  readonly score: number;
  /** 0–1 each; null for one that says nothing here (no authors followed, nothing judged yet). */
  readonly parts: Readonly<Record<EvaluationPart, number | null>>;
  readonly met: readonly string[];
  readonly missed: readonly string[];
  readonly decision: Decision;
  /** One sentence. */
  readonly reason: string;
  readonly judge: 'rules';
}

/** Judges many at once, in the order given; nothing is written. Texts are embedded in portions, each once. */
export type EvaluateCandidates = (
  workspace: string,
  query: KeptQuery,
  candidates: readonly Candidate[],
  signal?: AbortSignal,
) => Promise<readonly Evaluation[]>;
