/** Fetches what the best candidates are: their memories and passages, the vectors of the first few, and how much of the question each holds. */
import { toTerms, type MemorySummary, type Passage } from '../../model/index.ts';
import type { Embedding } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import { confidenceOf } from './confidence.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { FIRST, type Dated } from './freshness.ts';
import type { Ranked } from './fuse.ts';
import type { WordCounts } from './word-counts.ts';

export interface LoadedHit extends Dated {
  readonly ranked: Ranked;
  readonly memory: MemorySummary;
  readonly passage: Passage;
  /** Terms of the passage. */
  readonly terms: ReadonlySet<string>;
  /** How likely it fits. */
  readonly confidence: number;
  /** Left out for it, by `collapse`. */
  readonly duplicates?: readonly string[];
}

export interface Asked {
  readonly embedding: Embedding | null;
  readonly query: AnalysedQuery;
  readonly counts: WordCounts;
}

export async function loadHits(deps: Deps, ranked: readonly Ranked[], asked: Asked): Promise<LoadedHit[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ passageId }) => passageId);
  const [passages, memories, vectors, coverage] = await Promise.all([
    deps.storage.memories.passages(ids),
    summaries(deps, ranked),
    asked.embedding ? vectorsOf(deps, ids.slice(0, FIRST)) : new Map<number, Float32Array>(),
    coverageIn(asked, ranked),
  ]);
  const passageById = new Map(passages.map((passage) => [passage.id, passage]));
  return ranked.flatMap((one) => {
    const passage = passageById.get(one.passageId);
    const memory = memories.get(one.memoryId);
    // Gone since the indexes answered: another process deleted it.
    if (!passage || !memory) return [];
    const terms = new Set(toTerms(passage.text));
    const { score, close = null } = one;
    const confidence = confidenceOf({
      meaning: one.meaning,
      close,
      coverage: coverage(terms),
      fluency: asked.embedding?.fluency ?? 0,
    });
    const dating = {
      at: memory.occurredAt ?? memory.createdAt,
      dated: memory.occurredAt !== null,
      stored: passage.id,
      vector: vectors.get(passage.id),
    };
    return [{ ranked: one, memory, passage, terms, confidence, score, close, ...dating }];
  });
}

function vectorsOf(deps: Deps, ids: readonly number[]): Promise<Map<number, Float32Array>> {
  return deps.storage.vectors.vectors(deps.embedder.model.name, ids);
}

async function summaries(deps: Deps, ranked: readonly Ranked[]): Promise<Map<string, MemorySummary>> {
  const byWorkspace = Map.groupBy(ranked, ({ workspace }) => workspace);
  const found = await Promise.all(
    [...byWorkspace].map(([workspace, group]) =>
      deps.storage.memories.summaries(
        workspace,
        group.map(({ memoryId }) => memoryId),
      ),
    ),
  );
  return new Map(found.flat().map((memory) => [memory.id, memory]));
}

async function coverageIn({ query, counts }: Asked, [best]: readonly Ranked[]): Promise<Coverage> {
  return coverageOf(query, await counts.of(query.terms, best?.workspace ?? ''));
}
