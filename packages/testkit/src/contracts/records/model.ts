/** Any sequence of writes does to a store what it does to a plain list in memory. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { compareTexts } from '@zapomni/core/model';
import type { RecordPut, RecordWrite, Storage } from '@zapomni/core/ports';
import { NOW, type Clause } from '../storage/fixtures.ts';
import { blob, drop, keysIn, put, under } from './fixtures.ts';

const KEYS = ['a', 'b', 'c', 'd', '\uFFFD', '\u{1D49C}'];
const VALUES = ['', 'a', 'b', '\uE000', '\u{1D49C}'].map((end) => `v${end}`);
const COLLECTIONS = ['ones', 'twos'];

interface Kept {
  readonly put: RecordPut;
  readonly version: number;
}

type Model = ReadonlyMap<string, Kept>;

const nameOf = (collection: string, key: string): string => `${collection}/${key}`;

/** Undefined when the writes are refused. */
function apply(model: Model, writes: readonly RecordWrite[]): { model: Model; versions: number[] } | undefined {
  const next = new Map(model);
  const versions: number[] = [];
  for (const write of writes) {
    const name = nameOf(write.collection, write.key);
    const known = next.get(name);
    if (write.ifVersion !== undefined && write.ifVersion !== (known?.version ?? 0)) return undefined;
    if (write.op === 'delete') removeWithChildren(next, name);
    else if (!mayBelong(next, write)) return undefined;
    else next.set(name, { put: write, version: (known?.version ?? 0) + 1 });
    versions.push(write.op === 'delete' ? 0 : (next.get(name)?.version ?? 0));
  }
  return hasOwnValues(next, writes) ? { model: next, versions } : undefined;
}

function parentOf(model: Model, name: string): string | undefined {
  const parent = model.get(name)?.put.parent;
  return parent && 'collection' in parent ? nameOf(parent.collection, parent.key) : undefined;
}

function mayBelong(model: Model, { parent, collection, key }: RecordPut): boolean {
  if (!parent || 'memory' in parent) return true;
  let above: string | undefined = nameOf(parent.collection, parent.key);
  if (!model.has(above)) return false;
  for (; above !== undefined; above = parentOf(model, above)) if (above === nameOf(collection, key)) return false;
  return true;
}

function removeWithChildren(model: Map<string, Kept>, name: string): void {
  if (!model.delete(name)) return;
  const children = [...model.keys()].filter((other) => parentOf(model, other) === name);
  for (const child of children) removeWithChildren(model, child);
}

function entriesOf(model: Model, collection: string, index: string): { value: string; key: string }[] {
  const all = [...model.values()].filter((kept) => kept.put.collection === collection);
  const entries = all.flatMap(({ put: { key, entries: own } }) =>
    [...new Set(own.filter((one) => one.index === index).map(({ value }) => value))].map((value) => ({ value, key })),
  );
  return entries.toSorted((one, other) => compareTexts(one.value, other.value) || compareTexts(one.key, other.key));
}

/** Only those who have just asked for a value of their own are asked. */
function hasOwnValues(model: Model, writes: readonly RecordWrite[]): boolean {
  return writes.every(({ collection, key }) => {
    const kept = model.get(nameOf(collection, key));
    const own = kept?.put.entries.filter(({ unique }) => unique) ?? [];
    return own.every(({ index, value }) =>
      entriesOf(model, collection, index).every((entry) => entry.value !== value || entry.key === key),
    );
  });
}

const collection = fc.constantFrom(...COLLECTIONS);
const key = fc.constantFrom(...KEYS);
const ifVersion = fc.option(fc.nat(3), { nil: undefined, freq: 4 });

const anyPut = fc
  .record({
    collection,
    key,
    ifVersion,
    own: fc.option(fc.constantFrom(...VALUES), { nil: undefined }),
    tags: fc.subarray(VALUES),
    parent: fc.option(fc.record({ collection, key }), { freq: 2 }),
    blobs: fc.subarray(['a', 'b']),
    value: fc.json(),
  })
  .map(({ key: name, own, tags, parent, blobs, ifVersion: version, ...rest }) =>
    put(name, {
      ...rest,
      shared: { by_tag: tags },
      ...(own === undefined ? {} : { unique: { by_own: own } }),
      ...(parent === null ? {} : { parent: under(parent.key, parent.collection) }),
      blobs: blobs.map(blob),
      ...(version === undefined ? {} : { ifVersion: version }),
    }),
  );
const anyDelete = fc
  .record({ collection, key, ifVersion })
  .map(({ key: name, collection: of, ifVersion: version }) =>
    drop(name, { collection: of, ...(version === undefined ? {} : { ifVersion: version }) }),
  );
const batches = fc.array(
  fc.array(fc.oneof({ weight: 3, arbitrary: anyPut }, { weight: 1, arbitrary: anyDelete }), {
    minLength: 1,
    maxLength: 6,
  }),
  { maxLength: 12 },
);

export function recordModelClauses(clause: Clause): void {
  clause('any sequence of writes leaves what it would leave in a plain list', async ({ storage }) => {
    let round = 0;
    const runs = fc.asyncProperty(batches, async (all) => {
      const workspace = `w${(round += 1)}`;
      let model: Model = new Map();
      for (const writes of all) {
        const outcome = apply(model, writes);
        const done = await storage.records.write(workspace, writes, NOW).catch((error: { code: string }) => error.code);
        if (!outcome) expect(['CONFLICT', 'NOT_FOUND']).toContain(done);
        else expect(done).toEqual(outcome.versions);
        model = outcome?.model ?? model;
      }
      await expectSame(storage, workspace, model);
    });
    await fc.assert(runs, { numRuns: 60 });
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });
}

async function expectSame(storage: Storage, workspace: string, model: Model): Promise<void> {
  for (const of of COLLECTIONS) {
    const kept = [...model.values()].filter((one) => one.put.collection === of);
    const keys = kept.map((one) => one.put.key).toSorted(compareTexts);
    expect(await keysIn(storage, { collection: of, limit: 2 }, workspace)).toEqual(keys);
    const found = await storage.records.get(workspace, of, KEYS);
    const wanted = KEYS.flatMap((name) => model.get(nameOf(of, name)) ?? []);
    expect(found).toMatchObject(
      wanted.map(({ put: one, version }) => ({ key: one.key, value: one.value, version, parent: one.parent })),
    );
    for (const index of ['by_tag', 'by_own']) await expectIndex(storage, workspace, { collection: of, index }, model);
  }
  const counts = COLLECTIONS.map((of) => [...model.values()].filter((one) => one.put.collection === of).length);
  expect(await storage.records.collections(workspace)).toEqual(
    COLLECTIONS.map((of, i) => ({ collection: of, records: counts[i] })).filter(({ records }) => records !== 0),
  );
}

async function expectIndex(
  storage: Storage,
  workspace: string,
  place: { readonly collection: string; readonly index: string },
  model: Model,
): Promise<void> {
  const all = entriesOf(model, place.collection, place.index);
  const [from = '', to = ''] = [VALUES[1], VALUES[4]];
  const some = all.filter(({ value }) => compareTexts(value, from) >= 0 && compareTexts(value, to) < 0);
  const keys = some.map((entry) => entry.key);
  expect(await keysIn(storage, { ...place, limit: 3 }, workspace)).toEqual(all.map((entry) => entry.key));
  expect(await keysIn(storage, { ...place, from, to, limit: 2, descending: true }, workspace)).toEqual(
    keys.toReversed(),
  );
  expect(await storage.records.count(workspace, { ...place, from, to })).toBe(some.length);
}
