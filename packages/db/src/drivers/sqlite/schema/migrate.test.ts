import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TERMS_VERSION } from '@zapomni/core/model';
import { connect, type Connection } from '../connection/connection.ts';
import { STORE_FILE } from '../connection/store-file.ts';
import { readFormat } from './format.ts';
import { migrate, type MigrationPlan, type MigrationStep } from './migrate.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { runningVersion } from '../connection/sqlite-version.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';
import { makeVersion5 } from '../testing/older-store.ts';

const BACKUP = `zapomni.v${SCHEMA_VERSION}.backup.db`;

let fixture: Fixture;
let connections: Connection[] = [];

beforeEach(async () => {
  fixture = await openFixture();
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
});
afterEach(async () => {
  for (const { db } of connections) db.close();
  connections = [];
  await fixture.destroy();
});

function upgrade(steps: readonly MigrationStep[]): Connection {
  const connection = connect({ dataDir: fixture.dataDir, busyTimeoutMs: 1000 }, runningVersion());
  connections.push(connection);
  const plan: MigrationPlan = { version: SCHEMA_VERSION + steps.length, steps };
  migrate(connection, () => undefined, plan);
  return connection;
}

const RENAME: MigrationStep = {
  to: SCHEMA_VERSION + 1,
  rewritesData: true,
  run: (db) => db.exec(`UPDATE memories SET kind = 'renamed'`),
};
const ADD: MigrationStep = {
  to: SCHEMA_VERSION + 2,
  rewritesData: false,
  run: (db) => db.exec('CREATE TABLE added (x)'),
};
const FAILING: MigrationStep = {
  to: SCHEMA_VERSION + 2,
  rewritesData: false,
  run: (db) => {
    db.exec('DELETE FROM memories');
    throw new Error('the step failed');
  },
};

test('steps are taken in order, each once, with a whole copy of the store before one that rewrites data', async () => {
  await fixture.storage.close();
  const { db } = upgrade([RENAME, ADD]);
  expect(readFormat(db)).toEqual({ schema: SCHEMA_VERSION + 2, terms: TERMS_VERSION });
  expect(db.value('SELECT kind FROM memories')).toBe('renamed');
  const copy = new DatabaseSync(join(fixture.dataDir, BACKUP));
  expect(copy.prepare('SELECT kind FROM memories').get()).toEqual({ kind: 'note' });
  expect(copy.prepare(`SELECT value FROM meta WHERE key = 'schema_version'`).get()).toEqual({ value: SCHEMA_VERSION });
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();
  db.exec(`UPDATE memories SET kind = 'since'`);
  const again = upgrade([RENAME, { ...FAILING, run: () => expect.unreachable('taken twice') }]);
  expect(again.db.value('SELECT kind FROM memories')).toBe('since');
});

test('a step that fails leaves the store at the version before it', async () => {
  await fixture.storage.close();
  expect(() => upgrade([RENAME, FAILING])).toThrow('the step failed');
  const [left] = connections;
  expect(left && readFormat(left.db)?.schema).toBe(SCHEMA_VERSION + 1);
  expect(left?.db.value('SELECT count(*) FROM memories')).toBe(1);
  expect((await readdir(fixture.dataDir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('opening a current store writes nothing', async () => {
  await fixture.storage.close();
  const watcher = new DatabaseSync(join(fixture.dataDir, STORE_FILE));
  const version = () => watcher.prepare('PRAGMA data_version').get();
  const first = version();
  await fixture.open().workspaces.list();
  expect(version()).toEqual(first);
  watcher.close();
});

test.each(['schema_version', 'terms_version'])('a store with a newer %s is refused and left alone', async (key) => {
  await fixture.storage.close();
  fixture.raw((db) => db.exec(`UPDATE meta SET value = 999 WHERE key = '${key}'`));
  const storage = fixture.open();
  const refusal = { code: 'STORE_TOO_NEW', hint: expect.stringContaining('Update') };
  await expect(storage.memories.add([numberedMemory(0, 1)], 1)).rejects.toMatchObject(refusal);
  await expect(storage.inspect(true)).rejects.toMatchObject(refusal);
  expect(fixture.raw((db) => db.prepare('SELECT count(*) AS n FROM memories').get())).toEqual({ n: 1 });
});

test('a store upgraded while it is open takes no more writes of the old kind', async () => {
  fixture.raw((db) => db.exec(`UPDATE meta SET value = ${SCHEMA_VERSION + 1} WHERE key = 'schema_version'`));
  const late = fixture.storage.memories.add([numberedMemory(0, 1)], 1);
  await expect(late).rejects.toMatchObject({ code: 'STORE_TOO_NEW', hint: expect.stringContaining('Restart') });
});

test.each([
  ['without a log of changes', 'DROP TABLE change_log'],
  ['with a log that names no kinds', 'SELECT 1 FROM change_log'],
])('a store of the version before, %s, gets the present one', async (_, older) => {
  await fixture.storage.close();
  fixture.raw((db) => {
    makeVersion5(db);
    db.exec(older);
  });
  const [one, other] = [fixture.open(), fixture.open()];
  const { position } = await one.changes.since(null);
  await other.memories.add([numberedMemory(0, 1)], 1);
  const added = { kind: 'memory.added', workspace: 'default', ids: [expect.any(String)] };
  expect((await one.changes.since(position)).changes).toEqual([added]);
  expect(await one.inspect(true)).toMatchObject({ schemaVersion: SCHEMA_VERSION, integrity: 'ok' });
});

test('a store from before builds had rules gets them, and keeps its version', async () => {
  await fixture.storage.close();
  fixture.raw((db) =>
    db.exec('ALTER TABLE reading_queue DROP COLUMN rules; ALTER TABLE reading_queue DROP COLUMN asked'),
  );
  const [one, other] = [fixture.open(), fixture.open()];
  const rules = { mode: 'entities_only', minConfidence: 0.5 } as const;
  expect(
    await Promise.all([one, other].map(({ extractions }) => extractions.requeue('default', undefined, rules))),
  ).toEqual([1, 1]);
  expect(await one.extractions.claim({ owner: 'o', until: 2 }, 5, 1)).toMatchObject([{ rules }]);
  expect(await one.memories.list({ workspace: 'default', limit: 5 })).toMatchObject({ total: 1 });
  expect(await one.inspect(true)).toMatchObject({ schemaVersion: SCHEMA_VERSION, integrity: 'ok' });
});
