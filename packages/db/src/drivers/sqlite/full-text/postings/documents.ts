/** Rows of `word_documents`: the passages of a segment by slot, with the number of terms in each. */
import type { Database } from '../../connection/database.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

const PER_ROW = 1024;

/** Stands for the length of a passage that has been removed; its slot stays empty. */
export const REMOVED = -1;

/** By slot, passages ascending. */
export interface Documents {
  readonly passages: number[];
  readonly lengths: number[];
}

export function writeDocuments(db: Database, segment: number, { passages, lengths }: Documents): void {
  for (let slot = 0; slot < passages.length; slot += PER_ROW) {
    const chunk = { passages: passages.slice(slot, slot + PER_ROW), lengths: lengths.slice(slot, slot + PER_ROW) };
    const sql = 'INSERT INTO word_documents (segment, first, slot, data) VALUES (?, ?, ?, ?)';
    db.run(sql, segment, passages[slot] as number, slot, pack(chunk));
  }
}

export function readDocuments(db: Database, segment: number): Documents {
  const documents: Documents = { passages: [], lengths: [] };
  const sql = 'SELECT first, data FROM word_documents WHERE segment = ? ORDER BY first';
  for (const [first, data] of db.rows<[number, Uint8Array]>(sql, segment)) unpack(first, data, documents);
  return documents;
}

/** Marks the passages as removed; their slots and lengths, for those that the segment held. */
export function removeDocuments(
  db: Database,
  segment: number,
  passages: readonly number[],
): { passage: number; slot: number; length: number }[] {
  const byRow = Map.groupBy(passages, (passage) => rowOf(db, segment, passage));
  return [...byRow].flatMap(([first, group]) => (first === undefined ? [] : removeFrom(db, segment, first, group)));
}

function rowOf(db: Database, segment: number, passage: number): number | undefined {
  const sql = 'SELECT first FROM word_documents WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1';
  return db.value<number>(sql, segment, passage);
}

function removeFrom(db: Database, segment: number, first: number, passages: readonly number[]) {
  const sql = 'SELECT slot, data FROM word_documents WHERE segment = ? AND first = ?';
  const row = db.get<{ slot: number; data: Uint8Array }>(sql, segment, first);
  if (!row) return [];
  const held = unpack(first, row.data, { passages: [], lengths: [] });
  const slots = new Map(held.passages.map((passage, slot) => [passage, slot]));
  const removed = passages.flatMap((passage) => {
    const slot = slots.get(passage) ?? -1;
    const length = held.lengths[slot] ?? REMOVED;
    if (length === REMOVED) return [];
    held.lengths[slot] = REMOVED;
    return { passage, slot: row.slot + slot, length };
  });
  const update = 'UPDATE word_documents SET data = ? WHERE segment = ? AND first = ?';
  if (removed.length > 0) db.run(update, pack(held), segment, first);
  return removed;
}

function pack({ passages, lengths }: Documents): Uint8Array {
  const writer = new ByteWriter();
  let before = passages[0] ?? 0;
  for (const [slot, passage] of passages.entries()) {
    writer.number(passage - before);
    writer.number((lengths[slot] ?? REMOVED) - REMOVED);
    before = passage;
  }
  return writer.take();
}

function unpack(first: number, data: Uint8Array, onto: Documents): Documents {
  const reader = new ByteReader(data);
  let passage = first;
  while (!reader.done) {
    passage += reader.number();
    onto.passages.push(passage);
    onto.lengths.push(reader.number() + REMOVED);
  }
  return onto;
}
