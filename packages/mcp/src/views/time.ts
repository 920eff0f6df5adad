/** What held for a while, and what the store learned, as clients and `--json` show it. */
import type { Change, TimelineEntry } from '@zapomni/core/time';
import { iso, round, toRelation } from './graph.ts';

/** As much of a memory's text as is shown beside its id. */
const LONGEST = 1000;

export function toEntry(entry: TimelineEntry) {
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

export function toChange(change: Change) {
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

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
