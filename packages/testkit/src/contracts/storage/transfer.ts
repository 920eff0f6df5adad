/**
 * The contract of moving a store, for every pair of engines: what comes out of the one goes into the other and is the
 * same there, to every port. A clause that an engine cannot keep is skipped by its title, with the reason.
 */
import { createHash } from 'node:crypto';
import { migrateStore, verifyStores } from '@zapomni/core/migrate';
import { compareNames, nameOf, Tally, type RecordName, type TransferRecord } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../verifies.ts';
import { blob, drop, put, under } from '../records/fixtures.ts';
import { titled } from '../skipped-title.ts';
import { addOne, memory, NOW, textPatch, unit, WORKSPACE, type StorageHarness } from './fixtures.ts';
import { exportOf, fillStore, OTHER_MODEL, reading, viewOf } from './transfer-fixtures.ts';
import type { StorageContractOptions } from './storage.ts';

const LATER = NOW + 1000;

interface Stores {
  readonly source: Storage;
  readonly target: Storage;
  /** An empty one of the source's engine. */
  another(): Promise<Storage>;
}

export interface TransferHarnesses {
  readonly from: () => Promise<StorageHarness>;
  readonly to: () => Promise<StorageHarness>;
}

export function transferContract(name: string, make: TransferHarnesses, options: StorageContractOptions = {}): void {
  const skipped = new Set(options.skip?.tests);
  describe(`transfer contract: ${name}`, () => {
    let harnesses: StorageHarness[] = [];
    beforeEach(async () => {
      harnesses = await Promise.all([make.from(), make.to()]);
    });
    afterEach(() => Promise.all(harnesses.map((harness) => harness.destroy())));
    const clause = (title: string, run: (stores: Stores) => Promise<void>): void => {
      const skip = skipped.delete(title);
      test.skipIf(skip)(titled(title, skip ? options.skip?.reason : undefined), () => {
        const [source, target] = harnesses.map(({ storage }) => storage) as [Storage, Storage];
        const another = async (): Promise<Storage> => {
          const harness = await make.from();
          harnesses.push(harness);
          return harness.storage;
        };
        return run({ source, target, another });
      });
    };
    movingClauses(clause);
    catchingUpClauses(clause);
    recordClauses(clause);
    if (skipped.size > 0) throw new Error(`no such clause to skip: ${[...skipped].join(', ')}`);
  });
}

type Clause = (title: string, run: (stores: Stores) => Promise<void>) => void;

const move = ({ source, target }: Pick<Stores, 'source' | 'target'>) =>
  migrateStore({ source, target, sourceName: 'here' });

function movingClauses(clause: Clause): void {
  clause('all of a store arrives: both export the same, and every port says the same', async (stores) => {
    verifies('P049', 'P041');
    const { source, target } = stores;
    await fillStore(source);
    const before = await exportOf(source);
    const version = await source.version();
    const report = await move(stores);
    expect(report).toMatchObject({ equal: true, differences: 0, resumed: false, caughtUp: 0, removed: 0 });
    expect(report.parts.filter(({ source: part }) => part.count === 0)).toEqual([]);
    expect(await exportOf(target)).toEqual(before);
    expect(await exportOf(source)).toEqual(before);
    expect(await source.version()).toBe(version);
    expect(await viewOf(target)).toEqual(await viewOf(source));
    expect(await target.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('what arrived goes on living: it is updated, merged apart, superseded and removed there', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    await move(stores);
    for (const storage of [source, target]) await liveOn(storage);
    expect(await viewOf(target)).toEqual(await viewOf(source));
    expect(await target.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('there and back again, a store gives an equal export', async ({ source, target, another }) => {
    verifies('P049');
    await fillStore(source);
    const lines = await exportOf(source);
    const back = await another();
    expect(await move({ source, target })).toMatchObject({ equal: true });
    expect(await move({ source: target, target: back })).toMatchObject({ equal: true });
    expect(await exportOf(target)).toEqual(lines);
    expect(await exportOf(back)).toEqual(lines);
  });

  clause('an empty store can be moved too', async (stores) => {
    expect(await move(stores)).toMatchObject({ equal: true, copied: 0 });
    expect(await move(stores)).toMatchObject({ equal: true, resumed: true });
  });
}

/** Changes that depend on what there was: history, passages, evidence, merges, queues. */
async function liveOn(storage: Storage): Promise<void> {
  const { items } = await storage.memories.list({ workspace: WORKSPACE, limit: 100 });
  const byPreview = (start: string) => items.find(({ preview }) => preview.startsWith(start))?.id ?? '';
  await storage.memories.update(WORKSPACE, byPreview('version three'), { text: textPatch('version five') }, LATER);
  await storage.memories.update(WORKSPACE, byPreview('Ada works for Acme'), { text: textPatch('Ada rests') }, LATER);
  await storage.memories.remove(WORKSPACE, [byPreview('Memory is'), byPreview('nobody')], LATER);
  const [newest] = await storage.graph.merges(WORKSPACE, 1);
  await storage.graph.split(WORKSPACE, newest?.id ?? '', LATER);
  await storage.graph.removeEntities(WORKSPACE, ['place:london'], LATER);
  await storage.memories.remove(WORKSPACE, [byPreview('Ada keeps a list')], LATER);
  const again = put('new', { collection: 'zoo', unique: { by_url: 'u' } });
  await storage.records.write(WORKSPACE, [again], LATER);
  const taken = storage.records.write(WORKSPACE, [{ ...again, key: 'other' }], LATER);
  await expect(taken).rejects.toMatchObject({ code: 'CONFLICT' });
}

function catchingUpClauses(clause: Clause): void {
  clause('what changed since is caught up with, whatever it is', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    await move(stores);
    await changeEverything(source);
    const report = await move(stores);
    expect(report).toMatchObject({ equal: true, resumed: true, copied: 0 });
    expect(report.caughtUp).toBeGreaterThan(5);
    expect(report.removed).toBeGreaterThan(3);
    expect(await exportOf(target)).toEqual(await exportOf(source));
    expect(await viewOf(target)).toEqual(await viewOf(source));
    expect(await target.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a source that is written to while it is copied is caught up with', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    const pages = { read: 0, summarize: 0 };
    const busy = busyStore(source, async (call) => {
      pages[call] += 1;
      if (pages[call] === 1) await (call === 'read' ? changeEverything(source) : addOne(source, memory('late')));
    });
    const report = await move({ source: busy, target });
    expect(pages.summarize).toBeGreaterThan(1);
    expect(report).toMatchObject({ equal: true, resumed: false });
    expect(report.caughtUp).toBeGreaterThan(5);
    expect(await exportOf(target)).toEqual(await exportOf(source));
    expect(await viewOf(target)).toEqual(await viewOf(source));
  });

  clause('a migration that broke off goes on where it was, and writes nothing twice', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    const small: Storage = {
      ...source,
      transfer: { ...source.transfer, read: (after) => source.transfer.read(after, 3) },
    };
    let writes = 0;
    const written: RecordName[] = [];
    const watched: Storage = {
      ...target,
      transfer: {
        ...target.transfer,
        write: async (records, place) => {
          if (++writes === 5) {
            // An engine that writes in steps may leave some of a batch, without its mark.
            await target.transfer.write(records.slice(0, 1), (await target.transfer.mark()) ?? '');
            throw new Error('the power went');
          }
          await target.transfer.write(records, place);
          written.push(...records.map(nameOf));
        },
      },
    };
    const first = migrateStore({ source: small, target: watched, sourceName: 'here' });
    await expect(first).rejects.toThrow('the power went');
    expect(written).toHaveLength(9);
    const report = await migrateStore({ source: small, target: watched, sourceName: 'here' });
    expect(report).toMatchObject({ equal: true, resumed: true, caughtUp: 0 });
    expect(new Set(written.map((name) => JSON.stringify(name))).size).toBe(written.length);
    expect(written).toHaveLength(9 + report.copied);
    expect(await exportOf(target)).toEqual(await exportOf(source));
  });

  clause('a target that holds something, or what came from elsewhere, is left alone', async (stores) => {
    const { source, target } = stores;
    await addOne(source, memory('ours'));
    await addOne(target, memory('theirs'));
    const before = await exportOf(target);
    await expect(move(stores)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await exportOf(target)).toEqual(before);
  });

  clause('a target filled from another source is left alone', async (stores) => {
    await addOne(stores.source, memory('ours'));
    await move(stores);
    const elsewhere = migrateStore({ ...stores, sourceName: 'elsewhere' });
    await expect(elsewhere).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  clause('a target that was changed after it was filled is noticed, and left alone', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    await move(stores);
    expect(await verifyStores(stores)).toMatchObject({ equal: true, differences: 0 });
    const [one] = (await target.memories.list({ workspace: 'work', limit: 1 })).items;
    await target.memories.update('work', one?.id ?? '', { tags: ['tampered'] }, LATER);
    const report = await verifyStores(stores);
    expect(report).toMatchObject({ equal: false, differences: 1, caughtUp: 0 });
    const wrong = report.parts.filter((part) => part.source.hash !== part.target.hash).map(({ part }) => part);
    expect(wrong).toEqual(['memories', 'versions']);
    const tampered = await exportOf(target);
    await expect(move(stores)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await exportOf(target)).toEqual(tampered);
  });

  clause('a vector with one bit changed is noticed', async (stores) => {
    const { source, target } = stores;
    const stored = await addOne(source, memory('a vector'));
    await source.vectors.put('m', [{ passageId: stored.passageIds[0] ?? 0, vector: unit(1, 2, 3) }]);
    await move(stores);
    const [copy] = await target.embeddings.claim('another', { owner: 'test', until: NOW }, 1, NOW);
    const vector = unit(1, 2, 3);
    new Uint8Array(vector.buffer)[0]! ^= 1;
    await target.vectors.put('m', [{ passageId: copy?.id ?? 0, vector }]);
    const report = await verifyStores(stores);
    expect(report.parts.filter((part) => part.source.hash !== part.target.hash).map(({ part }) => part)).toEqual([
      'vectors',
    ]);
  });

  clause('memories that only the target has are never taken away', async (stores) => {
    const { source, target } = stores;
    await addOne(source, memory('ours'));
    await source.transfer.read(null, 10).then((records) => target.transfer.write(records, mark('comparing')));
    const theirs = await addOne(target, memory('theirs'));
    expect(await move(stores)).toMatchObject({ equal: false, differences: 1, removed: 0 });
    expect(await target.memories.get(WORKSPACE, [theirs.id])).toHaveLength(1);
  });
}

/** A source that somebody else writes to between any two pages. */
function busyStore(source: Storage, write: (call: 'read' | 'summarize') => Promise<unknown>): Storage {
  const { transfer } = source;
  return {
    ...source,
    transfer: {
      ...transfer,
      read: async (after, limit) => {
        const page = await transfer.read(after, limit);
        await write('read');
        return page;
      },
      summarize: async (after, limit) => {
        const page = await transfer.summarize(after, limit);
        await write('summarize');
        return page;
      },
    },
  };
}

/** The mark of `move`, in the midst of it. */
function mark(stage: string): string {
  const source = createHash('sha256').update('here').digest('hex');
  return JSON.stringify({ source, stage, after: null, fingerprint: null });
}

async function changeEverything(storage: Storage): Promise<void> {
  const { graph, memories } = storage;
  const { items } = await memories.list({ workspace: WORKSPACE, limit: 100 });
  const byPreview = (start: string) => items.find(({ preview }) => preview.startsWith(start))?.id ?? '';
  await memories.remove(WORKSPACE, [byPreview('Boris')], LATER);
  await addOne(storage, memory('Boris again', { key: 'cat' }));
  await memories.update(WORKSPACE, byPreview('version three'), { text: textPatch('version five') }, LATER);
  await addOne(storage, memory('Ada moved', { supersedes: byPreview('Ada left'), validFrom: LATER }));
  const fresh = await addOne(storage, memory('Eve works for Acme', { workspace: 'new' }));
  const passageId = fresh.passageIds[0] ?? 0;
  await graph.put({ ...reading(fresh.id, passageId), workspace: 'new' }, LATER);
  await storage.vectors.put(OTHER_MODEL, [{ passageId, vector: unit(5, 1), tokens: Uint8Array.of(1) }]);
  const [newest] = await graph.merges(WORKSPACE, 1);
  await graph.split(WORKSPACE, newest?.id ?? '', LATER);
  await graph.removeEntities(WORKSPACE, ['place:london'], LATER);
  await graph.assertEntities(WORKSPACE, [{ type: 'person', name: 'Zed', aliases: ['Z'] }], LATER);
  await changeRecords(storage);
  await storage.workspaces.remove('work', LATER);
  await storage.workspaces.remove('records-only', LATER);
  await storage.workspaces.remove('empty', LATER);
  await storage.settings.set('embedding_model', OTHER_MODEL);
}

/** A unique value goes to a record that is read before the one that had it; a child goes, and another comes. */
async function changeRecords({ records }: Storage): Promise<void> {
  const collection = 'zoo';
  const writes = [
    put('z', { collection }),
    put('first', { collection, unique: { by_url: 'u' }, blobs: [blob('c')] }),
    put('deep', { collection: 'ark', parent: under('first', collection) }),
    drop('a', { collection: 'ark' }),
  ];
  await records.write(WORKSPACE, writes, LATER);
  await records.write('new', [put('only', { collection })], LATER);
}

function recordClauses(clause: Clause): void {
  clause('records come in order, the same in pages of any size, and are found by their names', async ({ source }) => {
    await fillStore(source);
    const all = await readAll(source, 1000);
    const names = all.map(nameOf);
    expect(names.toSorted(compareNames)).toEqual(names);
    expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(names.length);
    expect(await readAll(source, 1)).toEqual(all);
    expect(await source.transfer.find(names.toReversed())).toEqual(all.toReversed());
    expect(await source.transfer.find([{ kind: 'memory', key: [WORKSPACE, 'absent'] }])).toEqual([]);
    const tally = new Tally();
    const summaries = all.map((record) => tally.add(record));
    const page = await source.transfer.summarize(null, 1000);
    expect(page.summaries).toEqual(summaries.slice(0, page.summaries.length));
    const pages = await readSummaries(source);
    expect(pages).toEqual({ summaries, totals: tally.totals() });
  });

  clause('writing the same again changes nothing', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    await move(stores);
    const before = await exportOf(target);
    await target.transfer.write(await readAll(source, 1000), 'again');
    expect(await exportOf(target)).toEqual(before);
    expect(await viewOf(target)).toEqual(await viewOf(source));
    expect(await target.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('the order of writing does not matter in the end', async (stores) => {
    const { source, target } = stores;
    await fillStore(source);
    const records = await readAll(source, 1000);
    for (const record of records.toReversed()) await target.transfer.write([record], 'backwards');
    await target.transfer.write(records, 'forwards');
    expect(await exportOf(target)).toEqual(await exportOf(source));
    expect(await target.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a write is all or nothing, and its mark with it', async ({ source, target }) => {
    await fillStore(source);
    const all = await readAll(source, 1000);
    const [first, ...rest] = all.filter((record) => record.kind === 'memory' && record.workspace === WORKSPACE);
    expect(await target.transfer.mark()).toBeNull();
    await target.transfer.write(first ? [first] : [], 'one');
    const before = await exportOf(target);
    const broken = { ...rest.at(-1), mentions: [{ passage: 99, start: 0, end: 1, entity: 'person:x' }] };
    await expect(target.transfer.write([...rest, broken as TransferRecord], 'two')).rejects.toThrow();
    expect(await exportOf(target)).toEqual(before);
    expect(await target.transfer.mark()).toBe('one');
  });

  clause('a moment that is held stays as it was, whatever others write', async ({ source }) => {
    const { id } = await addOne(source, memory('before'));
    expect(await source.transfer.hold()).toBe(true);
    const held = await readAll(source, 10);
    await addOne(source, memory('after'));
    await source.memories.update(WORKSPACE, id, { tags: ['late'] }, LATER);
    expect(await readAll(source, 10)).toEqual(held);
    await source.transfer.hold();
    expect(await readAll(source, 10)).toHaveLength(held.length + 1);
    await source.transfer.release();
    await addOne(source, memory('last'));
    expect(await readAll(source, 10)).toHaveLength(held.length + 2);
  });

  clause('held firmly, a store reads as it was until it is released, and no writer is refused', async ({ source }) => {
    const { id } = await addOne(source, memory('before'));
    await source.transfer.hold(true);
    const held = await readAll(source, 10);
    const writes = [addOne(source, memory('after')), source.memories.update(WORKSPACE, id, { tags: ['late'] }, LATER)];
    for (let look = 0; look < 3; look++) expect(await readAll(source, 10)).toEqual(held);
    await source.transfer.release();
    await Promise.all(writes);
    expect(await readAll(source, 10)).toHaveLength(held.length + 1);
    expect((await source.memories.get(WORKSPACE, [id]))[0]?.tags).toEqual(['late']);
  });
}

async function readAll({ transfer }: Storage, limit: number): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  for (let after: RecordName | null = null; ;) {
    const page = await transfer.read(after, limit);
    const last = page.at(-1);
    if (!last) return records;
    records.push(...page);
    after = nameOf(last);
  }
}

async function readSummaries({ transfer }: Storage) {
  const tally = new Tally();
  const summaries: RecordName[] = [];
  for (let after: RecordName | null = null; ;) {
    const page = await transfer.summarize(after, 3);
    const last = page.summaries.at(-1);
    if (!last) return { summaries, totals: tally.totals() };
    tally.join(page.totals);
    summaries.push(...page.summaries);
    after = last;
  }
}
