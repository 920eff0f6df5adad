/** Enough vectors that they are packed: what is found, replaced, superseded and forgotten must not change by that. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewMemory, Storage, Stored } from '@zapomni/core/ports';
import { Int8Memory } from '../int8/int8-memory.ts';
import { openFixture, type Fixture } from '../../testing/fixture.ts';
import { numberedId } from '../../testing/numbered-memory.ts';
import { makeVersion3 } from '../../testing/older-store.ts';

const HERE = { workspace: 'default' };
const COUNT = 2500;
const DIMENSIONS = 16;

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

const countSegments = () => fixture.raw((db) => db.prepare('SELECT count(*) AS n FROM code_segments').get()?.['n']);

function memory(number: number, more: Partial<NewMemory> = {}): NewMemory {
  const text = `text ${number}`;
  return {
    id: numberedId(7, number),
    workspace: 'default',
    text,
    kind: 'note',
    tags: [],
    source: '',
    metadata: {},
    hash: createHash('sha256').update(text).digest('hex'),
    key: null,
    occurredAt: null,
    validFrom: 1,
    supersedes: null,
    passages: [{ start: 0, end: 4 }],
    ...more,
  };
}

/** Points on a circle, in the first two of their dimensions. */
function around(turn: number): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector.set([Math.cos(turn * 2 * Math.PI), Math.sin(turn * 2 * Math.PI)]);
  return vector;
}

const turnOf = (number: number): number => number / COUNT;

async function addMany(storage: Storage): Promise<Stored[]> {
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const stored = await storage.memories.add(
    numbers.map((number) => memory(number)),
    1,
  );
  await put(storage, stored, numbers);
  await vi.waitFor(() => expect(countSegments()).toBe(2), 50_000);
  return stored;
}

function put(storage: Storage, stored: readonly Stored[], numbers: readonly number[], turn = turnOf): Promise<void> {
  return storage.vectors.put(
    'm',
    numbers.map((number) => ({ passageId: stored[number]?.passageIds[0] ?? 0, vector: around(turn(number)) })),
  );
}

async function found(storage: Storage, turn: number, k = 3, filter = {}): Promise<number[]> {
  const hits = await storage.vectors.nearest('m', around(turn), k, { ...HERE, filter });
  return hits.map((hit) => Number.parseInt(hit.memoryId.slice(-6), 16)).toSorted((a, b) => a - b);
}

test('packed vectors are found as those that are not, by the process that put them and by another', async () => {
  await addMany(fixture.storage);
  for (const storage of [fixture.storage, fixture.open()]) {
    for (const number of [1, 1000, 1023, 1024, 2048, COUNT - 2]) {
      expect(await found(storage, turnOf(number))).toEqual([number - 1, number, number + 1]);
    }
    expect(await storage.vectors.nearest('m', around(0), COUNT + 5, HERE)).toHaveLength(COUNT);
  }
});

test('what happens to packed vectors is seen at once by every process, and by one that starts later', async () => {
  const { storage } = fixture;
  const other = fixture.open();
  const stored = await addMany(storage);
  expect(await found(other, turnOf(500))).toEqual([499, 500, 501]);
  await storage.memories.remove('default', [stored[500]?.id ?? ''], 2);
  await storage.memories.add([memory(COUNT, { supersedes: stored[502]?.id ?? '' })], 2);
  await put(storage, stored, [100], () => turnOf(501));
  for (const looking of [storage, other, fixture.open()]) {
    expect(await found(looking, turnOf(501), 4)).toEqual([100, 499, 501, 503]);
    expect(await found(looking, turnOf(502), 3, { includeSuperseded: true })).toContain(502);
    expect(await found(looking, turnOf(100))).not.toContain(100);
  }
});

/** Bytes that only this vector's codes have. */
function codesOf(vector: Float32Array): Buffer {
  const codes = new Int8Memory(DIMENSIONS);
  codes.write(0, new Uint8Array(vector.buffer));
  return Buffer.from(codes.readBlock(0, 1).subarray(4, 4 + DIMENSIONS));
}

async function holds(bytes: Buffer): Promise<boolean> {
  const files = await readdir(fixture.dataDir);
  const contents = await Promise.all(files.map((name) => readFile(join(fixture.dataDir, name))));
  return contents.some((content) => content.includes(bytes));
}

test('a forgotten vector leaves no trace: not as it was, not its codes, not its token codes', async () => {
  const { storage } = fixture;
  const secret = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i * i + 1));
  const [stored] = await storage.memories.add([memory(COUNT + 1)], 1);
  const tokens = new TextEncoder().encode('the token codes of a secret');
  await storage.vectors.put('m', [{ passageId: stored?.passageIds[0] ?? 0, vector: secret, tokens }]);
  await addMany(storage);
  const traces = [Buffer.from(secret.buffer), codesOf(secret), Buffer.from(tokens)];
  expect(await Promise.all(traces.map(holds))).toEqual([true, true, true]);
  await storage.memories.remove('default', [stored?.id ?? ''], 2);
  expect(await Promise.all(traces.map(holds))).toEqual([false, false, false]);
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok' });
});

test('a segment of which nothing is left goes, and new vectors are packed as before', async () => {
  const { storage } = fixture;
  const stored = await addMany(storage);
  await storage.memories.clear('default', 2);
  expect(countSegments()).toBe(0);
  expect(await found(storage, 0.5)).toEqual([]);
  expect(stored).toHaveLength(COUNT);
  const again = Array.from({ length: COUNT }, (_, number) => number);
  const anew = await storage.memories.add(
    again.map((number) => memory(number, { id: numberedId(8, number) })),
    3,
  );
  await put(storage, anew, again);
  await vi.waitFor(() => expect(countSegments()).toBeGreaterThan(1), 50_000);
  for (const looking of [storage, fixture.open()]) expect(await found(looking, turnOf(9))).toEqual([8, 9, 10]);
});

test('a store from before there were segments answers at once and is packed on the way', async () => {
  await addMany(fixture.storage);
  await fixture.storage.close();
  fixture.raw((db) => {
    makeVersion3(db);
    for (const table of ['code_segments', 'segment_codes', 'vector_lists', 'token_codes'])
      db.exec(`DROP TABLE ${table}`);
    db.exec(`DELETE FROM meta WHERE key IN ('vectors_packed_to', 'segments_revision')`);
    db.exec(`UPDATE meta SET value = 2 WHERE key = 'schema_version'`);
  });
  const storage = fixture.open();
  expect(await found(storage, turnOf(700))).toEqual([699, 700, 701]);
  await vi.waitFor(() => expect(countSegments()).toBe(2), 50_000);
  expect(await found(fixture.open(), turnOf(700))).toEqual([699, 700, 701]);
});

test.each([
  ['UPDATE code_segments SET heads = zeroblob(length(heads)) WHERE id = 1', 'vectors missing from their segments'],
  ['UPDATE segment_codes SET data = zeroblob(length(data)) WHERE segment = 1', 'codes that differ from their vectors'],
  ['DELETE FROM segment_codes WHERE segment = 1', 'codes that differ from their vectors'],
  ['DELETE FROM vectors WHERE id = 5', 'places in segments of vectors that are gone'],
  ['UPDATE passages SET live = 0 WHERE id = 5', 'places in segments with a wrong owner'],
])('a deep look finds what was packed wrong: %s', async (sql, fault) => {
  await addMany(fixture.storage);
  await vi.waitFor(() => expect(countSegments()).toBe(2), 50_000);
  expect(await fixture.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  fixture.raw((db) => db.exec(sql));
  const { integrity, warnings } = await fixture.storage.inspect(true);
  expect(integrity).toBe('damaged');
  expect(warnings.join('\n')).toContain(fault);
});
