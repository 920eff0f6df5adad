/** What held for a while, and what the store learned, as clients and `--json` show it. */
import type { Page, RecordedMemory } from '@zapomni/core/ports';
import type { Change, Snapshot, Timeline, TimelineEntry } from '@zapomni/core/time';
import { toEntity, toRelation } from './graph.ts';
import { iso, round } from './values.ts';

/** As much of a memory's text as is shown beside its id. */
const LONGEST = 1000;
/** A snapshot has many of them. */
const SNAPSHOT_LONGEST = 300;

/** `asked`: an entity was named, and so may not be found. */
export function toTimeline({ entries, next, entity, suggestions }: Timeline, asked: boolean) {
  return {
    status: asked && !entity ? ('not_found' as const) : ('found' as const),
    count: entries.length,
    entries: entries.map(toEntry),
    ...(next === null ? {} : { next_cursor: next }),
    ...(entity ? { entity: toEntity(entity) } : {}),
    suggestions: suggestions.map(toEntity),
  };
}

function toEntry(entry: TimelineEntry) {
  return {
    from: iso(entry.from),
    ...(entry.until === null ? {} : { until: iso(entry.until) }),
    kind: entry.kind,
    recorded_at: iso(entry.recordedAt),
    ...(entry.recordedTo === null ? {} : { recorded_to: iso(entry.recordedTo) }),
    ...(entry.kind === 'memory'
      ? { memory_id: entry.memoryId, text: cut(entry.text), version: entry.version }
      : { relation: toRelation(entry.relation) }),
  };
}

export function toChanges({ items, next, total }: Page<Change>) {
  return {
    count: items.length,
    total,
    changes: items.map(toChange),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

export function toSnapshot({ memories, relations, validAt, knownAt }: Snapshot) {
  return {
    as_of: iso(validAt),
    known_at: iso(knownAt),
    memories_total: memories.total,
    memories: memories.items.map(toRecorded),
    relations_total: relations.total,
    relations: relations.items.map(toRelation),
    ...(memories.next === null ? {} : { memory_cursor: memories.next }),
    ...(relations.next === null ? {} : { relation_cursor: relations.next }),
  };
}

function toRecorded(memory: RecordedMemory) {
  return {
    memory_id: memory.id,
    text: cut(memory.text, SNAPSHOT_LONGEST),
    version: memory.version,
    valid_from: iso(memory.validFrom),
    ...(memory.validTo === null ? {} : { valid_to: iso(memory.validTo) }),
    recorded_at: iso(memory.recordedAt),
    ...(memory.recordedTo === null ? {} : { recorded_to: iso(memory.recordedTo) }),
  };
}

function toChange(change: Change) {
  const base = { at: iso(change.at), kind: change.kind, change: change.change };
  if (change.kind === 'memory')
    return {
      ...base,
      memory_id: change.memoryId,
      ...(change.text === null ? {} : { text: cut(change.text) }),
      ...(change.version === null ? {} : { version: change.version }),
    };
  return {
    ...base,
    relation_id: change.relationId,
    type: change.type,
    ...(change.source === null ? {} : { source: change.source }),
    ...(change.target === null ? {} : { target: change.target }),
    ...(change.memoryId === null ? {} : { memory_id: change.memoryId }),
    confidence: round(change.confidence),
    valid_from: iso(change.validFrom),
    ...(change.validTo === null ? {} : { valid_to: iso(change.validTo) }),
  };
}

function cut(text: string, longest = LONGEST): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}
