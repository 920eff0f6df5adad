/** Writing records: what comes back, all or nothing, versions, unique values. */
import { expect } from 'vitest';
import { memory, NOW, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { COLLECTION, countAll, drop, getOne, keysIn, put, write } from './fixtures.ts';

const LATER = NOW + 1000;

export function recordWriteClauses(clause: Clause): void {
  clause('a record comes back byte for byte, with its version and times, after a reopen', async (harness) => {
    const value = '{ "b" : 1.0, "a":"\\u0000 ß 𝒜 \\" \u2028", "a":2}\n';
    expect(await write(harness.storage, put('k 𝒜/%', { value }), put('k2'))).toEqual([1, 1]);
    expect(await harness.storage.records.write(WORKSPACE, [put('k2', { value: '[]' })], LATER)).toEqual([2]);
    for (const open of [() => harness.storage, () => harness.open(), () => harness.reopen()]) {
      const storage = await open();
      expect(await storage.records.get(WORKSPACE, COLLECTION, ['k2', 'absent', 'k 𝒜/%', 'k2'])).toEqual([
        { collection: COLLECTION, key: 'k2', value: '[]', version: 2, createdAt: NOW, updatedAt: LATER, parent: null },
        { collection: COLLECTION, key: 'k 𝒜/%', value, version: 1, createdAt: NOW, updatedAt: NOW, parent: null },
        { collection: COLLECTION, key: 'k2', value: '[]', version: 2, createdAt: NOW, updatedAt: LATER, parent: null },
      ]);
    }
  });

  clause('a put makes the workspace; nothing else does, and what is not there is empty', async ({ storage }) => {
    const { records } = storage;
    expect(await records.write('fresh', [drop('a'), drop('b', { ifVersion: 0 })], NOW)).toEqual([0, 0]);
    expect(await records.write('fresh', [], NOW)).toEqual([]);
    expect(await records.get('fresh', COLLECTION, ['a'])).toEqual([]);
    expect(await records.scan('fresh', { collection: COLLECTION, limit: 1 })).toEqual({ items: [], next: null });
    expect(await records.count('fresh', { collection: COLLECTION, index: 'by_x' })).toBe(0);
    expect(await records.collections('fresh')).toEqual([]);
    expect(await storage.workspaces.get('fresh')).toBeNull();
    await records.write('fresh', [put('a')], NOW);
    expect(await storage.workspaces.get('fresh')).toMatchObject({ memories: 0, passages: 0, createdAt: NOW });
    expect(await records.get('fresh', COLLECTION, ['a'])).toHaveLength(1);
    expect(await getOne(storage, 'a')).toBeUndefined();
  });

  clause('writes are done in order: put, put again, delete, put', async ({ storage }) => {
    const versions = await write(
      storage,
      put('a', { shared: { by_x: 'first' } }),
      put('a', { shared: { by_x: 'second' } }),
      put('b', { shared: { by_x: 'gone' } }),
      drop('b'),
      put('c', { shared: { by_x: 'gone' } }),
      drop('c'),
      put('c', { shared: { by_x: 'back' } }),
    );
    expect(versions).toEqual([1, 2, 1, 0, 1, 0, 1]);
    expect(await keysIn(storage, { index: 'by_x' })).toEqual(['c', 'a']);
    expect(await keysIn(storage, { index: 'by_x', from: 'first', to: 'gonf' })).toEqual([]);
    expect(await countAll(storage)).toBe(2);
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('one write that is refused refuses all, and says which it was', async ({ storage }) => {
    await write(storage, put('kept', { unique: { by_url: 'u' }, value: '"before"' }));
    const refused: readonly [ReturnType<typeof put>, string][] = [
      [put('z', { ifVersion: 3 }), 'CONFLICT'],
      [put('z', { unique: { by_url: 'u' } }), 'CONFLICT'],
      [put('z', { parent: { memory: 'absent' } }), 'NOT_FOUND'],
      [put('z', { value: 'x'.repeat(1_048_577) }), 'TOO_LARGE'],
    ];
    const changed = put('kept', { unique: { by_url: 'u' }, value: '"after"' });
    for (const [bad, code] of refused) {
      const failing = write(storage, put('new'), changed, drop('absent'), bad);
      const field = expect.stringContaining('writes[3]') as string;
      await expect(failing).rejects.toMatchObject({ code, issues: [{ field }] });
    }
    const taken = write(storage, put('new'), put('other', { unique: { by_url: 'u' } }));
    await expect(taken).rejects.toMatchObject({
      code: 'CONFLICT',
      issues: [{ field: 'writes[1]', error: expect.stringMatching(/things.*by_url/) as string }],
    });
    expect(await keysIn(storage)).toEqual(['kept']);
    expect(await getOne(storage, 'kept')).toMatchObject({ value: '"before"', version: 1 });
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a compare-and-set is done only to the version that it names', async (harness) => {
    const { storage } = harness;
    await expect(write(storage, put('a', { ifVersion: 1 }))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await write(storage, put('a', { ifVersion: 0 }))).toEqual([1]);
    await expect(write(storage, put('a', { ifVersion: 0 }))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await write(storage, put('a', { ifVersion: 1 }), put('a', { ifVersion: 2 }))).toEqual([2, 3]);
    await expect(write(storage, drop('a', { ifVersion: 2 }))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await write(storage, drop('a', { ifVersion: 3 }), put('a', { ifVersion: 0 }))).toEqual([0, 1]);
    const other = harness.open();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => write(i % 2 ? storage : other, put('a', { ifVersion: 1, value: `${i}` }))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getOne(other, 'a')).toMatchObject({ version: 2 });
  });

  clause('a unique value belongs to one record of a workspace, collection and index', async (harness) => {
    const { storage } = harness;
    const mine = put('a', { unique: { by_url: 'u' } });
    await write(storage, mine);
    await write(storage, { ...mine, value: '"changed"' });
    const theirs = put('b', { unique: { by_url: 'u' } });
    for (const bad of [[theirs], [put('c', { unique: { by_url: 'v' } }), put('d', { unique: { by_url: 'v' } })]])
      await expect(harness.open().records.write(WORKSPACE, bad, NOW)).rejects.toMatchObject({ code: 'CONFLICT' });
    await write(
      storage,
      put('b', { collection: 'others', unique: { by_url: 'u' } }),
      put('e', { unique: { by_id: 'u' } }),
    );
    await storage.records.write('elsewhere', [theirs], NOW);
    await write(storage, drop('a'), theirs);
    expect(await keysIn(storage, { index: 'by_url' })).toEqual(['b']);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        harness.open().records.write(WORKSPACE, [put(`r${i}`, { unique: { by_url: 'race' } })], NOW),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause(
    'unique values are judged by the outcome: they are handed over and exchanged in one write',
    async ({ storage }) => {
      await write(storage, put('a', { unique: { by_url: 'x' } }), put('b', { unique: { by_url: 'y' } }));
      await write(storage, put('b', { unique: { by_url: 'x' } }), put('a', { unique: { by_url: 'y' } }));
      expect(await keysIn(storage, { index: 'by_url' })).toEqual(['b', 'a']);
      await write(storage, put('c', { unique: { by_url: 'y' } }), put('a', {}));
      expect(await keysIn(storage, { index: 'by_url' })).toEqual(['b', 'c']);
      await write(storage, put('d', { unique: { by_url: 'x' } }), drop('b'));
      expect(await keysIn(storage, { index: 'by_url' })).toEqual(['d', 'c']);
      await write(storage, put('s', { shared: { by_tag: 't' } }), put('s2', { shared: { by_tag: 't' } }));
      const claimed = write(storage, put('s', { unique: { by_tag: 't' } }));
      await expect(claimed).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
    },
  );

  clause(
    'what is too long, malformed or misnamed is refused; what is just short enough is kept',
    async ({ storage }) => {
      const long = 'ä'.repeat(512);
      const value = `"${'a'.repeat(1_048_574)}"`;
      await write(storage, put(long, { value, shared: { by_x: long } }));
      expect(await getOne(storage, long)).toMatchObject({ value });
      expect(await keysIn(storage, { index: 'by_x', from: long })).toEqual([long]);
      for (const bad of [put(`${long}a`), put('a', { value: `${value} ` }), put('a', { shared: { by_x: `${long}a` } })])
        await expect(write(storage, bad)).rejects.toMatchObject({ code: 'TOO_LARGE' });
      const names = ['', 'Things', '1st', 'a'.repeat(42), 'a b', 'ä'];
      for (const bad of [
        put(''),
        put('\0'),
        put('\ud800'),
        put('a', { value: '"\udc00"' }),
        put('a', { value: '"\0"' }),
        put('a', { shared: { by_x: '' } }),
        put('a', { blobs: ['abc'] }),
        ...names.map((collection) => put('a', { collection })),
        ...names.map((index) => put('a', { shared: { [index]: 'x' } })),
      ])
        await expect(write(storage, bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      for (const limit of [0, 1001, 1.5])
        await expect(keysIn(storage, { limit })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(keysIn(storage, { collection: 'No' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(keysIn(storage, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      expect(await countAll(storage)).toBe(1);
    },
  );

  clause('a write of records changes the version of the store, and others learn of it', async (harness) => {
    const before = await harness.storage.version();
    const other = harness.open();
    const { position } = await other.changes.since(null);
    await write(harness.storage, put('a'));
    expect(await harness.storage.version()).not.toBe(before);
    const { changes, complete } = await other.changes.since(position);
    expect(complete).toBe(true);
    expect(changes.map(({ workspace }) => workspace)).toContain(WORKSPACE);
  });

  clause('records and memories are one store: neither is counted or found as the other', async ({ storage }) => {
    await write(storage, put('a', { value: '"needle"' }));
    await storage.memories.add([memory('hay')], NOW);
    const hits = await storage.fullText.search({ terms: ['needle'] }, 5, { workspace: WORKSPACE });
    expect(hits).toEqual([]);
    expect(await storage.workspaces.get(WORKSPACE)).toMatchObject({ memories: 1, passages: 1 });
  });
}
