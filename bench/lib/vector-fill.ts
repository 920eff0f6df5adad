/**
 * Fills a store with vectors. Memories and passages are written straight into the tables, without texts or words, since
 * only vectors are measured; vectors go through the door.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Storage } from '@zapomni/core/ports';

const BATCH = 2000;
/** Each memory carries one of these, so that a tag lets one in a hundred through. */
export const TAGS = 100;

export interface Filling {
  readonly dataDir: string;
  readonly storage: Storage;
  readonly model: string;
  readonly count: number;
  /** Vector of the passage with that number, from 1. */
  vector(passage: number): Float32Array;
}

export async function fillVectors({ dataDir, storage, model, count, vector }: Filling): Promise<void> {
  await storage.workspaces.create({ id: 'default', name: 'default', description: '', createdAt: 0 });
  const raw = new DatabaseSync(join(dataDir, 'zapomni.db'), { timeout: 10_000 });
  raw.exec('PRAGMA synchronous = NORMAL');
  const memory = raw.prepare(
    `INSERT INTO memories (id, uuid, workspace, kind, tags, source, metadata, hash, happened_at, created_at, updated_at,
       version, recorded_at, valid_from, length, bytes, preview, passage_count)
     VALUES (?, ?, 1, 'note', ?, '', '{}', '', ?, 0, 0, 1, 0, 0, 0, 0, '', 1)`,
  );
  const tag = raw.prepare('INSERT INTO memory_tags (workspace, tag, memory) VALUES (1, ?, ?)');
  const passage = raw.prepare(
    `INSERT INTO passages (id, memory, workspace, live, ordinal, start, end, byte_start, byte_end)
     VALUES (?, ?, 1, 1, 0, 0, 0, 0, 0)`,
  );
  for (let from = 1; from <= count; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - from + 1) }, (_, i) => from + i);
    raw.exec('BEGIN IMMEDIATE');
    for (const id of ids) {
      const name = `tag-${id % TAGS}`;
      memory.run(id, `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`, `["${name}"]`, id);
      tag.run(name, id);
      passage.run(id, id);
    }
    raw.exec('COMMIT');
    await storage.vectors.put(
      model,
      ids.map((passageId) => ({ passageId, vector: vector(passageId) })),
    );
  }
  raw.exec(`UPDATE workspaces SET memories = ${count}, passages = ${count}`);
  raw.close();
}

/** From here on an engine may arrange vectors in lists; see the store's own sizes. */
const LISTED_FROM = 300_000;
const UNSORTED_AT_MOST = 32;

/** Waits until nothing is left to pack or to sort; `wake` asks the store something, so that it looks. */
export async function settle(dataDir: string, count: number, wake: () => Promise<unknown>): Promise<void> {
  const raw = new DatabaseSync(join(dataDir, 'zapomni.db'), { readOnly: true, timeout: 10_000 });
  const packed = raw.prepare(`SELECT value FROM meta WHERE key = 'vectors_packed_to'`);
  const sorted = raw.prepare(
    `SELECT (SELECT trained_on FROM vector_lists) AS lists,
       (SELECT count(*) FROM code_segments WHERE generation < coalesce((SELECT generation FROM vector_lists), 1)) AS left`,
  );
  const isSettled = () => {
    if (count - Number(packed.get()?.['value'] ?? 0) >= 1024) return false;
    const { lists, left } = sorted.get() as { lists: number | null; left: number };
    return count < LISTED_FROM || (lists !== null && lists * 2 > count && left < UNSORTED_AT_MOST);
  };
  while (!isSettled()) {
    await wake();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  raw.close();
}
