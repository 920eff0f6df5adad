import { expect } from 'vitest';
import { verifies } from '../../verifies.ts';
import {
  addOne,
  addVectors,
  findByWords,
  memory,
  memoryIds,
  MODEL,
  nextId,
  NOW,
  randomVectors,
  textPatch,
  unit,
  WORKSPACE,
  type Clause,
} from './fixtures.ts';

export function removalClauses(clause: Clause): void {
  clause('a removed memory is gone from every port, and the receipt says what went', async (harness) => {
    const { storage } = harness;
    const [stored, kept] = await addVectors(storage, [unit(1, 0), unit(0, 1)]);
    const id = stored?.id ?? '';
    const text = 'odstraněno';
    await storage.memories.update(WORKSPACE, id, { text: textPatch(text) }, NOW);
    await storage.memories.update(WORKSPACE, id, { tags: ['x'] }, NOW);
    const receipt = await storage.memories.remove(WORKSPACE, [id], NOW);
    expect(receipt).toEqual({
      memories: 1,
      passages: 1,
      versions: 2,
      mentions: 0,
      relations: 0,
      entities: 0,
      records: 0,
      bytes: Buffer.byteLength(text),
    });
    const again = await harness.reopen();
    expect(await again.memories.get(WORKSPACE, [id])).toEqual([]);
    expect(await again.memories.history(WORKSPACE, id)).toEqual([]);
    expect(await again.memories.passages(stored?.passageIds ?? [])).toEqual([]);
    expect(await findByWords(again, text)).toEqual([]);
    expect(await findByWords(again, 'vector')).toEqual([kept?.id]);
    expect(memoryIds(await again.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE }))).toEqual([kept?.id]);
    expect(await again.memories.stats(WORKSPACE, MODEL)).toMatchObject({
      memories: 1,
      passages: 1,
      pendingEmbeddings: 0,
    });
  });

  clause('files free of what was removed hold all that was not', async (harness) => {
    const { storage } = harness;
    const [removed, kept] = await addVectors(storage, [unit(1, 0), unit(0, 1)]);
    await storage.memories.remove(WORKSPACE, [removed?.id ?? ''], NOW);
    const { did, remains } = await storage.scrub();
    expect(did.length).toBeGreaterThan(0);
    for (const told of remains) expect(told).toMatch(harness.scrubLeaves ?? /^$/);
    const [before] = await storage.memories.get(WORKSPACE, [kept?.id ?? '']);
    const again = await harness.reopen();
    expect(await again.memories.get(WORKSPACE, [kept?.id ?? ''])).toEqual([before]);
    expect(await findByWords(again, 'vector')).toEqual([kept?.id]);
    expect(memoryIds(await again.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE }))).toEqual([kept?.id]);
    expect(await again.inspect(true)).toMatchObject({ integrity: 'ok' });
  });

  clause('removing several is all or none; a repeated id counts once', async ({ storage }) => {
    const [a, b] = [memory('aa'), memory('bbb')];
    await storage.memories.add([a, b], NOW);
    const missing = storage.memories.remove(WORKSPACE, [a.id, nextId()], NOW);
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await findByWords(storage, 'aa')).toEqual([a.id]);
    expect(await storage.memories.remove(WORKSPACE, [a.id, b.id, a.id], NOW)).toMatchObject({ memories: 2, bytes: 5 });
    expect((await storage.memories.list({ workspace: WORKSPACE, limit: 5 })).total).toBe(0);
  });

  clause('after half are removed, k live rows still come back, and the right ones', async (harness) => {
    const { storage } = harness;
    const vectors = randomVectors(60, 8, 1);
    const stored = await addVectors(storage, vectors);
    await storage.vectors.nearest(MODEL, vectors[0] as Float32Array, 10, { workspace: WORKSPACE });
    const gone = stored.filter((_, i) => i % 2 === 0).map((one) => one.id);
    await storage.memories.remove(WORKSPACE, gone, NOW);
    const left = stored.filter((_, i) => i % 2 === 1).map((one) => one.id);
    for (const open of [() => storage, () => harness.reopen()]) {
      const opened = await open();
      const hits = await opened.vectors.nearest(MODEL, vectors[0] as Float32Array, 30, { workspace: WORKSPACE });
      expect(memoryIds(hits).toSorted()).toEqual(left.toSorted());
      expect((await findByWords(opened, 'vector', { k: 30 })).toSorted()).toEqual(left.toSorted());
    }
  });

  clause('places freed by removals are filled again without mixing anything up', async ({ storage }) => {
    const first = await addVectors(storage, [unit(1, 0, 0), unit(0, 1, 0)]);
    const query = (vector: Float32Array) => storage.vectors.nearest(MODEL, vector, 1, { workspace: WORKSPACE });
    await query(unit(1, 0, 0));
    await storage.memories.remove(WORKSPACE, [first[0]?.id ?? ''], NOW);
    await query(unit(1, 0, 0));
    const [fresh] = await addVectors(storage, [unit(0, 0, 1)]);
    expect(await query(unit(0, 0, 1))).toMatchObject([{ memoryId: fresh?.id, score: expect.closeTo(1, 5) }]);
    expect(await query(unit(0, 1, 0))).toMatchObject([{ memoryId: first[1]?.id }]);
    expect(first[0]?.passageIds).not.toEqual(fresh?.passageIds);
  });

  clause('clear empties one workspace and no other', async ({ storage }) => {
    verifies('P025');
    await addVectors(storage, [unit(1, 0), unit(0, 1)]);
    const other = await addOne(storage, memory('vector elsewhere', { workspace: 'other' }));
    expect(await storage.memories.clear(WORKSPACE, NOW)).toMatchObject({ memories: 2, passages: 2, versions: 0 });
    expect(await findByWords(storage, 'vector')).toEqual([]);
    expect(await findByWords(storage, 'vector', { workspace: 'other' })).toEqual([other.id]);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE })).toEqual([]);
    expect(await storage.workspaces.get(WORKSPACE)).toMatchObject({ memories: 0, passages: 0 });
    const back = await addOne(storage, memory('vector again'));
    expect(await findByWords(storage, 'vector')).toEqual([back.id]);
  });

  clause('a removed key can be used again', async ({ storage }) => {
    const first = await addOne(storage, memory('one', { key: 'k' }));
    await storage.memories.remove(WORKSPACE, [first.id], NOW);
    expect(await addOne(storage, memory('two', { key: 'k' }))).toMatchObject({ status: 'stored' });
  });
}
