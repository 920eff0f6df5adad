/** What becomes of a change of records and of the graph that is cut off between any two of its steps. */
import { describe, expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { addOne, memory, NOW, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { expectSound } from '../../testing/expect-sound.ts';
import { admit, LEAST_MODULE } from '../connection/admission.ts';
import { namesOf } from '../connection/names.ts';
import { parseStoreUrl } from '../connection/store-url.ts';
import { bringForward } from '../schema/migrate.ts';
import { Store } from '../store.ts';
import { openFixture, silent } from '../testing/fixture.ts';
import { Servers } from '../wire/servers.ts';
import type { Commit } from './intents.ts';
import { changeTogether, clearTogether } from './write-records.ts';

const server = await falkordbForTests();

/** What a process has that dies in the middle: the same store, below the ports. */
function openStore(url: string): Store {
  const { prefix, ...place } = parseStoreUrl(url);
  const times = { timeoutMs: 10_000, acquireTimeoutMs: 10_000, connectTimeoutMs: 5000 };
  const admitted = { logger: silent, leastModule: LEAST_MODULE };
  const servers = new Servers({
    ...place,
    ...times,
    poolSize: 2,
    logger: silent,
    admit: (connection) => admit(connection, admitted),
  });
  const limits = { indexFrom: 10, keptPostings: 10, keptChanges: 10 };
  return new Store(servers, { names: namesOf(prefix), logger: silent, timeoutMs: 10_000, limits, meet: bringForward });
}

const note = (key: string, value = '1') =>
  ({ op: 'put', collection: 'notes', key, value, entries: [], parent: null, blobs: [] }) as const;

async function read(storage: Storage): Promise<{ notes: string[]; tags: string[] }> {
  const { items } = await storage.records.scan(WORKSPACE, { collection: 'notes', limit: 10 });
  const { items: memories } = await storage.memories.list({ workspace: WORKSPACE, limit: 10 });
  return { notes: items.map(({ key, value }) => `${key}=${value}`), tags: memories.flatMap(({ tags }) => [...tags]) };
}

const forever = new Promise<never>(() => undefined);

/** A store with a memory and a note, and a change of both of which a part is made: the tag `new`, and the note `b`. */
async function begin() {
  const fixture = openFixture(server?.url ?? '');
  await addOne(fixture.storage, memory('kept'));
  await fixture.storage.records.write(WORKSPACE, [note('a')], NOW);
  const store = openStore(fixture.url);
  const graph = 1;
  const commit = async ({ condition, assignment, params }: Commit): Promise<unknown> => {
    const query = `MATCH (g:Store) WHERE ${condition} SET ${assignment} WITH g MATCH (m:Memory) SET m.tags = ['new'] RETURN 1`;
    return (await store.write(graph, query, params))[0];
  };
  const change = { writes: [note('b')], at: NOW };
  return { ...fixture, store, graph, commit, change };
}

describe.skipIf(!server)('a change of records together with the graph', () => {
  test('that is cut off before the graph has changed was never made', async () => {
    const { storage, open, destroy, store, graph, commit, change } = await begin();
    const prepared = Promise.withResolvers<Commit>();
    void changeTogether(store, graph, change, (intent) => {
      prepared.resolve(intent);
      return forever;
    });
    const intent = await prepared.promise;
    const other = open();
    expect(await read(other)).toEqual({ notes: ['a=1'], tags: [] });
    expect(await other.records.write(WORKSPACE, [note('a', '2')], NOW)).toEqual([2]);
    expect(await commit(intent)).toBeUndefined();
    expect(await read(storage)).toEqual({ notes: ['a=2'], tags: [] });
    await expectSound(storage);
    await destroy();
  });

  test.each(['a reader', 'a writer', 'a look at blobs', 'a removal'])(
    'that is cut off after the graph has changed is completed by %s',
    async (who) => {
      const { storage, open, destroy, store, graph, commit, change } = await begin();
      const committed = Promise.withResolvers<void>();
      const blob = 'a'.repeat(64);
      const writes = [{ ...note('b'), blobs: [blob] }];
      void changeTogether(store, graph, { ...change, writes }, async (intent) => {
        await commit(intent);
        committed.resolve();
        return forever;
      });
      await committed.promise;
      const other = open();
      if (who === 'a writer') await other.records.write(WORKSPACE, [note('a')], NOW);
      if (who === 'a look at blobs') expect(await other.records.blobsInUse([blob])).toEqual([blob]);
      if (who === 'a removal') {
        const gone = await addOne(other, memory('gone'));
        await other.memories.remove(WORKSPACE, [gone.id], NOW);
      }
      expect(await read(other)).toEqual({ notes: ['a=1', 'b=1'], tags: ['new'] });
      expect(await other.records.collections(WORKSPACE)).toEqual([{ collection: 'notes', records: 2 }]);
      await expectSound(storage);
      await destroy();
    },
  );

  test('that was committed is completed even when the memory of the server is full', async () => {
    const { storage, open, destroy, store, graph, commit, change } = await begin();
    const committed = Promise.withResolvers<void>();
    void changeTogether(store, graph, change, async (intent) => {
      await commit(intent);
      committed.resolve();
      return forever;
    });
    await committed.promise;
    await server?.command('CONFIG', 'SET', 'maxmemory', '1mb');
    const full = await storage.records
      .write(WORKSPACE, [note('c')], NOW)
      .catch((error: { code: string }) => error.code);
    const found = await read(open());
    await server?.command('CONFIG', 'SET', 'maxmemory', '0');
    expect(full).toBe('STORE_FULL');
    expect(found).toEqual({ notes: ['a=1', 'b=1'], tags: ['new'] });
    await expectSound(storage);
    await destroy();
  });

  test('whose answer is lost is decided at once, one way or the other', async () => {
    const { storage, destroy, store, graph, commit, change } = await begin();
    const lost = async (intent: Commit): Promise<unknown> => {
      await commit(intent);
      throw new Error('the answer is lost');
    };
    await expect(changeTogether(store, graph, change, lost)).rejects.toThrow('lost');
    expect(await read(storage)).toEqual({ notes: ['a=1', 'b=1'], tags: ['new'] });
    const early = { writes: [note('c')], at: NOW };
    await expect(changeTogether(store, graph, early, () => Promise.reject(new Error('early')))).rejects.toThrow(
      'early',
    );
    expect(await server?.command('EXISTS', `${store.names.graph(graph)}:intent`)).toBe(':0');
    expect((await read(storage)).notes).toEqual(['a=1', 'b=1']);
    await destroy();
  });

  test('that removes a memory is not got round by a record of it that comes meanwhile', async () => {
    const { storage, open, destroy } = await begin();
    const rounds = Array.from({ length: 15 }, (_, i) => i);
    for (const round of rounds) {
      const { id } = await addOne(storage, memory(`victim ${round}`));
      const late = { ...note(`late ${round}`), parent: { memory: id } };
      const [removal, addition] = await Promise.allSettled([
        storage.memories.remove(WORKSPACE, [id], NOW),
        open().records.write(WORKSPACE, [late], NOW),
      ]);
      expect(removal.status).toBe('fulfilled');
      if (addition.status === 'rejected') expect(addition.reason).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await read(storage)).notes).toEqual(['a=1']);
    await expectSound(storage);
    await destroy();
  });

  test('that removes a workspace and is cut off leaves an empty one, which takes what comes', async () => {
    const { open, destroy, store, graph } = await begin();
    const closed = Promise.withResolvers<void>();
    void clearTogether(store, graph, { closing: true }, async ({ condition, assignment, params }) => {
      const query = `MATCH (g:Store) WHERE ${condition} SET g.closed = true, ${assignment} RETURN 1`;
      await store.write(graph, query, params);
      closed.resolve();
      return forever;
    });
    await closed.promise;
    const other = open();
    expect(await other.records.collections(WORKSPACE)).toEqual([]);
    await other.records.write(WORKSPACE, [note('z')], NOW);
    expect((await read(other)).notes).toEqual(['z=1']);
    await addOne(other, memory('anew'));
    expect(await other.workspaces.get(WORKSPACE)).toMatchObject({ memories: 1 });
    await expectSound(other);
    await destroy();
  });

  test('of a workspace that is removed meanwhile goes to the one that comes after it, or nowhere', async () => {
    const { storage, open, destroy } = await begin();
    const other = open();
    expect((await read(other)).notes).toEqual(['a=1']);
    const receipt = await storage.workspaces.remove(WORKSPACE, NOW);
    expect(receipt).toMatchObject({ memories: 1, records: 1 });
    // The other still knows the number that the workspace had.
    await other.records.write(WORKSPACE, [note('z')], NOW);
    expect((await read(storage)).notes).toEqual(['z=1']);
    expect(await open().records.collections(WORKSPACE)).toEqual([{ collection: 'notes', records: 1 }]);
    await expectSound(other);
    await destroy();
  });
});
