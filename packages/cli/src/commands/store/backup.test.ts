/** Backing up and restoring as a user does it: real stores, real files, and processes that write or die meanwhile. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBackup } from '@zapomni/core/backup';
import type { BackupFile, Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, STORE_FILE } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import { createBackupFile } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { exportOf, fillStore } from '@zapomni/testkit/contracts';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { plainMemory, withStore } from '../../testing/stores.ts';
import { expectStateThatExisted, startWriters } from '../../testing/writers.ts';

const server = await falkordbForTests();
const folder = temporaryFolder();
const zapomni = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

const fresh = (name: string): string => path.join(folder, `${name}-${randomUUID()}`);
const blobsIn = (dir: string) => createFolderBlobStore({ folder: path.join(dir, 'blobs'), clock: systemClock });

async function* piece(text: string) {
  yield Buffer.from(text);
}

/** All that `fillStore` puts into a store, and records that refer to two blobs. */
async function filled(): Promise<{ dir: string; hashes: string[] }> {
  const dir = fresh('source');
  const blobs = blobsIn(dir);
  const hashes = [
    (await blobs.put(piece('a picture of Boris'))).hash,
    (await blobs.put(piece('x'.repeat(300_000)))).hash,
  ];
  await withStore(dir, async (storage) => {
    await fillStore(storage);
    await putRecord(storage, hashes);
  });
  return { dir, hashes };
}

async function putRecord(storage: Storage, blobs: readonly string[]): Promise<void> {
  const put = { op: 'put' as const, collection: 'pictures', key: 'boris', value: '{}', entries: [], parent: null };
  await storage.records.write('default', [{ ...put, blobs }], 5);
}

const backup = (dir: string, ...more: string[]) => zapomni.run(['backup', ...more, '--from', `sqlite:${dir}`]);
const restore = (file: string, dir: string, ...more: string[]) =>
  zapomni.run(['restore', file, '--to', `sqlite:${dir}`, ...more]);

async function backedUp(): Promise<{ dir: string; hashes: string[]; file: string }> {
  const [{ dir, hashes }, file] = [await filled(), `${fresh('file')}.backup.zst`];
  expect(await backup(dir, file)).toMatchObject({ status: 0 });
  return { dir, hashes, file };
}

async function bytesOf(dir: string, hash: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const part of blobsIn(dir).read(hash)) pieces.push(part);
  return Buffer.concat(pieces).toString();
}

describe('backup and restore', () => {
  it('brings back all of a store, its settings and its blobs; the file is for the user alone', async () => {
    const { dir, hashes, file } = await backedUp();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const to = fresh('restored');
    const { status, stdout, stderr } = await restore(file, to);
    expect(status, stderr).toBe(0);
    expect(stdout).not.toContain('DIFFERENT');
    expect(await withStore(to, exportOf)).toEqual(await withStore(dir, exportOf));
    expect(await withStore(to, (storage) => storage.inspect(true))).toMatchObject({ integrity: 'ok', warnings: [] });
    expect(await bytesOf(to, hashes[0] ?? '')).toBe('a picture of Boris');
    expect(await bytesOf(to, hashes[1] ?? '')).toHaveLength(300_000);
    expect(readdirSync(to).filter((name) => /partial|aside/.test(name))).toEqual([]);
  });

  it('says what it holds: format, engine, schema, counts and hashes of each part', async () => {
    const { dir, file } = await backedUp();
    const { stdout, status } = await zapomni.run(['restore', file, '--check', '--json']);
    expect(status).toBe(0);
    const { schemaVersion } = await withStore(dir, (storage) => storage.inspect(false));
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: 1,
      engine: 'sqlite',
      schema_version: schemaVersion,
      one_moment: true,
      parts: { memories: { count: 11, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
      // Two that `fillStore` names were never put.
      blobs: { count: 2, bytes: 300_018, missing: 2 },
    });
  });

  it('goes to the folder of backups by itself, and keeps as many as it was told', async () => {
    const { dir } = await filled();
    const to = `${fresh('backups')}/`;
    const names: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { stdout, stderr, status } = await backup(dir, to, '--keep', '2', '--json');
      expect(status, stderr).toBe(0);
      names.push(path.basename((JSON.parse(stdout) as { file: string }).file));
      if (i === 0) writeFileSync(path.join(to, 'zapomni-mine.backup.zst'), 'not ours');
    }
    expect(readdirSync(to).toSorted()).toEqual([...names.slice(-2), 'zapomni-mine.backup.zst'].toSorted());
    const own = await zapomni.run(['backup', '--json'], { env: { ZAPOMNI_DATA_DIR: dir } });
    expect(path.dirname((JSON.parse(own.stdout) as { file: string }).file)).toBe(path.join(dir, 'backups'));
    expect(await backup(dir, fresh('file'), '--keep', '2')).toMatchObject({ status: 2 });
  });

  it('replaces no file unasked', async () => {
    const { dir, file } = await backedUp();
    const before = readFileSync(file);
    expect(await backup(dir, file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exists already') as string,
    });
    expect(readFileSync(file)).toEqual(before);
    expect(await backup(dir, file, '--overwrite')).toMatchObject({ status: 0 });
  });

  it('leaves out a blob that is damaged, saves the rest, and says so', async () => {
    const { dir, hashes } = await filled();
    const hash = hashes[0] ?? '';
    writeFileSync(path.join(dir, 'blobs', hash.slice(0, 2), hash.slice(2)), 'another picture');
    const { stdout, status } = await backup(dir, fresh('file'), '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ blobs: { count: 1, missing: 3 } });
  });
});

describe('a backup that is not whole', () => {
  let source: Awaited<ReturnType<typeof backedUp>>;
  beforeAll(async () => {
    source = await backedUp();
  });

  const spoil: [string, (file: string) => void, string][] = [
    ['cut off', (file) => truncateSync(file, statSync(file).size - 20), 'cut off'],
    ['cut off after its records', (file) => repack(file, (text) => text.slice(0, text.indexOf('{"blob"'))), 'cut off'],
    ['cut off in a blob', (file) => repack(file, (text) => text.slice(0, text.length - 200_000)), 'cut off'],
    [
      'without its manifest',
      (file) => repack(file, (text) => text.slice(0, text.lastIndexOf('{"zapomni"'))),
      'manifest',
    ],
    ['with another word', (file) => repack(file, (text) => text.replace('Boris the cat', 'Boris the dog')), 'changed'],
    ['with another blob', (file) => repack(file, (text) => text.replace('a picture of', 'a picture by')), 'changed'],
    [
      'with another count',
      (file) => repack(file, (text) => text.replace('"moment":true,"records":', '"moment":true,"records":1')),
      'manifest',
    ],
    [
      'with another head',
      (file) => repack(file, (text) => text.replace('"engine":"sqlite"', '"engine":"sqlitf"')),
      'hash',
    ],
    ['with more after its end', (file) => repack(file, (text) => `${text}{}\n`), 'after its end'],
    ['of a newer version', (file) => repack(file, (text) => text.replace('"version":1', '"version":2')), 'newer'],
    ['that is something else', (file) => writeFileSync(file, 'hello'), 'no backup'],
    ['with a byte turned', (file) => turnByte(file), ''],
  ];

  it.each(spoil)('%s is refused with the reason, and changes nothing', async (_how, change, reason) => {
    const [to, file] = [fresh('untouched'), fresh('file')];
    copyFileSync(source.file, file);
    change(file);
    const store = path.join(source.dir, STORE_FILE);
    const before = readFileSync(store);
    for (const [dir, ...more] of [[to], [source.dir, '--force']] as [string, ...string[]][]) {
      const { status, stderr } = await restore(file, dir, ...more);
      expect(stderr).toContain(reason);
      expect(status).toBe(reason === 'newer' ? 3 : 2);
    }
    expect(existsSync(to)).toBe(false);
    expect(readFileSync(store)).toEqual(before);
    expect(readdirSync(source.dir).filter((name) => /partial|aside/.test(name))).toEqual([]);
  });
});

it('a disk that gives back other bytes than were written is noticed, and no backup is left', async () => {
  const [{ dir }, file] = [await filled(), fresh('file')];
  const onDisk = createBackupFile(file);
  const spoiled: BackupFile = {
    ...onDisk,
    write: (pieces, check) =>
      onDisk.write(pieces, () => {
        turnByte(`${file}.part`);
        return check(createBackupFile(`${file}.part`).read());
      }),
  };
  await withStore(dir, async (storage) => {
    const parts = { storage, blobs: blobsIn(dir), clock: systemClock };
    await expect(makeBackup(parts, spoiled)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
  expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith(path.basename(file)))).toEqual([]);
});

function repack(file: string, change: (text: string) => string): void {
  const text = zstdDecompressSync(readFileSync(file)).toString('latin1');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, zstdCompressSync(Buffer.from(changed, 'latin1')));
}

function turnByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0x10;
  writeFileSync(file, bytes);
}

describe('a place that is taken', () => {
  it('is left alone, unless forced: then what was there is moved aside, whole with its blobs', async () => {
    const { file } = await backedUp();
    const to = fresh('taken');
    const { hash } = await blobsIn(to).put(piece('mine'));
    await withStore(to, async (storage) => {
      await storage.memories.add([plainMemory('mine')], 1);
      await putRecord(storage, [hash]);
    });
    const before = await withStore(to, exportOf);
    expect(await restore(file, to)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--force') as string,
    });
    expect(await withStore(to, exportOf)).toEqual(before);
    const forced = await restore(file, to, '--force', '--json');
    expect(forced.status, forced.stderr).toBe(0);
    const { aside } = JSON.parse(forced.stdout) as { aside: string };
    expect(await withStore(aside, exportOf)).toEqual(before);
    expect(await bytesOf(aside, hash)).toBe('mine');
    expect((await withStore(to, exportOf)).join('')).toContain('Boris the cat');
  });

  it('is not replaced while somebody uses it', async () => {
    const { file } = await backedUp();
    const to = fresh('used');
    await withStore(to, async (storage) => {
      await storage.memories.add([plainMemory('mine')], 1);
      const { status, stderr } = await restore(file, to, '--force');
      expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('in use') as string });
      await storage.memories.add([plainMemory('mine too')], 2);
      expect((await storage.memories.list({ workspace: 'default', limit: 9 })).total).toBe(2);
    });
    expect(readdirSync(to).filter((name) => name.startsWith('aside'))).toEqual([]);
  });

  it('takes the place of a store that cannot be opened any more, which is kept', async () => {
    const { dir, file } = await backedUp();
    const to = fresh('broken');
    mkdirSync(to);
    writeFileSync(path.join(to, STORE_FILE), 'this is no database, but it may be all that somebody has left');
    expect(await restore(file, to)).toMatchObject({ status: 2 });
    const forced = await restore(file, to, '--force', '--json');
    expect(forced.status, forced.stderr).toBe(0);
    const { aside } = JSON.parse(forced.stdout) as { aside: string };
    expect(readFileSync(path.join(aside, STORE_FILE), 'utf8')).toContain('all that somebody has left');
    expect(await withStore(to, exportOf)).toEqual(await withStore(dir, exportOf));
  });
});

describe('while others write', () => {
  const places: [string, () => string][] = [['sqlite', () => `sqlite:${fresh('busy')}`]];
  if (server) places.push(['falkordb', () => `${server.url}/${randomUUID()}`]);

  it.each(places)('four processes on %s: what is restored is a state that existed', async (_engine, place) => {
    const from = place();
    const env = { ZAPOMNI_DATA_DIR: fresh('data') };
    const writers = startWriters(from.replace('sqlite:', ''), 4);
    try {
      for (let round = 0; round < 2; round++) {
        await writers.further(5);
        const before = [...writers.reached];
        const file = fresh('file');
        const made = await zapomni.run(['backup', file, '--from', from, '--json'], { env });
        expect(made.status, made.stderr).toBe(0);
        expect(JSON.parse(made.stdout)).toMatchObject({ one_moment: true });
        const after = [...writers.reached];
        const to = fresh('then');
        expect(await restore(file, to)).toMatchObject({ status: 0 });
        expectStateThatExisted(await withStore(to, exportOf), { before, after });
      }
      // Nobody was refused, and all of them go on.
      await writers.further(1);
    } finally {
      await writers.kill();
    }
  });
});

async function manyIn(dir: string, count: number): Promise<void> {
  const text = 'a long memory '.repeat(400);
  await withStore(dir, (storage) =>
    storage.memories.add(
      Array.from({ length: count }, (_, i) => plainMemory(String(i).padStart(6, '0'), `${i} ${text}`)),
      1,
    ),
  );
}

describe('killed', () => {
  it('in the middle of a backup: no file of that name, and the next one is made', async () => {
    const [dir, file] = [fresh('many'), fresh('file')];
    await manyIn(dir, 1500);
    const child = startZapomni(['backup', file, '--from', `sqlite:${dir}`]);
    await vi.waitFor(() => expect(existsSync(`${file}.part`)).toBe(true), { timeout: 30_000, interval: 5 });
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(existsSync(file)).toBe(false);
    expect(await restore(`${file}.part`, fresh('none'))).toMatchObject({ status: 2 });
    expect(await backup(dir, file)).toMatchObject({ status: 0 });
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  it('in the middle of a restore: there is no store yet, and the same command makes it', async () => {
    const [dir, file, to] = [fresh('many'), fresh('file'), fresh('killed')];
    await manyIn(dir, 1500);
    expect(await backup(dir, file)).toMatchObject({ status: 0 });
    const child = startZapomni(['restore', file, '--to', `sqlite:${to}`]);
    const draft = () => (existsSync(to) ? readdirSync(to).find((name) => name.endsWith('.partial')) : undefined);
    await vi.waitFor(() => expect(draft()).toBeDefined(), { timeout: 30_000, interval: 5 });
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(existsSync(path.join(to, STORE_FILE))).toBe(false);
    expect(await restore(file, to)).toMatchObject({ status: 0 });
    expect(await withStore(to, exportOf)).toEqual(await withStore(dir, exportOf));
    expect(draft()).toBeUndefined();
  });
});

describe.skipIf(!server)('with FalkorDB', () => {
  const place = () => `${server?.url ?? ''}/${randomUUID()}`;

  async function onServer<T>(url: string, work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = openFalkordbStorage({ url, logger: createRecordingLogger() });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  it('goes from a folder to a server and from there to a folder, and nothing is missing', async () => {
    const { dir, file } = await backedUp();
    const [url, back, second] = [place(), fresh('back'), fresh('file')];
    const env = { ZAPOMNI_DATA_DIR: fresh('data') };
    const there = await zapomni.run(['restore', file, '--to', url], { env });
    expect(there.status, there.stderr).toBe(0);
    expect(await onServer(url, exportOf)).toEqual(await withStore(dir, exportOf));
    const made = await zapomni.run(['backup', second, '--from', url, '--json'], { env });
    expect(made.status, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({
      engine: 'falkordb',
      one_moment: true,
      blobs: { count: 2, missing: 2 },
    });
    expect(await restore(second, back)).toMatchObject({ status: 0 });
    expect(await withStore(back, exportOf)).toEqual(await withStore(dir, exportOf));
  });

  it('leaves alone what holds something there, also when forced', async () => {
    const { file } = await backedUp();
    const url = place();
    await onServer(url, async (storage) => {
      await storage.memories.add([plainMemory('mine')], 1);
      const before = await exportOf(storage);
      for (const more of [[], ['--force']]) {
        expect(await zapomni.run(['restore', file, '--to', url, ...more])).toMatchObject({ status: 2 });
      }
      expect(await exportOf(storage)).toEqual(before);
    });
  });
});
