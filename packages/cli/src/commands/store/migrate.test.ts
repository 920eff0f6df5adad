/** Moving, exporting and importing as a user does it: real stores in folders, and a process where one has to die. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, STORE_FILE } from '@zapomni/db';
import { exportOf, fillStore } from '@zapomni/testkit/contracts';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { verifies } from '@zapomni/testkit/verifies';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { plainMemory, withStore } from '../../testing/stores.ts';

const server = await falkordbForTests();
const folder = temporaryFolder();
const dataDir = path.join(folder, 'data');
const zapomni = openInProcess(dataDir, createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

function fresh(name: string): string {
  return path.join(folder, `${name}-${randomUUID()}`);
}

async function filled(): Promise<string> {
  const dir = fresh('source');
  await withStore(dir, fillStore);
  return dir;
}

const migrate = (from: string, to: string, ...more: string[]) =>
  zapomni.run(['migrate', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`, ...more]);

const hashOf = (dir: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(dir, STORE_FILE)))
    .digest('hex');

describe('migrate', () => {
  it('moves a store, shows that both are equal, and leaves not a byte of the source changed', async () => {
    verifies('P049');
    const [from, to] = [await filled(), fresh('target')];
    const before = hashOf(from);
    const { status, stdout, stderr } = await migrate(from, to);
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Both stores are equal') as string,
    });
    const rows = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows.find(([part]) => part === 'memories')).toEqual([
      'memories',
      '11',
      '11',
      expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      'equal',
    ]);
    expect(stdout).not.toContain('DIFFERENT');
    expect(hashOf(from)).toBe(before);
    expect(await withStore(to, exportOf)).toEqual(await withStore(from, exportOf));
  });

  it('takes the store in use for the source when none is named, and what it moved is found in the other', async () => {
    const to = fresh('moved');
    const added = await zapomni.run(['add', 'Our cat Boris is afraid of thunderstorms', '--json']);
    const { memory_id } = JSON.parse(added.stdout) as { memory_id: string };
    const moved = await zapomni.run(['migrate', '--to', `sqlite:${to}`, '--json']);
    expect(moved.status, moved.stderr).toBe(0);
    expect(JSON.parse(moved.stdout)).toMatchObject({ equal: true, parts: { memories: { target: { count: 1 } } } });
    const other = openInProcess(to, createFakeEmbedder());
    const found = await other.run(['search', 'thunderstorms', '--json'], { env: { ZAPOMNI_DATA_DIR: to } });
    await other.close();
    expect(JSON.parse(found.stdout)).toMatchObject({ count: 1, results: [{ memory_id }] });
  });

  it('goes on after kill -9, and nothing is missing or there twice', async () => {
    const [from, to] = [fresh('many'), fresh('killed')];
    const total = 600;
    await withStore(from, (storage) => addMany(storage, total));
    const args = ['migrate', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`];
    const child = startZapomni([...args, '--throttle', '300']);
    await vi.waitFor(() => expect(countMemories(to)).toBeGreaterThan(0), { timeout: 30_000, interval: 20 });
    child.kill('SIGKILL');
    const [, signal] = (await once(child, 'exit')) as [number, NodeJS.Signals];
    expect(signal).toBe('SIGKILL');
    const reached = countMemories(to);
    expect(reached).toBeLessThan(total);
    const { status, stdout } = await migrate(from, to, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ equal: true, resumed: true, copied: total - reached, caught_up: 0 });
    expect(await withStore(to, exportOf)).toEqual(await withStore(from, exportOf));
    expect(await withStore(to, (storage) => storage.inspect(true))).toMatchObject({ integrity: 'ok' });
  });

  it('brings over what is written meanwhile by another process', async () => {
    const [from, to] = [fresh('busy'), fresh('followed')];
    await withStore(from, async (storage) => {
      await addMany(storage, 600);
      const child = startZapomni(['migrate', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`, '--throttle', '400']);
      const ended = once(child, 'exit');
      await vi.waitFor(() => expect(countMemories(to)).toBeGreaterThan(0), { timeout: 30_000, interval: 20 });
      child.kill('SIGSTOP');
      expect(countMemories(to)).toBeLessThan(600);
      await addMany(storage, 10, 'new');
      const [one, two] = (await storage.memories.list({ workspace: 'default', limit: 2 })).items;
      await storage.memories.update('default', one?.id ?? '', { tags: ['changed'] }, 2);
      await storage.memories.remove('default', [two?.id ?? ''], 3);
      child.kill('SIGCONT');
      expect(await ended).toEqual([0, null]);
      expect(await withStore(to, exportOf)).toEqual(await exportOf(storage));
    });
  });

  it('notices what was changed in the target behind its back, and writes no more to it', async () => {
    const [from, to] = [await filled(), fresh('tampered')];
    await migrate(from, to);
    expect(await migrate(from, to, '--verify')).toMatchObject({ status: 0 });
    const db = new DatabaseSync(path.join(to, STORE_FILE));
    db.exec(`UPDATE evidence SET confidence = 0.71 WHERE id = (SELECT min(id) FROM evidence)`);
    db.close();
    const verified = await migrate(from, to, '--verify');
    expect(verified).toMatchObject({ status: 1, stderr: expect.stringContaining('differ in 1 record') as string });
    expect(verified.stdout).toMatch(/^evidence .* DIFFERENT$/m);
    const before = hashOf(to);
    const again = await migrate(from, to);
    expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('has been changed since') as string });
    expect(hashOf(to)).toBe(before);
  });

  it.each([
    ['no target', ['migrate'], '--to'],
    ['an unknown engine', ['migrate', '--to', 'mongodb://x'], '--to'],
    ['the same store, spelt otherwise', ['migrate', '--to', `sqlite:${dataDir}/../data`], 'the same store'],
    [
      'a source that is not there',
      ['migrate', '--from', `sqlite:${folder}/none`, '--to', 'sqlite'],
      'There is no store',
    ],
    ['a target that holds something', ['migrate', '--from', 'HERE', '--to', 'sqlite'], 'memories of its own'],
    ['a throttle of nothing', ['migrate', '--to', `sqlite:${folder}/x`, '--throttle', '0'], '--throttle'],
    ['more than all the time', ['migrate', '--to', `sqlite:${folder}/x`, '--throttle', '101%'], '--throttle'],
  ])('refuses %s', async (_what, args, message) => {
    await zapomni.run(['add', 'something']);
    const from = args.includes('HERE') ? await filled() : '';
    const { status, stderr, stdout } = await zapomni.run(args.map((arg) => (arg === 'HERE' ? `sqlite:${from}` : arg)));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('makes nothing where a source was looked for in vain', async () => {
    const to = fresh('unmade');
    await migrate(fresh('absent'), to);
    expect(statSync(to, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe.skipIf(!server)('migrate to and from FalkorDB', () => {
  it('moves a store to a server and back, and none of it is missing or shown with a password', async () => {
    verifies('P049');
    const [from, to, url] = [await filled(), fresh('back'), `${server?.url ?? ''}/${randomUUID()}`];
    const login = url.replace('//', '//default:s%C3%A9cret@');
    const there = await zapomni.run(['migrate', '--from', `sqlite:${from}`, '--to', login]);
    expect(there.status, there.stderr).toBe(0);
    expect(there.stderr).toContain(`${url} is ready to be used`);
    expect(there.stderr + there.stdout).not.toMatch(/s%C3%A9cret|sécret/);
    const back = await zapomni.run(['migrate', '--from', url, '--to', `sqlite:${to}`]);
    expect(back.status, back.stderr).toBe(0);
    const lines = await withStore(from, exportOf);
    expect(await withStore(to, exportOf)).toEqual(lines);
    expect((await zapomni.run(['export', '-', '--from', url])).stdout).toBe(lines.join(''));
  });

  it('takes the server in the settings for the target when none is named', async () => {
    const from = await filled();
    const env = { ZAPOMNI_DATA_DIR: from, ZAPOMNI_STORE: `${server?.url ?? ''}/${randomUUID()}` };
    expect(await zapomni.run(['migrate'], { env })).toMatchObject({ status: 0 });
    expect(await zapomni.run(['migrate', '--verify'], { env })).toMatchObject({ status: 0 });
  });

  it('goes on after kill -9 in the middle of the way to a server', async () => {
    const [from, url] = [fresh('many'), `${server?.url ?? ''}/${randomUUID()}`];
    const total = 600;
    await withStore(from, (storage) => addMany(storage, total));
    const target = openFalkordbStorage({ url, logger: createRecordingLogger() });
    const count = async () => (await target.workspaces.list())[0]?.memories ?? 0;
    const child = startZapomni(['migrate', '--from', `sqlite:${from}`, '--to', url, '--throttle', '300']);
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 30_000, interval: 20 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await count()).toBeLessThan(total);
    const { status, stdout } = await zapomni.run(['migrate', '--from', `sqlite:${from}`, '--to', url, '--json']);
    expect({ status, report: JSON.parse(stdout) as unknown }).toMatchObject({
      status: 0,
      report: { equal: true, resumed: true },
    });
    expect(await exportOf(target)).toEqual(await withStore(from, exportOf));
    await target.close();
  });
});

describe('export and import', () => {
  it('a file holds all of a store, and an empty store becomes the same', async () => {
    verifies('P049');
    const [from, to, file] = [await filled(), fresh('restored'), path.join(folder, 'backup.jsonl')];
    const exported = await zapomni.run(['export', file, '--from', `sqlite:${from}`]);
    expect(exported).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Exported 11 memories and 5 records.\n2 blobs that records refer to could not be found.\n',
    });
    expect(statSync(file).mode & 0o077).toBe(0);
    const lines = await withStore(from, exportOf);
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
    const imported = await zapomni.run(['import', file, '--to', `sqlite:${to}`]);
    expect(imported).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('All of it is in the store') as string,
    });
    expect(await withStore(to, exportOf)).toEqual(lines);
    const piped = await zapomni.run(['export', '-', '--from', `sqlite:${to}`]);
    expect(piped.stdout).toBe(lines.join(''));
  });

  it('never overwrites a file unasked, and leaves none that is not whole', async () => {
    const [from, file] = [await filled(), path.join(folder, 'kept.jsonl')];
    writeFileSync(file, 'precious');
    const args = ['export', file, '--from', `sqlite:${from}`];
    expect(await zapomni.run(args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exists already') as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(await zapomni.run([...args, '--overwrite'])).toMatchObject({ status: 0 });
    const lost = await zapomni.run(['export', path.join(folder, 'no/such/folder.jsonl'), '--from', `sqlite:${from}`]);
    expect(lost).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be written') as string });
  });

  it('refuses a file that was changed, and writes nothing', async () => {
    const [from, to, file] = [await filled(), fresh('untouched'), path.join(folder, 'changed.jsonl')];
    await zapomni.run(['export', file, '--from', `sqlite:${from}`]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Boris the cat', 'Boris the dog'));
    const { status, stderr } = await zapomni.run(['import', file, '--to', `sqlite:${to}`]);
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('changed') as string });
    expect(await withStore(to, (storage) => storage.workspaces.list())).toEqual([]);
  });
});

async function addMany(storage: Storage, count: number, word = 'memory'): Promise<void> {
  const memories = Array.from({ length: count }, (_, i) =>
    plainMemory(`${word}-${String(i).padStart(6, '0')}`, `${word} number ${i}`),
  );
  await storage.memories.add(memories, 1);
}

/** 0 while there is no store yet. */
function countMemories(dir: string): number {
  if (!statSync(path.join(dir, STORE_FILE), { throwIfNoEntry: false })) return 0;
  const db = new DatabaseSync(path.join(dir, STORE_FILE), { readOnly: true, timeout: 1000 });
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM memories').get()?.['n'] ?? 0);
  } catch {
    return 0;
  } finally {
    db.close();
  }
}
