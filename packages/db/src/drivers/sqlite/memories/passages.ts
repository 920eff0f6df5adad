/** Passages: the stretches of a memory's text that are indexed and found as one. */
import type { PassageSpan } from '@zapomni/core/model';
import type { EmbeddingClaim } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { logChanged } from '../vectors/index-log.ts';
import { closeInSegments } from '../vectors/segments/segment-rows.ts';
import { toByteSpans } from '../../../shared/text-bytes.ts';
import { dropVectors } from '../vectors/vector-rows.ts';
import { addWords, dropWords, supersedeWords } from '../full-text/passage-words.ts';

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
  const added = spans.map((span, ordinal) => {
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
    db.run(
      'INSERT INTO pending (passage, owner, lease_until) VALUES (?, ?, ?)',
      lastId,
      claim?.owner ?? null,
      claim?.until ?? 0,
    );
    return { id: lastId, text: cut.text.slice(span.start, span.end) };
  });
  addWords(db, owner.workspace, added);
  return added.map(({ id }) => id);
}

export function passageIdsOf(db: Database, memory: number): number[] {
  const rows = db.all<{ id: number }>('SELECT id FROM passages WHERE memory = ? ORDER BY ordinal', memory);
  return rows.map((row) => row.id);
}

/** Removes them from every index. Call it while their texts are still there. */
export function dropPassages(db: Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  dropWords(db, ids);
  dropVectors(db, ids);
  db.run('DELETE FROM pending WHERE passage IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM passages WHERE id IN (SELECT value FROM json_each(?))', list);
  logChanged(db, list);
}

/** No longer found by default: another memory has replaced theirs. */
export function closePassages(db: Database, memory: number): void {
  db.run('UPDATE passages SET live = 0 WHERE memory = ?', memory);
  const ids = passageIdsOf(db, memory);
  closeInSegments(db, ids);
  supersedeWords(db, ids);
  logChanged(db, JSON.stringify(ids));
}
