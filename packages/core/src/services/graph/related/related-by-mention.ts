/** Things that are mentioned with another, as `getRelated` shows what it found: one step, by a count and not by anything that was said. */
import { relationId, type Entity, type MemorySummary } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import { companionsOf, MENTIONED_WITH, type Companion, type TogetherPlace } from './mentioned-with.ts';
import { textsOf, toNamed, toSnippet } from './relation-views.ts';
import type { EvidenceSnippet, Related } from './related-request.ts';

export interface MentionOptions {
  readonly workspace: string;
  /** How many more there is room for. */
  readonly limit: number;
  readonly evidence: number;
  readonly minStrength: number;
  /** Reached already, by what is said of them. */
  readonly without: ReadonlySet<string>;
}

export interface RelatedByMention {
  readonly related: readonly Related[];
  readonly total: number;
  readonly complete: boolean;
}

export async function relatedByMention(
  storage: Storage,
  entity: Entity,
  { workspace, limit, evidence, minStrength, without }: MentionOptions,
): Promise<RelatedByMention> {
  const { companions, sentences, complete } = await companionsOf(storage, workspace, entity.id);
  const wanted = companions.filter(({ entityId, count }) => !without.has(entityId) && count / sentences >= minStrength);
  const shown = wanted.slice(0, limit);
  const entities = await storage.graph.entities(
    workspace,
    shown.map(({ entityId }) => entityId),
  );
  const others = new Map(entities.map((one) => [one.id, one]));
  const snippets = await snippetsOf(
    storage,
    workspace,
    shown.map(({ places }) => places.slice(0, evidence)),
  );
  const related = shown.flatMap((companion, i) => {
    const other = others.get(companion.entityId);
    return other ? [toRelated(entity, other, companion, { sentences, evidence: snippets[i] ?? [] })] : [];
  });
  return { related, total: wanted.length, complete };
}

function toRelated(
  entity: Entity,
  other: Entity,
  { count }: Companion,
  { sentences, evidence }: { readonly sentences: number; readonly evidence: readonly EvidenceSnippet[] },
): Related {
  const strength = count / sentences;
  const since = evidence.length > 0 ? Math.min(...evidence.map(({ validFrom }) => validFrom)) : other.createdAt;
  const step = {
    id: relationId(entity.id, MENTIONED_WITH, other.id),
    source: toNamed(entity),
    type: MENTIONED_WITH,
    target: toNamed(other),
    strength,
    evidenceCount: count,
    validFrom: since,
    validTo: null,
    evidence,
  };
  return { entity: other, distance: 1, strength, path: [step] };
}

async function snippetsOf(
  storage: Storage,
  workspace: string,
  places: readonly (readonly TogetherPlace[])[],
): Promise<EvidenceSnippet[][]> {
  const ids = [...new Set(places.flat().map(({ memoryId }) => memoryId))];
  const memories = new Map((await storage.memories.summaries(workspace, ids)).map((memory) => [memory.id, memory]));
  const pieces = places.map((some) => some.flatMap((place) => toPiece(place, memories.get(place.memoryId))));
  const textOf = await textsOf(storage, workspace, pieces.flat());
  return pieces.map((some) => some.map((piece) => toSnippet(piece, textOf(piece))));
}

/** That both stand there is certain; the memory says since when. */
function toPiece({ memoryId, start, end }: TogetherPlace, memory: MemorySummary | undefined) {
  if (!memory) return [];
  const { version, validFrom, validTo, recordedAt } = memory;
  return [{ memoryId, version, start, end, confidence: 1, validFrom, validTo, recordedAt, recordedTo: null }];
}
