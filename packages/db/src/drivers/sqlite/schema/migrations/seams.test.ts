import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseSync } from 'node:sqlite';
import { exportOf, fillStore } from '@zapomni/testkit/contracts';
import { SCHEMA_VERSION } from '../schema.ts';
import { openFixture, type Fixture } from '../../testing/fixture.ts';
import { makeVersion5 } from '../../testing/older-store.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

/** What a store is made of, in no order. */
function tablesOf(db: DatabaseSync): unknown[] {
  const all = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name`).all();
  return all.map((row) => String(row['sql']).replaceAll(/\s+/g, ' '));
}

test('a store of the version before opens with all it held, and is made of what a new one is made of', async () => {
  await fillStore(fixture.storage);
  // That version had no collections.
  const lines = (await exportOf(fixture.storage)).slice(1, -1).filter((line) => !line.startsWith('{"kind":"record"'));
  await fixture.storage.close();
  const tables = fixture.raw(tablesOf);
  fixture.raw(makeVersion5);
  expect(fixture.raw(tablesOf)).not.toEqual(tables);
  const [storage, other] = [fixture.open(), fixture.open()];
  const found = await Promise.all([exportOf(storage), exportOf(other)]);
  expect(found.map((all) => all.slice(1, -1))).toEqual([lines, lines]);
  expect(fixture.raw(tablesOf)).toEqual(tables);
  const write = {
    op: 'put',
    collection: 'things',
    key: 'k',
    value: '1',
    entries: [],
    parent: null,
    blobs: [],
  } as const;
  expect(await storage.records.write('default', [write], 1)).toEqual([1]);
  expect(await other.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [], schemaVersion: SCHEMA_VERSION });
});
