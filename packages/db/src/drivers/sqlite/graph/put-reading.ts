/** What one memory says, in the place of what was read from it before. Runs inside the caller's transaction. */
import type { Reading } from '@zapomni/core/ports';
import { invalidField } from '@zapomni/core/errors';
import type { Database } from '../database.ts';
import { findRow, type MemoryRow } from '../memory-rows.ts';
import { checkConfidence, checkEntity, checkRelationType, checkTimes } from '../../../shared/check-drafts.ts';
import { believedOf, insertEvidence, withdraw, type NewEvidence } from './evidence-rows.ts';
import { putMentions } from './mention-rows.ts';
import { ensureEntities, formsOf, putForms } from './names.ts';
import { dropOrphans } from './orphans.ts';
import { takeOffReading, textVersion } from './readings.ts';
import { ensureRelation, settle } from './relation-rows.ts';

/** False when the memory is gone or has another text by now. */
export function putReading(db: Database, reading: Reading, at: number): boolean {
  const memory = findRow(db, reading.workspace, reading.memoryId);
  if (!memory || textVersion(db, memory.id) !== reading.version) return false;
  checkReading(db, reading, memory);
  const rows = ensureEntities(db, memory.workspace, reading.entities, at);
  putForms(db, memory.workspace, memory.id, formsOf(reading.entities, rows));
  const owner = { id: memory.id, workspace: memory.workspace, live: memory.superseded_by === null };
  const ids = rows.map(({ id }) => id);
  const unmentioned = putMentions(
    db,
    owner,
    reading.mentions.map(({ passageId, start, end, entity }) => ({
      passage: passageId,
      start,
      end,
      entity: ids[entity] as number,
    })),
  );
  const unrelated = putEvidence(db, memory, { reading, ids }, at);
  const mentioned = new Set(reading.mentions.map(({ entity }) => ids[entity]));
  const loose = ids.filter((id) => !mentioned.has(id));
  dropOrphans(db, [...unmentioned, ...unrelated, ...loose, ...takeOffReading(db, memory.id)]);
  return true;
}

/** Evidence that stays keeps its record. Answers with entities that may have lost their last relation. */
function putEvidence(
  db: Database,
  memory: MemoryRow,
  { reading, ids }: { readonly reading: Reading; readonly ids: readonly number[] },
  at: number,
): number[] {
  const before = believedOf(db, memory.id).filter((row) => row.asserted === 0);
  const now = before.reduce((latest, row) => Math.max(latest, row.recorded_at), at);
  const wanted = wantedEvidence(db, memory, { reading, ids }, now);
  const known = new Set(before.map(sameness));
  const gone = before.filter((row) => !wanted.has(sameness(row)));
  const fresh = [...wanted].flatMap(([key, row]) => (known.has(key) ? [] : [row]));
  for (const row of gone) withdraw(db, row, now);
  for (const row of fresh) insertEvidence(db, row);
  const ends = settle(
    db,
    [...gone, ...fresh].map(({ relation }) => relation),
    now,
  );
  return ends.flatMap(({ source, target }) => [source, target]);
}

/** By what makes two rows the same; one for each place of a relation, the most certain. */
function wantedEvidence(
  db: Database,
  memory: MemoryRow,
  { reading, ids }: { readonly reading: Reading; readonly ids: readonly number[] },
  at: number,
): Map<string, NewEvidence> {
  const byPlace = new Map<string, NewEvidence>();
  for (const { source, type, target, start, end, confidence, validFrom, validTo } of reading.relations) {
    const until = Math.min(validTo ?? Infinity, memory.valid_to ?? Infinity);
    if (until <= validFrom) continue;
    const ends = { workspace: memory.workspace, source: ids[source] as number, type, target: ids[target] as number };
    const row: NewEvidence = {
      workspace: memory.workspace,
      relation: ensureRelation(db, ends),
      memory: memory.id,
      asserted: 0,
      version: reading.version,
      start,
      end,
      confidence,
      valid_from: validFrom,
      valid_to: Number.isFinite(until) ? until : null,
      recorded_at: at,
    };
    const place = `${row.relation} ${start} ${end}`;
    const other = byPlace.get(place);
    if (!other || other.confidence < confidence) byPlace.set(place, row);
  }
  return new Map([...byPlace.values()].map((row) => [sameness(row), row]));
}

function sameness(row: NewEvidence): string {
  return [row.relation, row.version, row.start, row.end, row.confidence, row.valid_from, row.valid_to].join(' ');
}

function checkReading(db: Database, reading: Reading, memory: MemoryRow): void {
  for (const [i, draft] of reading.entities.entries()) checkEntity(draft, `entities[${i}]`);
  const isEntity = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < reading.entities.length;
  const passages = new Set(
    db.all<{ id: number }>('SELECT id FROM passages WHERE memory = ?', memory.id).map((p) => p.id),
  );
  for (const [i, mention] of reading.mentions.entries()) {
    const field = `mentions[${i}]`;
    if (!isEntity(mention.entity)) throw invalidField(`${field}.entity`, 'is not an index into the entities');
    if (!passages.has(mention.passageId)) throw invalidField(`${field}.passageId`, 'is not a passage of the memory');
    checkPlace(mention, memory, field);
  }
  for (const [i, relation] of reading.relations.entries()) {
    const field = `relations[${i}]`;
    for (const end of ['source', 'target'] as const) {
      if (!isEntity(relation[end])) throw invalidField(`${field}.${end}`, 'is not an index into the entities');
    }
    checkRelationType(relation.type, `${field}.type`);
    checkConfidence(relation.confidence, `${field}.confidence`);
    checkTimes(relation.validFrom, relation.validTo, field);
    checkPlace(relation, memory, field);
  }
}

function checkPlace({ start, end }: { start: number; end: number }, { length }: MemoryRow, field: string): void {
  const inside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length;
  if (!inside) throw invalidField(`${field}.start`, 'lies outside the text');
}
