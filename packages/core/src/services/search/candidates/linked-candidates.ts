/**
 * What the graph leads to from the best candidates: passages that mention what these mention, and that few others do. A question that joins facts finds
 * the first of them by its words; the second may hold none of them, and would not be among those that are looked at closely. The last few places
 * there are kept for such passages, the nearest in meaning first. Whether they answer the close look says; they come in as the last that is looked at.
 */
import type { MemoryFilter } from '../../../model/index.ts';
import type { Embedding } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';
import type { WordCounts } from '../query/word-counts.ts';
import type { Ranked } from './fuse.ts';
import { keepAllowed } from './keep-allowed.ts';

/** From so many of the best the graph is followed. */
const SEEDS = 3;
/** So many places are kept among those that are looked at closely. */
const PLACES = 10;
/** So many of what the graph leads to are compared by meaning. */
const COMPARED = 60;
/** A thing that more passages mention than this many, and than this share of all, leads nowhere. */
const COMMON = 10;
const COMMON_SHARE = 0.01;

export interface Linking {
  readonly workspace: string;
  readonly filter: MemoryFilter | undefined;
  readonly query: AnalysedQuery;
  readonly embedding: Embedding;
  readonly counts: WordCounts;
  /** How many are looked at closely. */
  readonly looks: number;
}

export async function withLinked(deps: Deps, fused: readonly Ranked[], linking: Linking): Promise<readonly Ranked[]> {
  const { workspace, looks } = linking;
  if (fused.length < looks) return fused;
  const things = await thingsOf(deps, fused.slice(0, SEEDS), linking);
  if (things.length === 0) return fused;
  const first = fused.slice(0, looks - PLACES);
  const seen = new Map(first.map((one) => [one.passageId, one]));
  const scope = { workspace, ...(linking.filter ? { filter: linking.filter } : {}) };
  const about = await deps.storage.graph.passagesAbout(scope, things, COMPARED + first.length);
  const unseen = about.filter(({ passageId }) => !seen.has(passageId)).slice(0, COMPARED);
  const allowed = await keepAllowed(deps, linking.query, new Map(), unseen);
  const meanings = await meaningsOf(deps, linking.embedding, allowed);
  const nearest = allowed
    .toSorted((a, b) => (meanings.get(b.passageId) ?? 0) - (meanings.get(a.passageId) ?? 0))
    .slice(0, PLACES);
  const known = new Map(fused.map((one) => [one.passageId, one]));
  const least = fused[looks - 1]?.score ?? 0;
  const linked = nearest.map(({ passageId, memoryId }): Ranked => {
    const meaning = meanings.get(passageId) ?? null;
    const found = { passageId, memoryId, workspace, words: null, meaning, signals: ['meaning'] as const };
    const one = known.get(passageId) ?? { ...found, score: least };
    return { ...one, score: Math.max(one.score, least) };
  });
  const isLinked = new Set(linked.map(({ passageId }) => passageId));
  const rest = fused.filter(({ passageId }) => !isLinked.has(passageId));
  return [...rest.slice(0, looks - linked.length), ...linked, ...rest.slice(looks - linked.length)];
}

/** What the passages mention, each counted the more the fewer mention it. */
async function thingsOf(
  { storage }: Deps,
  seeds: readonly Ranked[],
  { workspace, counts }: Linking,
): Promise<{ entityId: string; weight: number }[]> {
  const ids = seeds.filter((one) => one.workspace === workspace).map(({ passageId }) => passageId);
  const mentions = await storage.graph.mentionsIn(workspace, ids);
  if (mentions.length === 0) return [];
  const [entities, { passages }] = await Promise.all([
    storage.graph.entities(workspace, [...new Set(mentions.map(({ entityId }) => entityId))]),
    counts.of([], workspace),
  ]);
  const most = Math.max(COMMON, Math.floor(passages * COMMON_SHARE));
  return entities
    .filter((entity) => entity.mentions > 1 && entity.mentions <= most)
    .map((entity) => ({ entityId: entity.id, weight: 1 / entity.mentions }));
}

function meaningsOf(
  deps: Deps,
  embedding: Embedding,
  hits: readonly { readonly passageId: number }[],
): Promise<Map<number, number>> {
  const ids = hits.map(({ passageId }) => passageId);
  return deps.storage.vectors.score(deps.embedder.model.name, embedding.vector, ids);
}
