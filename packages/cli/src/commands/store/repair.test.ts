/** Damage of every kind, planted behind the store's back: `verify` names the part, `repair` makes anew what can be. */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFalkordbStorage, STORE_FILE } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { exportOf, fillSound } from '@zapomni/testkit/contracts';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';
import { plainMemory, withStore } from '../../testing/stores.ts';

const server = await falkordbForTests();
const folder = temporaryFolder();
const zapomni = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

const fresh = (name: string): string => path.join(folder, `${name}-${randomUUID()}`);

async function* piece(text: string) {
  yield Buffer.from(text);
}

let sound: string;
let hash: string;
beforeAll(async () => {
  sound = fresh('sound');
  const blobs = createFolderBlobStore({ folder: path.join(sound, 'blobs'), clock: systemClock });
  ({ hash } = await blobs.put(piece('a picture')));
  await withStore(sound, (storage) => fillSound(storage, hash));
});

function damaged(...statements: readonly string[]): string {
  const dir = fresh('damaged');
  cpSync(sound, dir, { recursive: true });
  const db = new DatabaseSync(path.join(dir, STORE_FILE));
  for (const sql of statements) expect(db.prepare(sql).run().changes, sql).not.toBe(0);
  db.close();
  return dir;
}

const blobFile = (dir: string) => path.join(dir, 'blobs', hash.slice(0, 2), hash.slice(2));

interface Parts {
  readonly [part: string]: { readonly status: string; readonly faults: readonly { fault: string; count: number }[] };
}

async function verify(dir: string): Promise<{ status: number | null; parts: Parts }> {
  const { status, stdout, stderr } = await zapomni.run(['verify', '--from', `sqlite:${dir}`, '--json']);
  expect(stdout, stderr).not.toBe('');
  return { status, parts: (JSON.parse(stdout) as { parts: Parts }).parts };
}

const repair = (dir: string, ...more: string[]) => zapomni.run(['repair', '--from', `sqlite:${dir}`, ...more]);

const WRONG_COUNT = 'UPDATE workspaces SET memories = memories + 1';
const PASSAGE = `DELETE FROM passages WHERE id = (SELECT max(id) FROM passages)`;
const VECTORS = 'DELETE FROM vectors';
const WORDS = 'DELETE FROM word_tail';
const SUMS = 'UPDATE relations SET strength = strength / 2';
const MENTIONS = 'UPDATE entities SET mentions = mentions + 3 WHERE root IS NULL';
const INDEX = 'DELETE FROM record_index';
const WORK = `UPDATE work SET place = 2`;
const TEXT = `UPDATE memory_texts SET body = CAST('X' || substr(CAST(body AS TEXT), 2) AS BLOB)
              WHERE memory = (SELECT min(memory) FROM memory_texts)`;

describe('verify', () => {
  it('finds nothing wrong with a sound store, looks at every part, and writes nothing', async () => {
    const before = readFileSync(path.join(sound, STORE_FILE));
    const { status, parts } = await verify(sound);
    expect(parts).toEqual(
      Object.fromEntries(
        ['store', 'passages', 'vectors', 'words', 'graph', 'records', 'work', 'blobs'].map((part) => [
          part,
          { status: 'ok', faults: [] },
        ]),
      ),
    );
    expect(status).toBe(0);
    expect(readFileSync(path.join(sound, STORE_FILE))).toEqual(before);
  });

  it.each([
    ['store', WRONG_COUNT, 'wrong count'],
    ['store', TEXT, 'differ from their hash'],
    ['passages', PASSAGE, 'missing passages'],
    ['vectors', VECTORS, 'neither embedded nor waiting'],
    ['words', WORDS, 'word index'],
    ['graph', SUMS, 'differ from their evidence'],
    ['graph', MENTIONS, 'wrong count of mentions'],
    ['records', INDEX, 'missing from their index'],
    ['work', WORK, 'items of work'],
  ])('finds damage of the %s: %s', async (part, sql, fault) => {
    const { status, parts } = await verify(damaged(sql));
    expect(status).toBe(1);
    expect(parts[part]?.status).toBe('damaged');
    expect(parts[part]?.faults.map((one) => one.fault).join()).toContain(fault);
  });

  it('finds blobs that were changed, and those that are missing', async () => {
    const [changed, missing] = [damaged(), damaged()];
    writeFileSync(blobFile(changed), 'a pict0re');
    rmSync(blobFile(missing));
    expect(await verify(changed)).toMatchObject({
      status: 1,
      parts: { blobs: { faults: [{ count: 1, fault: expect.stringContaining('bytes') as string }] } },
    });
    expect(await verify(missing)).toMatchObject({
      status: 1,
      parts: { blobs: { faults: [{ count: 1, fault: expect.stringContaining('missing') as string }] } },
    });
  });

  it('says of a store that cannot be read that it cannot, in a table', async () => {
    const dir = damaged();
    writeFileSync(path.join(dir, STORE_FILE), 'nothing of a database is left here');
    const { status, stdout } = await zapomni.run(['verify', '--from', `sqlite:${dir}`]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^store +damaged +1 store that cannot be read$/m);
    expect(stdout).toMatch(/^words +unchecked$/m);
  });
});

describe('repair', () => {
  it('makes anew all that can be derived, after a backup, and keeps the damaged store', async () => {
    const dir = damaged(WRONG_COUNT, PASSAGE, VECTORS, WORDS, SUMS, MENTIONS, INDEX, WORK);
    const { status, stdout, stderr } = await repair(dir, '--yes', '--json');
    expect(status, stderr + stdout).toBe(0);
    const { backup, aside } = JSON.parse(stdout) as { backup: string; aside: string };
    expect(await zapomni.run(['restore', backup, '--check'])).toMatchObject({ status: 0 });
    expect(await verify(aside)).toMatchObject({ status: 1 });
    expect(await verify(dir)).toMatchObject({ status: 0 });
    const torn = await zapomni.run(['restore', backup, '--to', `sqlite:${fresh('torn')}`]);
    expect(torn).toMatchObject({ status: 1, stderr: expect.stringContaining('--mend') as string });
    const to = fresh('mended');
    expect(await zapomni.run(['restore', backup, '--to', `sqlite:${to}`, '--mend'])).toMatchObject({ status: 0 });
    expect(await withStore(to, exportOf)).toEqual(await withStore(dir, exportOf));
    const texts = (lines: readonly string[]) =>
      lines
        .map((line) => JSON.parse(line) as { memory?: { text: string } })
        .flatMap(({ memory }) => memory?.text ?? []);
    expect(texts(await withStore(dir, exportOf))).toEqual(texts(await withStore(sound, exportOf)));
    await withStore(dir, async (storage) => {
      const found = await storage.records.scan('default', {
        collection: 'pictures',
        index: 'by_name',
        limit: 5,
      });
      expect(found.items.map(({ key }) => key)).toEqual(['boris']);
      const { totalPassages, pendingEmbeddings } = await storage.memories.stats('default', 'any');
      expect(pendingEmbeddings).toBe(totalPassages);
    });
  });

  it('says what it could not derive, and does not call that whole', async () => {
    const dir = damaged(TEXT, WRONG_COUNT);
    rmSync(blobFile(dir));
    const { status, stdout, stderr } = await repair(dir, '--yes');
    expect(status, stderr).toBe(1);
    const after = stdout.slice(stdout.indexOf('What could not be derived'));
    expect(after).toContain('1 texts that differ from their hash');
    expect(after).toContain('1 blobs that records refer to and that are missing');
    expect(after).not.toContain('wrong count');
  });

  it('asks first: without a yes, and without a terminal to ask on, nothing is changed', async () => {
    const dir = damaged(WRONG_COUNT);
    const before = readFileSync(path.join(dir, STORE_FILE));
    const { status, stderr } = await repair(dir);
    expect({ status, stderr }).toMatchObject({ stderr: expect.stringContaining('--yes') as string });
    expect(status).not.toBe(0);
    expect(readFileSync(path.join(dir, STORE_FILE))).toEqual(before);
    expect(existsSync(path.join(dir, 'backups'))).toBe(false);
  });

  it('leaves a sound store alone', async () => {
    const dir = damaged();
    expect(await repair(dir, '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to repair') as string,
    });
    expect(readdirSync(dir).filter((name) => /aside|backups/.test(name))).toEqual([]);
  });

  it('leaves a store alone that cannot be read, and says what to do', async () => {
    const dir = damaged();
    writeFileSync(path.join(dir, STORE_FILE), 'nothing of a database is left here');
    const { status, stderr } = await repair(dir, '--yes');
    expect(status).not.toBe(0);
    expect(stderr).toContain('zapomni restore FILE --force');
    expect(readFileSync(path.join(dir, STORE_FILE), 'utf8')).toContain('nothing of a database');
  });
});

describe.skipIf(!server)('with FalkorDB', () => {
  it('needs the name of another store', async () => {
    const url = `${server?.url ?? ''}/${randomUUID()}`;
    const storage = openFalkordbStorage({ url, logger: createRecordingLogger() });
    await storage.memories.add([plainMemory('one')], 1);
    expect(await zapomni.run(['repair', '--from', url, '--yes'])).toMatchObject({ status: 2 });
    await storage.close();
  });
});
