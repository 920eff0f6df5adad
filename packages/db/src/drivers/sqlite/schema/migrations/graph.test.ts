import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../schema.ts';
import { openFixture, type Fixture } from '../../testing/fixture.ts';
import { numberedId, numberedMemory } from '../../testing/numbered-memory.ts';
import { makeVersion3, makeVersion5 } from '../../testing/older-store.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

const timeIndexes = (): unknown =>
  fixture.raw(
    (db) => db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE '%by_creation'`).get()?.['n'],
  );

test('a store from before the graph has every memory wait to be read, and tells its past at once', async () => {
  const memories = Array.from({ length: 20 }, (_, number) => numberedMemory(3, number * 5));
  await fixture.storage.memories.add(memories, 1);
  await fixture.storage.memories.update('default', numberedId(3, 5), { tags: ['changed'] }, 2);
  await fixture.storage.close();
  fixture.raw(makeVersion3);
  const storage = fixture.open();
  expect(await storage.extractions.pending()).toBe(20);
  const claimed = await storage.extractions.claim({ owner: 'o', until: 10 }, 50, 1);
  expect(claimed.map((one) => one.memoryId)).toEqual(memories.map((one) => one.id));
  expect(claimed.map((one) => one.text)).toEqual(memories.map((one) => one.text));
  expect(timeIndexes()).toBe(0);
  const events = await storage.times.events('default', { from: 0, until: 10, limit: 50 });
  expect(events.items.map((event) => `${event.at} ${event.change}`)).toEqual([
    ...Array.from({ length: 20 }, () => '1 added'),
    '2 changed',
  ]);
  await vi.waitFor(() => expect(timeIndexes()).toBe(1), 50_000);
  expect(await storage.times.events('default', { from: 0, until: 10, limit: 50 })).toEqual(events);
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [], schemaVersion: SCHEMA_VERSION });
});

test('a graph made before relations were counted by type gets the index', async () => {
  await fixture.storage.memories.add([numberedMemory(3, 0)], 1);
  await fixture.storage.close();
  fixture.raw((db) => {
    makeVersion5(db);
    db.exec(`DROP INDEX relations_by_type; UPDATE meta SET value = 4 WHERE key = 'schema_version'`);
  });
  expect(await fixture.open().inspect(true)).toMatchObject({ integrity: 'ok', schemaVersion: SCHEMA_VERSION });
  const found = fixture.raw((db) => db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'relations_by_type'`).get());
  expect(found).toBeDefined();
});
