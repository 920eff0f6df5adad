/** Passages: the stretches of a memory's text that are indexed and found as one. */
import type { Passage, PassageSpan } from '@zapomni/core/model';
import type { EmbeddingClaim } from '@zapomni/core/ports';
import type { Database } from './database.ts';
import { logChanged } from './index-log.ts';
import { decodeText, toByteSpans } from './text-bytes.ts';
import { addWords, dropWords } from './words.ts';

/** The memory that passages belong to, as the tables name it. */
export interface PassageOwner {
  readonly memory: number;
  readonly workspace: number;
  readonly live: boolean;
}

export interface CutText {
  readonly text: string;
  readonly byteLength: number;
  readonly passages: readonly PassageSpan[];
}

/** Stores, indexes by words and queues for embedding; leased to the claimer, if there is one. */
export function addPassages(db: Database, owner: PassageOwner, cut: CutText, claim?: EmbeddingClaim): number[] {
  const spans = toByteSpans(cut.text, cut.byteLength, cut.passages);
  return spans.map((span, ordinal) => {
    const { lastId } = db.run(
      `INSERT INTO passages (memory, workspace, live, ordinal, start, end, byte_start, byte_end)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      owner.memory,
      owner.workspace,
      owner.live ? 1 : 0,
      ordinal,
      span.start,
      span.end,
      span.byteStart,
      span.byteEnd,
    );
    addWords(db, lastId, cut.text.slice(span.start, span.end));
    db.run(
      'INSERT INTO pending (passage, owner, lease_until) VALUES (?, ?, ?)',
      lastId,
      claim?.owner ?? null,
      claim?.until ?? 0,
    );
    return lastId;
  });
}

export function passageIdsOf(db: Database, memory: number): number[] {
  const rows = db.all<{ id: number }>('SELECT id FROM passages WHERE memory = ? ORDER BY ordinal', memory);
  return rows.map((row) => row.id);
}

/** Removes them from every index. */
export function dropPassages(db: Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  db.run('DELETE FROM vectors WHERE passage IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM pending WHERE passage IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM passages WHERE id IN (SELECT value FROM json_each(?))', list);
  logChanged(db, list);
  dropWords(db, ids);
}

/** No longer found by default: another memory has replaced theirs. */
export function closePassages(db: Database, memory: number): void {
  db.run('UPDATE passages SET live = 0 WHERE memory = ?', memory);
  logChanged(db, JSON.stringify(passageIdsOf(db, memory)));
}

interface PassageRow {
  readonly id: number;
  readonly memory: number;
  readonly uuid: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly byte_start: number;
  readonly byte_end: number;
}

/** With their texts, in the order asked; those that are gone are left out. Each memory's text is read once. */
export function readPassages(db: Database, ids: readonly number[]): Passage[] {
  const rows = db.all<PassageRow>(
    `SELECT p.id, p.memory, m.uuid, p.ordinal, p.start, p.end, p.byte_start, p.byte_end
     FROM passages p JOIN memories m ON m.id = p.memory
     WHERE p.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  const found = new Map<number, Passage>();
  for (const [memory, group] of Map.groupBy(rows, (row) => row.memory)) {
    const body = db.value<Uint8Array>('SELECT body FROM memory_texts WHERE memory = ?', memory);
    if (body) for (const row of group) found.set(row.id, toPassage(row, body));
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function toPassage(row: PassageRow, body: Uint8Array): Passage {
  const { id, uuid, ordinal, start, end } = row;
  return { id, memoryId: uuid, ordinal, start, end, text: decodeText(body, row.byte_start, row.byte_end) };
}
