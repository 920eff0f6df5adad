/** Entities and relations as clients and `--json` show them. */
import type {
  EntityView,
  EvidenceSnippet,
  FoundByName,
  MergeSuggestion,
  MergeSuggestions,
  NamedEntity,
  Related,
  RelatedResult,
  SaidWords,
} from '@zapomni/core/graph';
import type { GraphStatus, RelationView } from '@zapomni/core/graph';
import type { Entity } from '@zapomni/core/model';
import { toTask } from './task.ts';
import { iso, round } from './values.ts';

export type ShownEntity = ReturnType<typeof toEntity>;
export type ShownRelation = ReturnType<typeof toRelation>;

export function toEntity(entity: Entity) {
  return {
    entity_id: entity.id,
    name: entity.name,
    type: entity.type,
    mentions: entity.mentions,
    relations: entity.relations,
    aliases: [...entity.aliases],
    asserted: entity.asserted,
    ...(entity.merged.length > 0 ? { merged: [...entity.merged] } : {}),
  };
}

export function toNamed({ id, name, type }: NamedEntity) {
  return { entity_id: id, name, type };
}

export function toRelation(relation: RelationView) {
  return {
    relation_id: relation.id,
    source: relation.source.name,
    source_id: relation.source.id,
    type: relation.type,
    target: relation.target.name,
    target_id: relation.target.id,
    strength: round(relation.strength),
    evidence_count: relation.evidenceCount,
    valid_from: iso(relation.validFrom),
    ...(relation.validTo === null ? {} : { valid_to: iso(relation.validTo) }),
    evidence: relation.evidence.map(toEvidence),
  };
}

/** What a name meant. */
function toNames({ entity, alternatives, suggestions }: FoundByName) {
  return {
    status: entity ? ('found' as const) : ('not_found' as const),
    ...(entity ? { entity: toEntity(entity) } : {}),
    alternatives: alternatives.map(toEntity),
    suggestions: suggestions.map(toEntity),
  };
}

function toRelatedOne({ entity, distance, strength, path }: Related) {
  return { ...toNamed(entity), distance, strength: round(strength), path: path.map(toRelation) };
}

export function toRelated(found: RelatedResult) {
  const { total, complete } = found;
  return { ...toNames(found), total, complete, related: found.related.map(toRelatedOne) };
}

export function toEntities(entities: readonly Entity[]) {
  return { count: entities.length, entities: entities.map(toEntity) };
}

export function toEntityView(view: EntityView) {
  return {
    ...toNames(view),
    relations: view.relations.map(toRelation),
    relations_total: view.relationsTotal,
    mentions: view.mentions.map(({ memoryId, text, start, end }) => ({ memory_id: memoryId, text, start, end })),
    mentions_total: view.mentionsTotal,
    ...(view.moreMentions === null ? {} : { next_cursor: view.moreMentions }),
    merges: view.merges.map(({ id, from, at }) => ({ merge_id: id, from, at: iso(at) })),
    merge_suggestions: view.mergeSuggestions.map(toSuggestion),
  };
}

function toSuggestion({ into, from, reason, score }: MergeSuggestion) {
  return { into: toNamed(into), from: toNamed(from), reason, score: round(score) };
}

export function toSuggestions({ suggestions, compared, complete }: MergeSuggestions) {
  return { count: suggestions.length, suggestions: suggestions.map(toSuggestion), compared, complete };
}

export function toMerged({ merge, entity }: { readonly merge: { readonly id: string }; readonly entity: NamedEntity }) {
  return { status: 'merged' as const, merge_id: merge.id, entity: toNamed(entity) };
}

export function toSplit({ into, from }: { readonly into: NamedEntity; readonly from: NamedEntity }) {
  return { status: 'split' as const, into: toNamed(into), from: toNamed(from) };
}

export function toStatus(status: GraphStatus) {
  const { health, reason, entities, relations, mentions, memories, pending, enabled, extractor } = status;
  return {
    health,
    reason,
    entities,
    relations,
    mentions,
    entity_types: { ...status.entityTypes },
    relation_types: { ...status.relationTypes },
    memories,
    pending,
    coverage_percent: round(status.coverage),
    entities_per_memory: round(status.entitiesPerMemory),
    relations_per_entity: round(status.relationsPerEntity),
    top_connected: status.topConnected.map(toEntity),
    tasks: status.tasks.map(toTask),
    enabled,
    extractor,
    workspace_id: status.workspace,
  };
}

function toSaid({ start, end, quote, mark }: SaidWords) {
  return { quote, start, end, mark: [mark.start, mark.end] };
}

function toEvidence(evidence: EvidenceSnippet) {
  return {
    ...(evidence.memoryId === null ? {} : { memory_id: evidence.memoryId }),
    text: evidence.text,
    ...(evidence.said ? toSaid(evidence.said) : {}),
    confidence: round(evidence.confidence),
    valid_from: iso(evidence.validFrom),
    ...(evidence.validTo === null ? {} : { valid_to: iso(evidence.validTo) }),
    recorded_at: iso(evidence.recordedAt),
    ...(evidence.recordedTo === null ? {} : { recorded_to: iso(evidence.recordedTo) }),
  };
}
