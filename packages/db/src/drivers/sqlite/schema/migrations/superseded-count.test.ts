import { afterEach, beforeEach, expect, test } from 'vitest';
import { numberedId, numberedMemory } from '../../testing/numbered-memory.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import { openFixture, type Fixture } from '../../testing/fixture.ts';
import { makeVersion6 } from '../../testing/older-store.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

test('a store of the version before counts what is superseded in it, and goes on counting', async () => {
  await fixture.storage.memories.add([numberedMemory(1, 0), numberedMemory(1, 1)], 1);
  await fixture.storage.memories.add([{ ...numberedMemory(1, 2), supersedes: numberedId(1, 0) }], 2);
  await fixture.storage.close();
  fixture.raw(makeVersion6);
  const storage = fixture.open();
  const total = async () => (await storage.memories.list({ workspace: 'default', limit: 1 })).total;
  const current = await total();
  const filter = { includeSuperseded: true };
  const all = (await storage.memories.list({ workspace: 'default', limit: 1, filter })).total;
  expect(all - current).toBe(1);
  expect(await storage.inspect(true)).toMatchObject({ schemaVersion: SCHEMA_VERSION, integrity: 'ok', warnings: [] });
  await storage.memories.add([{ ...numberedMemory(1, 3), supersedes: numberedId(1, 1) }], 3);
  expect(await total()).toBe(current);
  await storage.memories.remove('default', [numberedId(1, 0), numberedId(1, 1)], 4);
  expect(await total()).toBe(current);
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  fixture.raw((db) => db.exec('UPDATE workspaces SET superseded = 5'));
  expect(await storage.inspect(true)).toMatchObject({ warnings: ['1 workspaces with a wrong count.'] });
});
