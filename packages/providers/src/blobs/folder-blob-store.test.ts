import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobStoreContract } from '@zapomni/testkit/contracts';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobFolder } from './blob-folder.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { takeAway } from './remove-blob.ts';

const fileOf = (folder: string, hash: string) => path.join(folder, hash.slice(0, 2), hash.slice(2));

blobStoreContract('folder', {
  async open(clock) {
    const base = mkdtempSync(path.join(tmpdir(), 'zapomni-blobs-'));
    const folder = path.join(base, 'made/with/the first');
    return {
      store: createFolderBlobStore({ folder, clock }),
      async damage(hash, how) {
        const bytes = readFileSync(fileOf(folder, hash));
        if (how === 'changed') bytes[bytes.length - 1] = ~(bytes.at(-1) ?? 0) & 0xff;
        writeFileSync(fileOf(folder, hash), how === 'changed' ? bytes : bytes.subarray(0, -1));
      },
      leftovers: async () => readdirSync(path.join(folder, 'partial')).length,
      close: async () => rmSync(base, { recursive: true, force: true }),
    };
  },
});

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('the folder of blobs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-blobs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const open = (clock = createFakeClock()) => createFolderBlobStore({ folder: path.join(folder, 'blobs'), clock });

  it('has to be named by its absolute path', () => {
    expect(() => createFolderBlobStore({ folder: 'blobs', clock: createFakeClock() })).toThrow(/absolute/);
  });

  it.skipIf(process.platform === 'win32')('is the user’s alone', async () => {
    const { hash } = await open().put(once('private'));
    const file = fileOf(path.join(folder, 'blobs'), hash);
    const modes = [file, path.dirname(file), path.join(folder, 'blobs'), path.join(folder, 'blobs/partial')];
    expect(modes.map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual(['600', '700', '700', '700']);
  });

  it('loses what dead writers left once it is old, and passes over what is not its own', async () => {
    const store = open();
    const { hash } = await store.put(once('kept'));
    const partial = path.join(folder, 'blobs/partial');
    writeFileSync(path.join(partial, 'old'), 'half');
    utimesSync(path.join(partial, 'old'), 1000, 1000);
    writeFileSync(path.join(partial, 'young'), 'half');
    mkdirSync(path.join(partial, 'folder'));
    writeFileSync(path.join(folder, 'blobs', 'notes.txt'), '');
    writeFileSync(path.join(folder, 'blobs', hash.slice(0, 2), 'short'), '');
    expect(await store.removeLeftovers(2_000_000)).toBe(1);
    expect(readdirSync(partial).toSorted()).toEqual(['folder', 'young']);
    expect((await store.list(null, 10)).map((blob) => blob.hash)).toEqual([hash]);
  });

  it('finds again what a remover that died had taken away', async () => {
    const store = open();
    const { hash, bytes } = await store.put(once('taken away'));
    const file = fileOf(path.join(folder, 'blobs'), hash);
    const taken = path.join(folder, 'blobs/partial', `${hash}.some-remover`);
    for (const look of [() => store.stat(hash), () => store.verify(hash), () => store.removeLeftovers(1)]) {
      renameSync(file, taken);
      await look();
      expect(statSync(file).size).toBe(bytes);
      expect(readdirSync(path.dirname(taken))).toEqual([]);
    }
  });

  it('gives back what turns out to be young once a remover has it', async () => {
    const clock = createFakeClock();
    const store = open(clock);
    const { hash } = await store.put(once('put again since the remover looked'));
    const place = new BlobFolder(path.join(folder, 'blobs'));
    expect(await takeAway(place, hash, clock.now())).toBe(false);
    expect(await store.verify(hash)).toBe('ok');
    expect(readdirSync(place.partial)).toEqual([]);
    expect(await takeAway(place, hash, clock.now() + 1)).toBe(true);
    expect(await takeAway(place, hash, clock.now() + 1)).toBe(false);
    expect(await store.stat(hash)).toBeNull();
  });

  it('says in its own words what the disk refused, without a path', async () => {
    const clock = createFakeClock();
    writeFileSync(path.join(folder, 'file'), '');
    const store = createFolderBlobStore({ folder: path.join(folder, 'file/blobs'), clock });
    const error = await store.put(once('x')).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(String(error)).not.toContain(folder);
    expect(await store.list(null, 1)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says when it may not be written', async () => {
    mkdirSync(path.join(folder, 'blobs'));
    chmodSync(path.join(folder, 'blobs'), 0o500);
    await expect(open().put(once('x'))).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
  });
});
