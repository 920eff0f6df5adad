/** The sweep and the inspection of blobs, on a real folder. */
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestBlobs } from '@zapomni/testkit/blobs';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createFakeClock, type FakeClock } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from '../../ports/index.ts';
import { blobWarnings, inspectBlobs } from './inspect-blobs.ts';
import { inspectStore } from './inspect-store.ts';
import { sweepBlobs } from './sweep-blobs.ts';

const DAY = 86_400_000;

let folder: string;
let clock: FakeClock;
let blobs: BlobStore;
/** What records refer to. */
let referred: Set<string>;
const records = {
  blobsInUse: async (hashes: readonly string[]) => hashes.filter((hash) => referred.has(hash)),
  blobsReferred: async (after: string | null, limit: number) =>
    [...referred]
      .toSorted()
      .filter((hash) => after === null || hash > after)
      .slice(0, limit),
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'zapomni-sweep-'));
  clock = createFakeClock();
  blobs = openTestBlobs(folder, clock);
  referred = new Set();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function put(text: string): Promise<string> {
  const once = async function* () {
    yield Buffer.from(text);
  };
  return (await blobs.put(once())).hash;
}
const fileOf = (hash: string) => path.join(folder, hash.slice(0, 2), hash.slice(2));

test('a sweep takes what no record refers to, once it is a day old', async () => {
  const [used, unused] = [await put('used'), await put('unused')];
  referred.add(used);
  clock.advance(DAY);
  const again = await put('put again');
  expect(await sweepBlobs({ blobs, records, clock })).toMatchObject({ looked: 3, removed: 0 });
  clock.advance(1);
  expect(await sweepBlobs({ blobs, records, clock })).toEqual({ looked: 3, removed: 1, removedBytes: 6, leftovers: 0 });
  expect(await blobs.stat(unused)).toBeNull();
  for (const hash of [used, again]) expect(await blobs.verify(hash)).toBe('ok');
  referred.delete(used);
  expect(await sweepBlobs({ blobs, records, clock }, { graceMs: 2 * DAY })).toMatchObject({ removed: 0 });
  expect(await sweepBlobs({ blobs, records, clock })).toMatchObject({ removed: 1 });
});

test('what is put again while a sweep runs stays', async () => {
  const hash = await put('wanted again');
  clock.advance(2 * DAY);
  const slow = {
    async blobsInUse() {
      await put('wanted again');
      return [];
    },
  };
  expect(await sweepBlobs({ blobs, records: slow, clock })).toMatchObject({ looked: 1, removed: 0 });
  expect(await blobs.verify(hash)).toBe('ok');
});

test('a sweep of many pages tells how far it is, and can be stopped', async () => {
  for (let n = 0; n < 501; n += 1) await put(`blob ${n}`);
  clock.advance(2 * DAY);
  const life = new AbortController();
  const told: number[] = [];
  const stopped = sweepBlobs(
    { blobs, records, clock },
    {
      signal: life.signal,
      onProgress(looked) {
        told.push(looked);
        life.abort();
      },
    },
  );
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toEqual([500]);
  expect(await sweepBlobs({ blobs, records, clock })).toMatchObject({ looked: 1, removed: 1 });
});

test('an inspection counts blobs, and finds the damaged and the missing', async () => {
  const [whole, changed, gone] = [await put('whole'), await put('changed'), await put('gone')];
  referred = new Set([whole, gone]);
  const well = await inspectBlobs({ blobs, records });
  expect(well).toEqual({ blobs: 3, bytes: 16, damaged: 0, missing: 0 });
  expect(blobWarnings(well)).toEqual([]);
  writeFileSync(fileOf(changed), readFileSync(fileOf(changed), 'utf8').toUpperCase());
  unlinkSync(fileOf(gone));
  const ill = await inspectBlobs({ blobs, records });
  expect(ill).toEqual({ blobs: 2, bytes: 12, damaged: 1, missing: 1 });
  expect(blobWarnings(ill)).toHaveLength(2);
});

test('with a real store: a blob stays as long as a record of any workspace refers to it', async () => {
  const { deps, clock: time, close } = openTestDeps();
  const { storage } = deps;
  const parts = { blobs: deps.blobs, records: storage.records, clock: time };
  const once = async function* () {
    yield Buffer.from('a picture');
  };
  const { hash } = await deps.blobs.put(once());
  const record = { op: 'put', collection: 'pictures', value: '{}', entries: [], parent: null, blobs: [hash] } as const;
  await storage.records.write('one', [{ ...record, key: 'a' }], time.now());
  await storage.records.write('two', [{ ...record, key: 'b' }], time.now());
  time.advance(2 * DAY);
  expect(await sweepBlobs(parts)).toMatchObject({ looked: 1, removed: 0 });
  await storage.records.write('one', [{ op: 'delete', collection: 'pictures', key: 'a' }], time.now());
  expect(await sweepBlobs(parts)).toMatchObject({ removed: 0 });
  expect(await inspectStore(deps, true)).toMatchObject({ integrity: 'ok', blobs: { blobs: 1, missing: 0 } });
  await storage.workspaces.remove('two', time.now());
  expect(await sweepBlobs(parts)).toMatchObject({ removed: 1 });
  expect(await inspectStore(deps, true)).toMatchObject({ integrity: 'ok', blobs: { blobs: 0, missing: 0 } });
  await close();
});
