import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STORE_FILE } from '../connection/store-file.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';

const HERE = { workspace: 'default' };

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

test('a process that has missed entries of the log reads all vectors anew', async () => {
  const { storage } = fixture;
  const writer = fixture.open();
  const stored = await writer.memories.add(
    [0, 5, 10].map((number) => numberedMemory(0, number)),
    1,
  );
  const put = (i: number) =>
    writer.vectors.put('m', [{ passageId: stored[i]?.passageIds[0] ?? 0, vector: Float32Array.of(1, i) }]);
  const nearest = async (): Promise<string[]> => {
    const hits = await storage.vectors.nearest('m', Float32Array.of(1, 0), 5, HERE);
    return hits.map((hit) => hit.memoryId);
  };
  await put(0);
  expect(await nearest()).toEqual([stored[0]?.id]);
  await put(1);
  await put(2);
  const raw = new DatabaseSync(join(fixture.dataDir, STORE_FILE));
  raw.exec('DELETE FROM index_log WHERE seq < (SELECT max(seq) FROM index_log)');
  raw.close();
  expect(await nearest()).toEqual(stored.map((one) => one.id));
});

test('the log of changes is cut at its old end', async () => {
  const { storage } = fixture;
  const [stored] = await storage.memories.add([numberedMemory(0, 0)], 1);
  const raw = new DatabaseSync(join(fixture.dataDir, STORE_FILE));
  raw.exec('INSERT INTO index_log (seq, passage) VALUES (1, 1), (200000, 1)');
  await storage.vectors.put('m', [{ passageId: stored?.passageIds[0] ?? 0, vector: Float32Array.of(1, 0) }]);
  expect(raw.prepare('SELECT seq FROM index_log').all()).toEqual([{ seq: 200_000 }, { seq: 200_001 }]);
  raw.close();
  expect(await storage.vectors.nearest('m', Float32Array.of(1, 0), 5, HERE)).toHaveLength(1);
});
