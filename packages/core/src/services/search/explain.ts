/** Why the hits are what they are: what was looked for, which stages ran and what each signal gave. */
import type { AnalysedQuery } from './analyse-query.ts';
import type { Ranked } from './fuse.ts';
import type { SearchStage } from '../../model/index.ts';

export interface Explanation {
  readonly terms: readonly string[];
  readonly corrections: readonly string[];
  readonly time: string | null;
  readonly candidates: number;
  readonly meaningWeight: number;
  readonly stages: readonly SearchStage[];
  readonly hits: readonly HitExplanation[];
}

export interface HitExplanation {
  readonly memoryId: string;
  readonly words: number | null;
  readonly meaning: number | null;
  readonly close: number | null;
  readonly rankScore: number;
}

export interface SearchTrace {
  readonly query: AnalysedQuery;
  readonly time: string | null;
  readonly candidates: number;
  readonly meaningWeight: number;
  readonly stages: readonly SearchStage[];
}

export function explain(trace: SearchTrace, hits: readonly Ranked[]): Explanation {
  const { query, ...rest } = trace;
  return {
    ...rest,
    terms: query.terms,
    corrections: query.corrections,
    hits: hits.map(({ memoryId, words, meaning, close, score }) => ({
      memoryId,
      words,
      meaning,
      close: close ?? null,
      rankScore: score,
    })),
  };
}
