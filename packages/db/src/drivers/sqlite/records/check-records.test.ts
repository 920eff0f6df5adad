import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordWrite } from '@zapomni/core/ports';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedId, numberedMemory } from '../testing/numbered-memory.ts';

const HASH = 'a'.repeat(64);

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
  const put = (key: string, rest: Partial<RecordWrite> = {}): RecordWrite => ({
    op: 'put',
    collection: 'things',
    key,
    value: '1',
    entries: [
      { index: 'by_x', value: 'same', unique: false },
      { index: 'by_own', value: key, unique: true },
    ],
    parent: null,
    blobs: [HASH],
    ...(rest as object),
  });
  const parent = { memory: numberedId(3, 0) };
  await fixture.storage.memories.add([numberedMemory(3, 0)], 1, undefined, [
    put('a'),
    put('b', { parent: { collection: 'things', key: 'a' } }),
    put('c', { parent }),
  ]);
});
afterEach(() => fixture.destroy());

test('records that agree with their indexes are found whole', async () => {
  expect(await fixture.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
});

test.each([
  [`DELETE FROM record_index WHERE value = 'same' AND key = 'a'`, ['1 entries of records missing from their index.']],
  [
    `UPDATE record_index SET record = 99 WHERE value = 'b'`,
    ['1 entries of records missing from their index.', '1 index entries that no record has.'],
  ],
  [`INSERT INTO record_index SELECT scope, 'stray', key, record FROM record_index LIMIT 1`, ['1 index entries']],
  [
    `INSERT INTO record_index SELECT scope, value, 'other', 99 FROM record_index WHERE value = 'a'`,
    ['1 index entries', '1 records that share a unique value.'],
  ],
  [`UPDATE record_scopes SET records = 7 WHERE name = ''`, ['1 collections with a wrong count.']],
  [`DELETE FROM record_blobs WHERE record = 2`, ['1 records whose blobs are not kept.']],
  [`INSERT INTO record_blobs VALUES ('f', 1)`, ['1 blobs referred to without their record.']],
  [`UPDATE records SET parent = 'things/none' WHERE key = 'b'`, ['1 records whose parent is gone.']],
  [`UPDATE records SET parent = '/none' WHERE key = 'c'`, ['1 records whose parent is gone.']],
  [`UPDATE records SET workspace = 9 WHERE key = 'a'`, ['1 records of collections or workspaces that are gone.']],
])('a deep look finds what contradicts: %s', async (sql, faults) => {
  fixture.raw((db) => db.exec(sql));
  const { integrity, warnings } = await fixture.storage.inspect(true);
  expect(integrity).toBe('damaged');
  for (const fault of faults) expect(warnings).toContainEqual(expect.stringContaining(fault));
});

test('nothing that a record held is left on disk when its memory goes', async () => {
  const { storage } = fixture;
  const secret: RecordWrite = {
    op: 'put',
    collection: 'things',
    // The log of changes may name it for a while.
    key: 'k',
    value: '"xyzzyvalue"',
    entries: [{ index: 'by_x', value: 'xyzzyindex', unique: false }],
    parent: { memory: numberedId(3, 0) },
    blobs: [],
  };
  await storage.records.write('default', [secret], 2);
  expect(await tracesOf('xyzzy')).not.toEqual([]);
  expect(await storage.memories.remove('default', [numberedId(3, 0)], 3)).toMatchObject({ records: 2 });
  expect(await tracesOf('xyzzy')).toEqual([]);
});

async function tracesOf(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(fixture.dataDir)) {
    if ((await readFile(join(fixture.dataDir, name))).includes(word)) found.push(name);
  }
  return found;
}
