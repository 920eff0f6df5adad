/** Enough vectors that they are packed: those of one model go, the other's stay, and the file becomes smaller. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { STORE_FILE } from '../connection/store-file.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';

const COUNT = 2100;
const HERE = { workspace: 'default' };

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

function count(sql: string): unknown {
  const db = new DatabaseSync(join(fixture.dataDir, STORE_FILE), { timeout: 5000 });
  try {
    return Object.values(db.prepare(sql).get() ?? {})[0];
  } finally {
    db.close();
  }
}

async function fill(storage: Storage, models: readonly string[]): Promise<void> {
  // Of these numbers all are short.
  const memories = Array.from({ length: COUNT }, (_, i) => numberedMemory(0, i * 35));
  const stored = await storage.memories.add(memories, 1);
  const ids = stored.flatMap(({ passageIds }) => passageIds);
  for (const model of models) {
    await storage.vectors.put(
      model,
      ids.map((passageId, i) => ({ passageId, vector: vectorOf(i), tokens: new Uint8Array(1000) })),
    );
  }
  await vi.waitFor(() => expect(count('SELECT count(DISTINCT model) FROM code_segments')).toBe(models.length), 30_000);
}

/** 384 numbers, as long as the usual ones. */
function vectorOf(i: number): Float32Array {
  return Float32Array.from({ length: 384 }, (_, at) => (at < 2 ? ([1, i / COUNT][at] ?? 0) : 0));
}

async function forgetAll(storage: Storage, model: string): Promise<number> {
  let gone = 0;
  for (let portion = 1; portion > 0; gone += portion) portion = await storage.vectors.forget(model);
  return gone;
}

test('packed vectors of a model go, and what they took is given back', async () => {
  const { storage } = fixture;
  await fill(storage, ['old', 'new']);
  const other = fixture.open();
  const before = await other.vectors.nearest('new', vectorOf(0), 20, HERE);
  const sizeOf = () =>
    [STORE_FILE, `${STORE_FILE}-wal`].reduce(
      (sum, file) => sum + (statSync(join(fixture.dataDir, file), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  const full = sizeOf();
  expect(await forgetAll(storage, 'old')).toBe(COUNT);
  expect(count('SELECT count(DISTINCT model) FROM code_segments')).toBe(1);
  expect(count('SELECT count(*) FROM token_codes')).toBe(COUNT);
  expect(await other.vectors.nearest('new', vectorOf(0), 20, HERE)).toEqual(before);
  // Nearly half of the store was the old model's.
  await vi.waitFor(() => expect(count('PRAGMA freelist_count')).toBe(0), 30_000);
  await storage.close();
  await other.close();
  expect(sizeOf()).toBeLessThan(0.7 * full);
});

test('a number of a forgotten model is not given to another', async () => {
  const { storage } = fixture;
  const [stored] = await storage.memories.add([numberedMemory(0, 0)], 1);
  const put = (model: string, ...parts: number[]) =>
    storage.vectors.put(model, [{ passageId: stored?.passageIds[0] ?? 0, vector: Float32Array.from(parts) }]);
  await put('a', 1, 0);
  await forgetAll(storage, 'a');
  await put('b', 1, 0, 0);
  expect(count("SELECT id FROM embedding_models WHERE name = 'b'")).toBe(2);
});
