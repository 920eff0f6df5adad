/** Why the hits are what they are: what was looked for, which stages ran and what each of them gave or changed. */
import type { AnalysedQuery } from '../query/analyse-query.ts';
import type { Overtaking } from '../stages/same-matter/freshness.ts';
import type { Ranked } from '../candidates/fuse.ts';
import type { LoadedHit } from '../candidates/load-hits.ts';
import type { SearchStage } from '../../../model/index.ts';

export interface Explanation {
  readonly terms: readonly string[];
  readonly corrections: readonly string[];
  /** The time that the question names, in its words. */
  readonly time: string | null;
  /** Names of tags and things that the question says, in its words. */
  readonly names: readonly string[];
  readonly candidates: number;
  /** Share of the meaning signal, and what lying within the named time adds. */
  readonly weights: { readonly meaning: number; readonly time: number };
  /** Those that are switched on. */
  readonly stages: readonly SearchStage[];
  /** In the order in which they would be answered, also when the search abstained. */
  readonly hits: readonly HitExplanation[];
}

/** What each stage made of one memory; null where a stage had nothing to say. */
export interface HitExplanation {
  readonly memory: string;
  readonly words: number | null;
  readonly meaning: number | null;
  readonly time: boolean;
  /** What the names that it bears and the question says add to its words. */
  readonly names: number;
  /** Words, meaning, time and names together, 0–1. */
  readonly fused: number;
  /** What the look word by word gave. */
  readonly close: number | null;
  /** What the cross-encoder gave. */
  readonly cross: number | null;
  /** What was added for answering what better ones leave open. */
  readonly complement: number;
  /** What was added for what stands beside it in a conversation. */
  readonly neighbours: number;
  /** What was added for saying all of the query in its words. */
  readonly verbatim: number;
  /** What was added for bearing on a request that does not name it. */
  readonly needs: number;
  /** What it is ordered by. */
  readonly score: number;
  /** Its place before newer ones went ahead of older ones, from 1. */
  readonly place: number;
  /** Memories that it was put above, being newer and about the same matter. */
  readonly newer: readonly string[];
  /** Near-duplicates that gave way to it. */
  readonly duplicates: number;
  /** How likely it fits: what a search abstains by. */
  readonly fit: number;
}

export interface SearchTrace {
  readonly query: AnalysedQuery;
  readonly time: string | null;
  readonly names: readonly string[];
  readonly weights: Explanation['weights'];
  readonly stages: readonly SearchStage[];
  /** As the candidates stood before the close look. */
  readonly fused: readonly Ranked[];
  /** As the memories stood after it. */
  readonly ranked: readonly Ranked[];
  readonly overtakings: readonly Overtaking<LoadedHit>[];
}

export function explain(trace: SearchTrace, hits: readonly LoadedHit[]): Explanation {
  const { query, fused, ranked, overtakings, ...rest } = trace;
  const before = new Map(fused.map(({ passageId, score }) => [passageId, score]));
  const places = new Map(ranked.map(({ passageId }, i) => [passageId, i + 1]));
  const overtaken = Map.groupBy(overtakings, ({ newer }) => newer.memory.id);
  return {
    ...rest,
    candidates: fused.length,
    terms: query.terms,
    corrections: query.corrections,
    hits: hits.map((hit) => ({
      ...explainHit(hit),
      fused: before.get(hit.ranked.passageId) ?? 0,
      place: places.get(hit.ranked.passageId) ?? 0,
      newer: (overtaken.get(hit.memory.id) ?? []).map(({ older }) => older.memory.id),
    })),
  };
}

function explainHit({
  ranked,
  confidence,
  duplicates = [],
}: LoadedHit): Omit<HitExplanation, 'fused' | 'place' | 'newer'> {
  return {
    memory: ranked.memoryId,
    words: ranked.words,
    meaning: ranked.meaning,
    time: ranked.inTime ?? false,
    names: ranked.named?.words ?? 0,
    close: ranked.close ?? null,
    cross: ranked.cross ?? null,
    complement: ranked.complement ?? 0,
    neighbours: ranked.neighbours ?? 0,
    verbatim: ranked.verbatim ?? 0,
    needs: ranked.needs ?? 0,
    score: ranked.score,
    duplicates: duplicates.length,
    fit: confidence,
  };
}
