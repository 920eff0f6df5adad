/**
 * How the official memory server's graph is kept: every entity, observation and relation is a memory of its own, so that
 * search, history and time know them like anything else that was remembered.
 *
 *   kind         text                          metadata
 *   entity       Ada (Person)                  entity, entity_type, other_fields?
 *   observation  Speaks fluent Spanish         entity, entity_type, exact?
 *   relation     Ada works at Acme             from, relation_type, to, other_fields?
 *
 * The key is made of what identifies the thing, so that the store itself refuses a second one, whoever adds it.
 */
import type { JsonValue, Memory, Metadata } from '../../model/index.ts';
import { sha256 } from '../memory/prepare-text.ts';
import type { MemoryDraft } from '../memory/draft.ts';
import type { KnowledgeEntity, KnowledgeRelation } from './knowledge-graph.ts';

/** The `source` of all of them. */
export const SERVER_MEMORY = 'server-memory';
export const RECORD_KINDS = ['entity', 'observation', 'relation'] as const;

/** Stands in for a text without a letter, which no memory can have. */
const BLANK = '(blank)';

/** A draft whose key is never left out. */
export type RecordDraft = MemoryDraft & { readonly key: string };
export type EntityFacts = Pick<KnowledgeEntity, 'name' | 'entityType'>;

export type KnowledgeRecord =
  | ({ readonly kind: 'entity'; readonly otherFields?: Metadata } & EntityFacts)
  | { readonly kind: 'observation'; readonly entity: string; readonly content: string }
  | ({ readonly kind: 'relation'; readonly otherFields?: Metadata } & KnowledgeRelation);

export async function entityDraft({ name, entityType }: EntityFacts, otherFields?: Metadata): Promise<RecordDraft> {
  return {
    kind: 'entity',
    source: SERVER_MEMORY,
    text: entityType.trim() === '' ? name.trim() || BLANK : `${name} (${entityType})`,
    metadata: { entity: name, entity_type: entityType, ...others(otherFields) },
    key: await keyOf('entity', name),
  };
}

export async function observationDraft({ name, entityType }: EntityFacts, content: string): Promise<RecordDraft> {
  const text = content.trim();
  return {
    kind: 'observation',
    source: SERVER_MEMORY,
    text: text || BLANK,
    metadata: { entity: name, entity_type: entityType, ...(text === content && text !== '' ? {} : { exact: content }) },
    key: await keyOf('observation', name, content),
  };
}

export async function relationDraft(relation: KnowledgeRelation, otherFields?: Metadata): Promise<RecordDraft> {
  const { from, to, relationType } = relation;
  return {
    kind: 'relation',
    source: SERVER_MEMORY,
    text: `${from} ${relationType.replaceAll('_', ' ')} ${to}`.trim() || BLANK,
    metadata: { from, relation_type: relationType, to, ...others(otherFields) },
    key: await keyOf('relation', from, relationType, to),
  };
}

/** What a memory records, or null when it is none of these. */
export function toRecord({ kind, text, metadata }: Pick<Memory, 'kind' | 'text' | 'metadata'>): KnowledgeRecord | null {
  const { entity, entity_type: entityType, from, relation_type: relationType, to } = metadata;
  const otherFields = isObject(metadata['other_fields']) ? { otherFields: metadata['other_fields'] } : {};
  if (kind === 'entity' && isText(entity) && isText(entityType))
    return { kind, name: entity, entityType, ...otherFields };
  if (kind === 'observation' && isText(entity)) return { kind, entity, content: contentOf(text, metadata['exact']) };
  if (kind === 'relation' && isText(from) && isText(relationType) && isText(to))
    return { kind, from, relationType, to, ...otherFields };
  return null;
}

/** The exact text, unless the memory has been given another one since. */
function contentOf(text: string, exact: JsonValue | undefined): string {
  return isText(exact) && (exact.trim() || BLANK) === text ? exact : text;
}

function others(otherFields: Metadata | undefined): Metadata {
  return otherFields && Object.keys(otherFields).length > 0 ? { other_fields: otherFields } : {};
}

async function keyOf(...parts: readonly string[]): Promise<string> {
  return `${SERVER_MEMORY}:${await sha256(JSON.stringify(parts))}`;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
