/** Backups that come back by themselves: on both engines, over days that pass at once. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App, type Deps } from '@zapomni/core';
import { backupName, checkBackup } from '@zapomni/core/backup';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { createBackupFile, createBackupShelf } from '@zapomni/providers/backups';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DAY = 86_400_000;
const server = await falkordbForTests();
const engines = ['SQLite', ...(server ? ['FalkorDB'] : [])];

describe.each(engines)('on %s', (engine) => {
  let test: TestDeps;
  let open: () => Storage;
  let deps: Deps;
  let app: App;
  let folder: string;
  beforeEach(async () => {
    test = openTestDeps();
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-shelf-'));
    const [url, dataDir] = [`${server?.url ?? ''}/${randomUUID()}`, test.dataDir];
    const parts = { logger: test.deps.logger, now: test.clock.now };
    open = () =>
      engine === 'SQLite'
        ? openSqliteStorage({ ...parts, dataDir, busyTimeoutMs: 5000 })
        : openFalkordbStorage({ ...parts, url });
    deps = { ...test.deps, storage: open() };
    app = createApp(deps);
    await app.memories.add({ workspace: 'default', drafts: [{ text: 'Boris is afraid of storms' }], batch: false });
  });
  afterEach(async () => {
    await app.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const files = () => readdirSync(folder).toSorted();
  const only = async () => (await app.backups.schedules())[0]?.task;
  const made = () =>
    condition(async () => (await only())?.state === 'queued' && (await only())?.endedAt === test.clock.now());

  /** A session that begins after so long. */
  async function after(ms: number, seen: () => Promise<void> = made): Promise<void> {
    test.clock.advance(ms);
    await app.resume();
    await seen();
  }

  it('makes one at once and one a day; the newest stay, and each is whole', async () => {
    await app.backups.schedule({ folder, keep: 2, everyMs: DAY });
    await made();
    const first = backupName(test.clock.now());
    expect(files()).toEqual([first]);
    expect(await only()).toMatchObject({
      dueAt: test.clock.now() + DAY,
      result: { file: first, memories: 1, one_moment: true, removed: 0 },
      error: null,
    });
    await app.resume();
    expect(files()).toEqual([first]);
    await after(DAY);
    const second = backupName(test.clock.now());
    await after(DAY);
    const third = backupName(test.clock.now());
    expect(files()).toEqual([second, third]);
    expect(await only()).toMatchObject({ result: { file: third, removed: 1 } });
    const { parts, moment } = await checkBackup(createBackupFile(path.join(folder, third)).read());
    expect([parts.memories.count, moment]).toEqual([1, true]);
  });

  it('makes one, not seven, when nobody was there for a week; the next is due a day later', async () => {
    await app.backups.schedule({ folder, keep: 9, everyMs: DAY });
    await made();
    await app.close();
    app = createApp({ ...deps, storage: open() });
    await after(7 * DAY + 1);
    expect(files()).toHaveLength(2);
    expect((await only())?.dueAt).toBe(test.clock.now() + DAY);
    await app.resume();
    expect(files()).toHaveLength(2);
  });

  it('says why one failed, and makes it when it can', async () => {
    await app.backups.schedule({ folder, keep: 9, everyMs: DAY });
    await made();
    renameSync(folder, `${folder}-away`);
    await after(DAY, () => condition(async () => (await only())?.error !== null));
    expect(await only()).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: { code: 'INVALID_INPUT', message: 'The folder for backups is not there.' },
      result: { memories: 1 },
    });
    expect(await app.work.list({ name: 'backup' })).toMatchObject({ items: [{ error: { code: 'INVALID_INPUT' } }] });
    renameSync(`${folder}-away`, folder);
    await after(60_000);
    expect(await only()).toMatchObject({ error: null, attempts: 0 });
    expect(files()).toHaveLength(2);
  });

  it('writes only where the user named the folder, whatever the store says', async () => {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'zapomni-elsewhere-'));
    const other = createApp({ ...deps, storage: open(), backups: createBackupShelf(elsewhere) });
    const payload = { folder, keep: 1 };
    const draft = { id: randomUUID(), kind: 'backup', workspace: null, key: null, priority: 0, maxAttempts: 5 };
    await deps.storage.work.add([{ ...draft, payload, dueAt: test.clock.now(), everyMs: DAY }], test.clock.now());
    await other.resume();
    await condition(async () => ((await only())?.dueAt ?? 0) > test.clock.now());
    expect(await only()).toMatchObject({
      state: 'queued',
      attempts: 0,
      progress: { message: expect.stringContaining('folder') as string },
    });
    expect(files()).toEqual([]);
    await other.close();
    await deps.backups.allow(folder);
    await after(DAY);
    expect(files()).toHaveLength(1);
    rmSync(elsewhere, { recursive: true });
  });

  it('takes the place of the one to the same folder, stands beside those to others, and can be ended', async () => {
    const own = path.join(test.dataDir, 'backups');
    await app.backups.schedule({ folder, keep: 3, everyMs: DAY });
    await made();
    test.clock.advance(1);
    await app.backups.schedule({ folder, keep: 4, everyMs: 2 * DAY });
    await made();
    expect(await app.backups.schedules()).toMatchObject([{ folder, keep: 4, everyMs: 2 * DAY }]);
    await app.backups.schedule({ folder: null, keep: 1, everyMs: DAY });
    await condition(async () => (await app.backups.schedules()).every(({ task }) => task.endedAt !== null));
    expect(readdirSync(own)).toHaveLength(1);
    expect(await app.backups.stop(folder)).toMatchObject([{ folder }]);
    expect(await deps.backups.open(folder)).toBeNull();
    expect(await app.backups.stop()).toMatchObject([{ folder: null }]);
    expect(await app.backups.schedules()).toEqual([]);
    test.clock.advance(9 * DAY);
    await app.resume();
    expect([files().length, readdirSync(own).length]).toEqual([2, 1]);
  });

  it('clears away what a dead process left half written, and nothing that is younger or not its own', async () => {
    const now = test.clock.now();
    const names = [`${backupName(now - DAY - 1)}.part`, `${backupName(now - DAY)}.part`, 'mine.part', 'notes'];
    for (const name of names) writeFileSync(path.join(folder, name), 'x');
    await app.backups.schedule({ folder, keep: 1, everyMs: DAY });
    await made();
    expect(files()).toEqual([...names.slice(1), backupName(now)].toSorted());
  });

  it.each([[59_999], [0.5], [400 * DAY]])('refuses to come back after %d ms', async (everyMs) => {
    await expect(app.backups.schedule({ folder, keep: 1, everyMs })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await app.backups.schedules()).toEqual([]);
  });

  it('refuses a folder that is not there and cannot be made', async () => {
    const none = path.join(folder, 'none', 'below');
    await expect(app.backups.schedule({ folder: none, keep: 1, everyMs: DAY })).rejects.toThrow('is not there');
    writeFileSync(path.join(folder, 'file'), '');
    const file = path.join(folder, 'file');
    await expect(app.backups.schedule({ folder: file, keep: 1, everyMs: DAY })).rejects.toThrow('is not there');
    mkdirSync(path.join(folder, 'none'));
    await expect(app.backups.schedule({ folder: none, keep: 1, everyMs: DAY })).resolves.toMatchObject({
      folder: none,
    });
  });
});
