/** What one memory says, in the place of what was read from it before. Runs inside the caller's transaction. */
import type { Reading } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { findRow, type MemoryRow } from '../memories/memory-rows.ts';
import { checkReading, type ReadText } from '../../../shared/check-reading.ts';
import { believedOf, insertEvidence, withdraw, type NewEvidence } from '../graph/evidence-rows.ts';
import { putMentions } from '../graph/mention-rows.ts';
import { ensureEntities, formsOf, putForms } from '../graph/names.ts';
import { dropOrphans } from '../graph/orphans.ts';
import { takeOffReading, textVersion } from './extraction-queue.ts';
import { ensureRelation, settle } from '../graph/relation-rows.ts';

/** False when the memory is gone or has another text by now. */
export function putReading(db: Database, reading: Reading, at: number): boolean {
  const memory = findRow(db, reading.workspace, reading.memoryId);
  if (!memory || textVersion(db, memory.id) !== reading.version) return false;
  checkReading(reading, textOf(db, memory));
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

function textOf(db: Database, { id, length }: MemoryRow): ReadText {
  const rows = db.all<{ id: number }>('SELECT id FROM passages WHERE memory = ?', id);
  const passages = new Set(rows.map((passage) => passage.id));
  return { length, hasPassage: (passage) => passages.has(passage) };
}
