/** What records belong to, what goes with it, and records written together with memories. */
import { expect } from 'vitest';
import { addOne, memory, nextId, NOW, textPatch, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { blob, countAll, drop, getOne, keysIn, put, under, write } from './fixtures.ts';

const LATER = NOW + 1000;

export function recordParentClauses(clause: Clause): void {
  clause('a record goes with its memory, and all below it; the receipt counts them', async (harness) => {
    const { storage } = harness;
    const [one, other] = [memory('one'), memory('other')];
    await storage.memories.add([one, other], NOW);
    await write(
      storage,
      put('child', { parent: { memory: one.id }, unique: { by_url: 'u' }, blobs: [blob('a')] }),
      put('grandchild', { parent: under('child'), shared: { by_tag: ['x', 'y'] } }),
      put('great', { collection: 'deep', parent: under('grandchild') }),
      put('nephew', { parent: { memory: other.id }, shared: { by_tag: 'x' } }),
      put('free'),
    );
    expect(await getOne(storage, 'child')).toMatchObject({ parent: { memory: one.id } });
    expect(await getOne(storage, 'great', 'deep')).toMatchObject({ parent: under('grandchild') });
    expect(await storage.memories.remove(WORKSPACE, [one.id], LATER)).toMatchObject({ memories: 1, records: 3 });
    const again = await harness.reopen();
    expect(await keysIn(again)).toEqual(['free', 'nephew']);
    expect(await keysIn(again, { index: 'by_tag' })).toEqual(['nephew']);
    expect(await countAll(again, 'deep')).toBe(0);
    expect(await again.records.blobsInUse([blob('a')])).toEqual([]);
    await write(again, put('heir', { unique: { by_url: 'u' } }));
    expect(await again.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a record goes with the record above it, also when both are in one write', async ({ storage }) => {
    await write(storage, put('a'), put('b', { parent: under('a') }), put('c', { parent: under('b') }), put('d'));
    await write(storage, put('new', { parent: under('c'), shared: { by_x: 'x' } }), drop('a'), put('a'));
    expect(await keysIn(storage)).toEqual(['a', 'd']);
    expect(await keysIn(storage, { index: 'by_x' })).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a record that moved to another parent, or to none, stays when the first goes', async ({ storage }) => {
    await write(storage, put('a'), put('b'), put('c', { parent: under('a') }), put('d', { parent: under('a') }));
    await write(storage, put('c', { parent: under('b') }), put('d'), drop('a'));
    expect(await keysIn(storage)).toEqual(['b', 'c', 'd']);
    await write(storage, drop('b'));
    expect(await keysIn(storage)).toEqual(['d']);
  });

  clause('a parent must be there at its turn, in the same workspace', async ({ storage }) => {
    const elsewhere = await addOne(storage, memory('elsewhere', { workspace: 'other' }));
    await storage.records.write('other', [put('p')], NOW);
    for (const writes of [
      [put('a', { parent: { memory: nextId() } })],
      [put('a', { parent: { memory: elsewhere.id } })],
      [put('a', { parent: under('p') })],
      [put('a', { parent: under('b') }), put('b')],
      [put('b'), drop('b'), put('a', { parent: under('b') })],
      [put('a', { parent: under('a') })],
    ])
      await expect(write(storage, ...writes)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await countAll(storage)).toBe(0);
  });

  clause('no record comes to be below itself', async ({ storage }) => {
    await write(storage, put('a'), put('b', { parent: under('a') }), put('c', { parent: under('b') }));
    for (const above of ['a', 'b', 'c'])
      await expect(write(storage, put('a', { parent: under(above) }))).rejects.toMatchObject({ code: 'CONFLICT' });
    await write(storage, put('c'), put('a', { parent: under('c') }));
    expect(await keysIn(storage)).toEqual(['a', 'b', 'c']);
    await write(storage, drop('c'));
    expect(await countAll(storage)).toBe(0);
  });

  clause('clearing and removing a workspace take all of its records and no others', async (harness) => {
    const { storage } = harness;
    const fill = async (workspace: string) => {
      const stored = await addOne(storage, memory('owner', { workspace }));
      const child = put('child', { parent: { memory: stored.id }, unique: { by_url: 'u' }, blobs: [blob('b')] });
      await storage.records.write(workspace, [put('free', { shared: { by_x: 'x' } }), child], NOW);
    };
    for (const workspace of ['one', 'two', 'three']) await fill(workspace);
    expect(await storage.memories.clear('one', LATER)).toMatchObject({ memories: 1, records: 2 });
    expect(await storage.workspaces.remove('two', LATER)).toMatchObject({ memories: 1, records: 2 });
    const again = await harness.reopen();
    expect(await keysIn(again, {}, 'one')).toEqual([]);
    expect(await keysIn(again, { index: 'by_x' }, 'two')).toEqual([]);
    expect(await keysIn(again, {}, 'three')).toEqual(['child', 'free']);
    expect(await again.records.collections('one')).toEqual([]);
    expect(await again.records.blobsInUse([blob('b')])).toEqual([blob('b')]);
    await again.records.write('one', [put('new', { unique: { by_url: 'u' } })], LATER);
    expect(await keysIn(again, { index: 'by_url' }, 'one')).toEqual(['new']);
    expect(await again.memories.clear('one', LATER)).toMatchObject({ memories: 0, records: 1 });
    expect(await again.inspect(true)).toMatchObject({ warnings: [] });
  });
}

export function recordsWithMemoriesClauses(clause: Clause): void {
  clause('memories and records are added in one transaction, seen together by others', async (harness) => {
    const { storage } = harness;
    const page = memory('a page');
    const writes = [put('a', { parent: { memory: page.id }, unique: { by_url: 'u' } }), drop('absent')];
    const [stored] = await storage.memories.add([page], NOW, undefined, writes);
    expect(stored).toMatchObject({ id: page.id, status: 'stored' });
    const other = harness.open();
    expect(await getOne(other, 'a')).toMatchObject({ parent: { memory: page.id }, version: 1, createdAt: NOW });
    expect(await other.memories.get(WORKSPACE, [page.id])).toHaveLength(1);
  });

  clause('memories that are refused write no record, and records that are refused no memory', async ({ storage }) => {
    await write(storage, put('a', { unique: { by_url: 'u' } }));
    const before = memory('before');
    await storage.memories.add([before], NOW);
    const [fresh, bad] = [memory('fresh'), memory('bad', { supersedes: nextId() })];
    const { memories } = storage;
    const taken = put('b', { unique: { by_url: 'u' } });
    await expect(memories.add([fresh, bad], NOW, undefined, [put('c')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(memories.add([fresh], NOW, undefined, [put('c'), taken])).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(memories.add([fresh], NOW, undefined, [put('c'), put('')])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const patch = { text: textPatch('after') };
    await expect(memories.update(WORKSPACE, nextId(), patch, LATER, [put('c')])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(memories.update(WORKSPACE, before.id, patch, LATER, [taken])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(memories.remove(WORKSPACE, [before.id, nextId()], LATER, [put('c')])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(memories.remove(WORKSPACE, [before.id], LATER, [taken])).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await keysIn(storage)).toEqual(['a']);
    expect(await memories.get(WORKSPACE, [before.id, fresh.id])).toMatchObject([{ text: 'before', version: 1 }]);
    const hits = await storage.fullText.search({ terms: ['fresh'] }, 5, { workspace: WORKSPACE });
    expect(hits).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });

  clause('a memory is updated and removed together with records', async ({ storage }) => {
    const owner = memory('owner');
    await storage.memories.add([owner], NOW, undefined, [put('a', { parent: { memory: owner.id } }), put('b')]);
    const moved = put('a', { parent: { memory: owner.id }, value: '2', ifVersion: 1 });
    const { memory: updated } = await storage.memories.update(WORKSPACE, owner.id, { tags: ['t'] }, LATER, [moved]);
    expect(updated).toMatchObject({ tags: ['t'], version: 2 });
    expect(await getOne(storage, 'a')).toMatchObject({ value: '2', version: 2, updatedAt: LATER });
    const receipt = await storage.memories.remove(WORKSPACE, [owner.id], LATER, [drop('b'), put('c')]);
    expect(receipt).toMatchObject({ memories: 1, records: 2 });
    expect(await keysIn(storage)).toEqual(['c']);
    const late = storage.memories.add([memory('x')], NOW, undefined, [put('d', { parent: { memory: owner.id } })]);
    await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  clause('what belongs to a duplicate belongs to the memory that was there', async ({ storage }) => {
    const first = await addOne(storage, memory('page', { key: 'k' }));
    const again = memory('page', { key: 'k' });
    const child = put('a', { parent: { memory: again.id } });
    const [stored] = await storage.memories.add([again], NOW, undefined, [child]);
    expect(stored).toMatchObject({ id: first.id, status: 'duplicate' });
    expect(await getOne(storage, 'a')).toMatchObject({ parent: { memory: first.id } });
    expect(await storage.memories.remove(WORKSPACE, [first.id], LATER)).toMatchObject({ records: 1 });
  });

  clause('records go with memories of one workspace', async ({ storage }) => {
    const { memories } = storage;
    const two = [memory('a'), memory('b', { workspace: 'other' })];
    for (const given of [[], two])
      await expect(memories.add(given, NOW, undefined, [put('a')])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await storage.workspaces.list()).toEqual([]);
    await memories.add([memory('b', { workspace: 'other' })], NOW, undefined, [put('a')]);
    expect(await keysIn(storage, {}, 'other')).toEqual(['a']);
  });
}
