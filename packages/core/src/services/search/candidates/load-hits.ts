/**
 * Fetches what the best candidates are: their memories and passages, and how much of the question each holds.
 */
import { toTerms, type MemorySummary, type Passage } from '../../../model/index.ts';
import type { Embedding } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { likenessOf } from '../../models/meaning-scale.ts';
import { yieldToEventLoop } from '../../within.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';
import { confidenceOf } from '../stages/confidence.ts';
import { coverageOf, type Coverage } from '../stages/rerank/coverage.ts';
import type { Dated } from '../stages/same-matter/freshness.ts';
import type { Crossing } from './cross-languages.ts';
import type { Ranked } from './fuse.ts';
import type { WordCounts } from '../query/word-counts.ts';
import type { OtherPassage } from '../search-request.ts';

/** Finding the words of so many passages takes some milliseconds; then others have their turn. */
const READ_AT_ONCE = 10;

export interface LoadedHit extends Dated {
  readonly ranked: Ranked;
  readonly memory: MemorySummary;
  readonly passage: Passage;
  /** Terms of the passage. */
  readonly terms: ReadonlySet<string>;
  /** How likely it fits. */
  readonly confidence: number;
  /** Other passages of the same document, by `groupDocuments`. */
  readonly others?: readonly OtherPassage[];
  /** Left out for it, by `collapse`. */
  readonly duplicates?: readonly string[];
}

export interface Asked {
  readonly embedding: Embedding | null;
  readonly query: AnalysedQuery;
  readonly counts: WordCounts;
  readonly crossing?: Crossing | undefined;
}

export interface LoadedHits {
  readonly hits: readonly LoadedHit[];
  readonly coverage: Coverage;
}

export async function loadHits(deps: Deps, ranked: readonly Ranked[], asked: Asked): Promise<LoadedHits> {
  if (ranked.length === 0) return { hits: [], coverage: () => 0 };
  const ids = ranked.map(({ passageId }) => passageId);
  const [passages, memories, coverage] = await Promise.all([
    deps.storage.memories.passages(ids),
    summaries(deps, ranked),
    coverageIn(asked, ranked),
  ]);
  const passageById = new Map(passages.map((passage) => [passage.id, passage]));
  const hits: LoadedHit[] = [];
  for (const [i, one] of ranked.entries()) {
    const passage = passageById.get(one.passageId);
    const memory = memories.get(one.memoryId);
    // Gone since the indexes answered: another process deleted it.
    if (!passage || !memory) continue;
    const likeness = likenessIn(one, deps, asked.crossing);
    hits.push(toHit(one, { passage, memory, likeness }, coverage, asked.embedding));
    if (i % READ_AT_ONCE === READ_AT_ONCE - 1) await yieldToEventLoop();
  }
  return { hits, coverage };
}

/** What the model's cosine says by itself, whichever model it was. */
export function likenessIn(
  { meaning, crossed }: Pick<Ranked, 'meaning' | 'crossed'>,
  { embedder }: Pick<Deps, 'embedder'>,
  crossing?: Crossing,
): number | undefined {
  if (crossing && crossed !== undefined) return likenessOf(crossing.scale, crossed);
  return meaning === null ? undefined : embedder.likeness?.(meaning);
}

interface Loaded {
  readonly passage: Passage;
  readonly memory: MemorySummary;
  /** What the model's cosine says by itself. */
  readonly likeness: number | undefined;
}

function toHit(ranked: Ranked, loaded: Loaded, coverage: Coverage, embedding: Embedding | null): LoadedHit {
  const { passage, memory, likeness } = loaded;
  const { meaning, parts, named, close = null, inTime = false } = ranked;
  const terms = new Set(toTerms(passage.text));
  const fluency = embedding?.fluency ?? 0;
  const held = named ? new Set([...terms, ...named.terms]) : terms;
  const confidence = confidenceOf({ meaning, likeness, close, coverage: coverage(held), fluency });
  const dated = memory.occurredAt !== null;
  const at = memory.occurredAt ?? memory.createdAt;
  const whole = passage.start === 0 && passage.end >= memory.length;
  const dates = { at, dated, inTime, stored: passage.id };
  return { ranked, memory, passage, terms, confidence, parts, opening: memory.preview, whole, ...dates };
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
