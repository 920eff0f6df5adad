import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { unprivileged } from '@zapomni/testkit/unprivileged';
import { verifies } from '@zapomni/testkit/verifies';
import { STORE_FILE } from '../connection/store-file.ts';
import { openSqliteStorage } from '../driver.ts';
import { openFixture, silent, type Fixture } from './fixture.ts';
import { numberedId, numberedMemory } from './numbered-memory.ts';
import { startPartner } from './start-partner.ts';

const HERE = { workspace: 'default', limit: 1 };

let fixture: Fixture;
let file: string;

beforeEach(async () => {
  fixture = await openFixture();
  file = join(fixture.dataDir, STORE_FILE);
});
afterEach(() => fixture.destroy());

/** The failure's code, after a look at its words: ours, with advice, and without a path. */
async function codeOf(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => undefined,
    (reason: { code: string; message: string; hint: string }) => reason,
  );
  if (!error) return 'no failure';
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.hint.length).toBeGreaterThan(10);
  expect(`${error.message} ${error.hint}`).not.toMatch(/\/tmp|zapomni-db|SQLITE|sqlite3?_|EACCES|ENO/);
  return error.code;
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}

/** Adds numbered memories until one fails; answers how many were acknowledged and why it ended. */
async function fill(storage: Storage): Promise<{ acknowledged: number; code: string }> {
  for (let number = 0; ; number++) {
    const code = await codeOf(storage.memories.add([numberedMemory(0, number)], 1));
    if (code !== 'no failure') return { acknowledged: number, code };
  }
}

async function expectNumbered(storage: Storage, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, number) => numberedId(0, number));
  const found = await storage.memories.get('default', ids);
  expect(found.map((one) => one.text)).toEqual(ids.map((_, number) => numberedMemory(0, number).text));
  expect((await storage.memories.list(HERE)).total).toBe(count);
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
}

test('a store that may not grow says STORE_FULL, keeps what it has, and goes on when there is room', async () => {
  const small = fixture.open({ maxPages: 120 });
  const { acknowledged, code } = await fill(small);
  expect(code).toBe('STORE_FULL');
  expect(acknowledged).toBeGreaterThan(2);
  await expectNumbered(small, acknowledged);
  await small.close();
  await fixture.storage.memories.add([numberedMemory(0, acknowledged)], 1);
  await expectNumbered(fixture.storage, acknowledged + 1);
});

test('a disk that is really full says STORE_FULL, keeps what it has, and goes on when there is room', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'zapomni-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk);
  } catch {
    await rm(disk, { recursive: true });
    return context.skip('a small disk cannot be mounted here (needs root)');
  }
  const storage = openSqliteStorage({ dataDir: disk, busyTimeoutMs: 1000, logger: silent });
  try {
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(1_500_000));
    const { acknowledged, code } = await fill(storage);
    expect(code).toBe('STORE_FULL');
    expect(acknowledged).toBeGreaterThan(2);
    await expectNumbered(storage, acknowledged);
    await rm(ballast);
    await storage.memories.add([numberedMemory(0, acknowledged)], 1);
    await expectNumbered(storage, acknowledged + 1);
  } finally {
    await storage.close();
    run('umount', disk);
    await rm(disk, { recursive: true });
  }
});

test('a disk that may only be read says STORE_READ_ONLY, and the data stays', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'zapomni-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk);
  } catch {
    await rm(disk, { recursive: true });
    return context.skip('a disk cannot be mounted here (needs root)');
  }
  const openOnDisk = () => openSqliteStorage({ dataDir: disk, busyTimeoutMs: 1000, logger: silent });
  try {
    const before = openOnDisk();
    await before.memories.add([numberedMemory(0, 0)], 1);
    await before.close();
    run('mount', '-o', 'remount,ro', disk);
    const storage = openOnDisk();
    expect(await codeOf(storage.memories.add([numberedMemory(0, 1)], 1))).toBe('STORE_READ_ONLY');
    run('mount', '-o', 'remount,rw', disk);
    await storage.memories.add([numberedMemory(0, 1)], 1);
    await expectNumbered(storage, 2);
    await storage.close();
  } finally {
    run('umount', disk);
    await rm(disk, { recursive: true });
  }
});

test('a folder that may only be read says STORE_READ_ONLY and the data stays', async (context) => {
  const user = unprivileged(fileURLToPath(new URL('./partner.ts', import.meta.url)));
  if (!user) return context.skip('nobody else than root can reach these files');
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
  const reopened = await fixture.reopen();
  await reopened.close();
  await chmod(fixture.dataDir, 0o555);
  await chmod(file, 0o444);
  const options = { dataDir: fixture.dataDir, busyTimeoutMs: 1000 };
  const reader = startPartner(options, user.uid);
  const homeless = startPartner({ ...options, dataDir: join(fixture.dataDir, 'new') }, user.uid);
  expect(await codeOf(reader.memories.add([numberedMemory(0, 1)], 1))).toBe('STORE_READ_ONLY');
  expect(await codeOf(homeless.memories.add([numberedMemory(0, 1)], 1))).toBe('STORE_READ_ONLY');
  await chmod(fixture.dataDir, 0o777);
  await chmod(file, 0o666);
  await reader.memories.add([numberedMemory(0, 1)], 1);
  await Promise.all([reader.close(), homeless.close()]);
  await expectNumbered(fixture.open(), 2);
});

test('a folder that cannot be made says STORE_UNAVAILABLE, and the next call tries afresh', async () => {
  verifies('R047');
  const parent = join(fixture.dataDir, 'parent');
  await writeFile(parent, 'a file, not a folder');
  const storage = openSqliteStorage({ dataDir: join(parent, 'data'), busyTimeoutMs: 500, logger: silent });
  expect(await codeOf(storage.memories.add([numberedMemory(0, 0)], 1))).toBe('STORE_UNAVAILABLE');
  expect(await codeOf(storage.memories.list(HERE))).toBe('STORE_UNAVAILABLE');
  await rm(parent);
  await storage.memories.add([numberedMemory(0, 0)], 1);
  await expectNumbered(storage, 1);
  await storage.close();
});

test('a file that is no database says STORE_CORRUPT and is left as it is', async () => {
  const garbage = Buffer.alloc(20_000, 'not a database ');
  await writeFile(file, garbage);
  expect(await codeOf(fixture.storage.memories.add([numberedMemory(0, 0)], 1))).toBe('STORE_CORRUPT');
  expect(await codeOf(fixture.storage.inspect(true))).toBe('STORE_CORRUPT');
  await fixture.storage.close();
  expect((await readFile(file)).equals(garbage)).toBe(true);
});

test("another program's database is left as it is", async () => {
  const foreign = new DatabaseSync(file);
  foreign.exec("CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('schema_version', 1)");
  foreign.close();
  const before = await readFile(file);
  expect(await codeOf(fixture.storage.memories.add([numberedMemory(0, 0)], 1))).toBe('STORE_CORRUPT');
  await fixture.storage.close();
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('a store damaged in the middle is found out, and the damage has one name', async () => {
  for (let number = 0; number < 14; number++) await fixture.storage.memories.add([numberedMemory(0, number)], 1);
  await fixture.storage.close();
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  for (let at = 8192 * 3; at + 2000 < size; at += 8192 * 2) await handle.write(Buffer.alloc(2000, 0xa5), 0, 2000, at);
  await handle.close();
  const damaged = fixture.open();
  const report = await damaged.inspect(true).catch((error: { code: string }) => ({ integrity: error.code }));
  expect(['damaged', 'STORE_CORRUPT']).toContain(report.integrity);
  expect(['STORE_CORRUPT', 'no failure']).toContain(await codeOf(damaged.memories.add([numberedMemory(0, 99)], 1)));
});

test('a text that was altered on disk is found by a deep look', async () => {
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
  await fixture.storage.close();
  const raw = new DatabaseSync(file);
  raw.exec(`UPDATE memory_texts SET body = CAST('x' || substr(CAST(body AS TEXT), 2) AS BLOB)`);
  raw.close();
  const report = await fixture.open().inspect(true);
  const warnings = ['1 workspaces whose word index differs from their texts.', '1 texts that differ from their hash.'];
  expect(report).toMatchObject({ integrity: 'damaged', warnings });
});

test('indexes that contradict the memories are found by a deep look', async () => {
  await fixture.storage.memories.add([numberedMemory(0, 0), numberedMemory(0, 1)], 1);
  await fixture.storage.close();
  const raw = new DatabaseSync(file);
  raw.exec('DELETE FROM word_tail WHERE passage = 1; DELETE FROM pending WHERE passage = 2');
  raw.exec('UPDATE workspaces SET memories = 7; DELETE FROM memory_texts WHERE memory = 1');
  raw.close();
  const { integrity, warnings } = await fixture.open().inspect(true);
  expect(integrity).toBe('damaged');
  expect(warnings).toEqual([
    '1 workspaces with a wrong count.',
    '1 passages missing from the word index.',
    '1 workspaces whose word index differs from their texts.',
    '1 passages neither embedded nor waiting for it.',
    '1 memories without their text.',
  ]);
});

test('a store held by another writer can be read, and says STORE_BUSY to a write', async () => {
  verifies('R311');
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  const hasty = fixture.open({ busyTimeoutMs: 150 });
  expect((await hasty.memories.list(HERE)).total).toBe(1);
  expect(await codeOf(hasty.memories.add([numberedMemory(0, 1)], 1))).toBe('STORE_BUSY');
  const patient = fixture.storage.memories.add([numberedMemory(0, 1)], 1);
  holder.exec('COMMIT');
  holder.close();
  expect(await patient).toMatchObject([{ status: 'stored' }]);
  await expectNumbered(hasty, 2);
});

test('a store whose file was taken away is made anew, so that what is acknowledged is on disk', async () => {
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
  await rm(fixture.dataDir, { recursive: true });
  await fixture.storage.memories.add([numberedMemory(0, 1)], 1);
  expect(await fixture.open().memories.get('default', [numberedId(0, 1)])).toHaveLength(1);
});

test('the folder and the store are for their owner alone', async () => {
  const dataDir = join(fixture.dataDir, 'fresh');
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 1000, logger: silent });
  await storage.memories.add([numberedMemory(0, 0)], 1);
  const modes = [dataDir, join(dataDir, STORE_FILE), join(dataDir, `${STORE_FILE}-wal`)].map(async (path) =>
    ((await stat(path)).mode & 0o777).toString(8),
  );
  expect(await Promise.all(modes)).toEqual(['700', '600', '600']);
  await storage.close();
});
