/** A store opened for reading only: it must be there, and not a byte of it changes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STORE_FILE } from '../connection/store-file.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedId, numberedMemory } from '../testing/numbered-memory.ts';
import { makeVersion3 } from '../testing/older-store.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

const bytesOf = (): string =>
  createHash('sha256')
    .update(readFileSync(join(fixture.dataDir, STORE_FILE)))
    .digest('hex');

test('it is read, and nothing can be written', async () => {
  await fixture.storage.memories.add([numberedMemory(1, 1)], 1);
  await fixture.storage.close();
  const before = bytesOf();
  const storage = fixture.open({ readOnly: true });
  expect(await storage.memories.get('default', [numberedId(1, 1)])).toHaveLength(1);
  await expect(storage.memories.add([numberedMemory(1, 2)], 2)).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
  await expect(storage.transfer.write([], 'mark')).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
  await storage.close();
  expect(bytesOf()).toBe(before);
});

test('what others write meanwhile is seen, unless a moment is held', async () => {
  await fixture.storage.memories.add([numberedMemory(1, 1)], 1);
  const storage = fixture.open({ readOnly: true });
  expect(await storage.transfer.hold()).toBe(true);
  await fixture.storage.memories.add([numberedMemory(1, 2)], 2);
  const count = async () => (await storage.transfer.read({ kind: 'memory', key: [] }, 10)).length;
  expect(await count()).toBe(1);
  await storage.transfer.release();
  expect(await count()).toBe(2);
});

test('no store is made where there is none', async () => {
  const storage = fixture.open({ readOnly: true });
  await expect(storage.workspaces.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(() => bytesOf()).toThrow('ENOENT');
});

test('a store of an older version is not brought up to date, but refused', async () => {
  await fixture.storage.memories.add([numberedMemory(1, 1)], 1);
  await fixture.storage.close();
  const db = new DatabaseSync(join(fixture.dataDir, STORE_FILE));
  makeVersion3(db);
  db.close();
  const before = bytesOf();
  const storage = fixture.open({ readOnly: true });
  await expect(storage.workspaces.list()).rejects.toMatchObject({
    code: 'CONFLICT',
    hint: expect.stringContaining('zapomni stats') as string,
  });
  expect(bytesOf()).toBe(before);
});
