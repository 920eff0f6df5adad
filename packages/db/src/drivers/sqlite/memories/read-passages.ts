/** Passages with their texts. */
import type { Passage } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { decodeText } from '../../../shared/text-bytes.ts';

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
