import { expect } from 'vitest';
import type { MemoryFilter } from '@zapomni/core/model';
import { verifies } from '../../verifies.ts';
import { addOne, memory, MODEL, nextId, NOW, WORKSPACE, type Clause } from './fixtures.ts';

export function memoryClauses(clause: Clause): void {
  clause('a memory comes back with everything it was given', async ({ storage }) => {
    const given = memory('The kettle is blue.', {
      kind: 'fact',
      tags: ['home', 'b', 'a', "o'tag"],
      source: 'notebook',
      metadata: { nested: { list: [1, null, true, 'x'] }, 'quote"': "'" },
      key: 'k1',
      occurredAt: NOW - 5000,
      validFrom: NOW - 4000,
    });
    await storage.memories.add([given], NOW);
    const { passages: _, ...expected } = given;
    const [found] = await storage.memories.get(WORKSPACE, [given.id]);
    expect(found).toEqual({
      ...expected,
      createdAt: NOW,
      updatedAt: NOW,
      recordedAt: NOW,
      version: 1,
      validTo: null,
      supersededBy: null,
      passageCount: 1,
    });
  });

  clause('what was acknowledged is there after the store is opened again', async (harness) => {
    const kept = memory('durable');
    await harness.storage.memories.add([kept], NOW);
    const again = await harness.reopen();
    expect(await again.memories.get(WORKSPACE, [kept.id])).toMatchObject([{ id: kept.id, text: 'durable' }]);
  });

  clause('get and summaries answer in the order asked and leave out what does not exist', async ({ storage }) => {
    const [a, b] = [memory('alpha'), memory('beta '.repeat(100).trim())];
    await storage.memories.add([a, b], NOW);
    const asked = [b.id, nextId(), a.id];
    expect((await storage.memories.get(WORKSPACE, asked)).map((one) => one.id)).toEqual([b.id, a.id]);
    const summaries = await storage.memories.summaries(WORKSPACE, asked);
    expect(summaries.map((one) => one.id)).toEqual([b.id, a.id]);
    expect(summaries[0]).toMatchObject({ length: 499, preview: b.text.slice(0, 100) });
    expect(summaries[0]).not.toHaveProperty('text');
  });

  clause('tags are counted by memory, exactly as written, up to as many as wanted', async ({ storage }) => {
    const old = memory('old', { tags: ['a', 'A', "o'tag"] });
    await storage.memories.add([old, memory('b', { tags: ['a', 'b c'] }), memory('c', { tags: ['a', 'b c'] })], NOW);
    await storage.memories.add([memory('new', { tags: ['d'], supersedes: old.id })], NOW);
    await storage.memories.add([memory('elsewhere', { workspace: 'other', tags: ['d', 'e'] })], NOW);
    const count = (tags: string[], most = 10) => storage.memories.countTagged(WORKSPACE, tags, most);
    expect(await count(['e', 'a', 'A', 'b c', "o'tag", 'b', 'd', 'a'])).toEqual([0, 3, 1, 2, 1, 0, 1, 3]);
    expect(await count(['a', 'd', 'e'], 2)).toEqual([2, 1, 0]);
    expect(await count([])).toEqual([]);
    await storage.memories.update(WORKSPACE, old.id, { tags: ['e'] }, NOW);
    expect(await count(['a', 'A', 'e'])).toEqual([2, 0, 1]);
    await storage.memories.remove(WORKSPACE, [old.id], NOW);
    expect(await count(['a', 'e'])).toEqual([2, 0]);
    expect(await storage.memories.countTagged('nowhere', ['a', 'b'], 5)).toEqual([0, 0]);
  });

  clause('passages of a memory come in their order, those of the text that it has now', async ({ storage }) => {
    const spans = [
      { start: 0, end: 5 },
      { start: 5, end: 10 },
    ];
    const given = memory('aé😀.bcdefg', { passages: spans });
    await storage.memories.add([memory('another'), given], NOW);
    const passages = await storage.memories.passagesOf(WORKSPACE, given.id);
    expect(passages.map(({ memoryId, ordinal, start, end, text }) => [memoryId, ordinal, start, end, text])).toEqual([
      [given.id, 0, 0, 5, 'aé😀.'],
      [given.id, 1, 5, 10, 'bcdef'],
    ]);
    expect(await storage.memories.passages(passages.map(({ id }) => id))).toEqual(passages);
    const text = { text: given.text, hash: given.hash, passages: [{ start: 0, end: 11 }] };
    await storage.memories.update(WORKSPACE, given.id, { text }, NOW);
    const anew = await storage.memories.passagesOf(WORKSPACE, given.id);
    expect(anew.map((one) => one.text)).toEqual([given.text]);
    expect(await storage.memories.passagesOf(WORKSPACE, nextId())).toEqual([]);
    expect(await storage.memories.passagesOf('nowhere', given.id)).toEqual([]);
  });

  clause('openings are the first passages of what a list gives, in its order', async ({ storage }) => {
    const two = [
      { start: 0, end: 5 },
      { start: 5, end: 10 },
    ];
    const old = memory('0123456789', { tags: ['a'], occurredAt: 1, passages: two });
    const gone = memory('gone', { tags: ['a'], occurredAt: 3 });
    const late = memory('late', { tags: ['a'], occurredAt: 4 });
    const stored = await storage.memories.add([late, gone, old, memory('other', { tags: ['b'] })], NOW);
    await storage.memories.add([memory('new', { tags: ['c'], supersedes: gone.id })], NOW);
    const openings = (filter: MemoryFilter, limit = 10) =>
      storage.memories.openings({ workspace: WORKSPACE, filter }, limit);
    const found = await openings({ tags: ['a'] });
    expect(found.map(({ memoryId, passageId }) => [memoryId, passageId])).toEqual([
      [late.id, stored[0]?.passageIds[0]],
      [old.id, stored[2]?.passageIds[0]],
    ]);
    expect(await openings({ tags: ['a'] }, 1)).toEqual(found.slice(0, 1));
    expect((await openings({ tags: ['a'], includeSuperseded: true })).map(({ memoryId }) => memoryId)).toEqual([
      late.id,
      gone.id,
      old.id,
    ]);
    expect(await storage.memories.openings({ workspace: WORKSPACE }, 10)).toHaveLength(4);
    expect(await storage.memories.openings({ workspace: 'nowhere' }, 10)).toEqual([]);
  });

  clause('a batch is stored in order, all or none', async ({ storage }) => {
    const first = memory('first');
    const broken = [memory('good'), memory('bad', { supersedes: nextId() })];
    await storage.memories.add([first], NOW);
    await expect(storage.memories.add(broken, NOW)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(storage.memories.add([memory('good'), first], NOW)).rejects.toMatchObject({ code: 'CONFLICT' });
    const page = await storage.memories.list({ workspace: WORKSPACE, limit: 10 });
    expect(page.items.map((one) => one.id)).toEqual([first.id]);
    expect(await storage.embeddings.pending(MODEL)).toBe(1);
  });

  clause('a thousand memories go in at once', async ({ storage }) => {
    const many = Array.from({ length: 1000 }, (_, i) => memory(`memory number ${i}`));
    const stored = await storage.memories.add(many, NOW);
    expect(stored.map((one) => one.id)).toEqual(many.map((one) => one.id));
    expect(new Set(stored.flatMap((one) => one.passageIds)).size).toBe(1000);
    expect(await storage.memories.stats(WORKSPACE, MODEL)).toMatchObject({ memories: 1000, passages: 1000 });
  });

  clause('the same text twice makes two memories; the same key makes one', async ({ storage }) => {
    verifies('R184');
    await storage.memories.add([memory('twin'), memory('twin')], NOW);
    const original = await addOne(storage, memory('keyed', { key: 'k' }));
    const [again, elsewhere] = await storage.memories.add(
      [memory('other text', { key: 'k' }), memory('other place', { key: 'k', workspace: 'second' })],
      NOW,
    );
    expect(again).toEqual({ ...original, status: 'duplicate' });
    expect(elsewhere).toMatchObject({ status: 'stored' });
    expect((await storage.memories.list({ workspace: WORKSPACE, limit: 10 })).total).toBe(3);
  });

  clause('what says the same is stored once, when that is wanted', async ({ storage }) => {
    const facts = { tags: ['a', 'b'], source: 'mail', metadata: { from: { name: 'Ann', id: 1 }, cc: ['x'] } };
    const said = (more: object = {}) => memory('the same', { ...facts, unlessSame: true, ...more });
    const [first, twin] = await storage.memories.add([said(), said()], NOW);
    expect(first?.status).toBe('stored');
    expect(twin).toEqual({ ...first, status: 'duplicate' });
    const otherOrder = { tags: ['b', 'a'], metadata: { cc: ['x'], from: { id: 1, name: 'Ann' } } };
    expect(await storage.memories.add([said(otherOrder)], NOW + 1)).toEqual([twin]);
    const others = [
      said({ source: 'chat' }),
      said({ occurredAt: NOW - 1 }),
      said({ tags: ['a'] }),
      said({ kind: 'fact' }),
      said({ metadata: { from: { name: 'Ann', id: 2 }, cc: ['x'] } }),
      said({ workspace: 'second' }),
      said({ key: 'k' }),
      said({ unlessSame: false }),
      memory('the same', facts),
    ];
    const stored = await storage.memories.add(others, NOW + 2);
    expect(stored.map(({ status }) => status)).toEqual(others.map(() => 'stored'));
    expect(await storage.memories.add([memory('other', { unlessSame: true }), said()], NOW + 3)).toMatchObject([
      { status: 'stored' },
      { status: 'duplicate', id: first?.id },
    ]);
  });

  clause('what was superseded may be said again', async ({ storage }) => {
    const said = () => memory('tea', { unlessSame: true });
    const first = await addOne(storage, said());
    await storage.memories.add([memory('coffee', { supersedes: first.id, unlessSame: true })], NOW + 1);
    const again = await addOne(storage, said());
    expect(again).toMatchObject({ status: 'stored' });
    expect(await addOne(storage, said())).toMatchObject({ status: 'duplicate', id: again.id });
    await storage.memories.update(WORKSPACE, again.id, { source: 'Ann' }, NOW + 2);
    expect(await addOne(storage, said())).toMatchObject({ status: 'stored' });
  });

  clause('a key given twice in one batch stores the first', async ({ storage }) => {
    const [first, second] = await storage.memories.add([memory('a', { key: 'k' }), memory('b', { key: 'k' })], NOW);
    expect(first?.status).toBe('stored');
    expect(second).toEqual({ ...first, status: 'duplicate' });
  });

  clause('a list is newest first, by when it happened or else was stored', async ({ storage }) => {
    const old = memory('happened long ago', { occurredAt: NOW - 10_000 });
    const late = memory('will happen', { occurredAt: NOW + 10_000 });
    const [tie1, tie2] = [memory('stored now'), memory('stored now too')];
    await storage.memories.add([old, late, tie1, tie2], NOW);
    const page = await storage.memories.list({ workspace: WORKSPACE, limit: 10 });
    expect(page.items.map((one) => one.id)).toEqual([late.id, tie2.id, tie1.id, old.id]);
  });

  clause('pages join without gap or repeat, also when new memories come in between', async ({ storage }) => {
    const all = Array.from({ length: 7 }, (_, i) => memory(`page ${i}`, { occurredAt: NOW + (i >> 1) }));
    await storage.memories.add(all, NOW);
    const seen: string[] = [];
    let cursor: string | undefined;
    let total = 7;
    for (let page = 0; page < 4; page++) {
      const answer = await storage.memories.list({ workspace: WORKSPACE, limit: 2, ...(cursor ? { cursor } : {}) });
      expect(answer.total).toBe(total);
      seen.push(...answer.items.map((one) => one.id));
      expect(answer.next === null).toBe(page === 3);
      cursor = answer.next ?? undefined;
      await storage.memories.add([memory('newcomer', { occurredAt: NOW + 100 })], NOW);
      total += 1;
    }
    expect(seen).toEqual(all.map((one) => one.id).toReversed());
  });

  clause('a cursor that no page gave is refused by name', async ({ storage }) => {
    await addOne(storage, memory('x'));
    const query = { workspace: WORKSPACE, limit: 2, cursor: 'nonsense' };
    await expect(storage.memories.list(query)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ field: 'cursor' }],
    });
  });

  clause('every condition of a filter holds in a list', async ({ storage }) => {
    const wanted = memory('wanted', { tags: ['t1', 't2'], source: 's', kind: 'fact', occurredAt: 500 });
    const others = [
      memory('other tag', { ...wanted, id: nextId(), tags: ['t3'] }),
      memory('other source', { ...wanted, id: nextId(), source: 'S' }),
      memory('other kind', { ...wanted, id: nextId(), kind: 'note' }),
      memory('too early', { ...wanted, id: nextId(), occurredAt: 499 }),
      memory('too late', { ...wanted, id: nextId(), occurredAt: 600 }),
    ];
    await storage.memories.add([wanted, ...others], NOW);
    const filter = { tags: ['t2', 'absent'], sources: ['s'], kinds: ['fact', 'other'], from: 500, before: 600 };
    const page = await storage.memories.list({ workspace: WORKSPACE, limit: 10, filter });
    expect(page).toMatchObject({ items: [{ id: wanted.id }], total: 1, next: null });
    const open = { workspace: WORKSPACE, limit: 10, filter: { tags: [], kinds: [] } };
    expect((await storage.memories.list(open)).total, 'empty lists ask for nothing').toBe(6);
  });

  clause('strings are data in every place, never a piece of a query', async ({ storage }) => {
    verifies('R117');
    const evil = `'); DROP TABLE memories; --"\\ \0 NEAR(* ^`;
    const given = memory('harmless', { kind: evil, source: evil, tags: [evil], key: evil, metadata: { [evil]: evil } });
    await storage.memories.add([given], NOW);
    const filter = { tags: [evil], sources: [evil], kinds: [evil] };
    const [found] = (await storage.memories.list({ workspace: WORKSPACE, limit: 5, filter })).items;
    expect(found).toMatchObject({ kind: evil, source: evil, tags: [evil], key: evil, metadata: { [evil]: evil } });
    expect(
      await storage.fullText.search({ terms: [evil, 'harmless'] }, 5, { workspace: WORKSPACE, filter }),
    ).toHaveLength(1);
    expect(await storage.memories.get(evil, [given.id])).toEqual([]);
  });

  clause('statistics are true', async ({ storage }) => {
    verifies('D020');
    const empty = await storage.memories.stats(WORKSPACE, MODEL);
    expect(empty).toMatchObject({ memories: 0, passages: 0, pendingEmbeddings: 0, workspaces: 0 });
    const two = memory('one two', {
      passages: [
        { start: 0, end: 3 },
        { start: 4, end: 7 },
      ],
    });
    await storage.memories.add([two, memory('x'.repeat(500_000)), memory('elsewhere', { workspace: 'w2' })], NOW);
    const stats = await storage.memories.stats(WORKSPACE, MODEL);
    expect(stats).toMatchObject({
      memories: 2,
      passages: 3,
      pendingEmbeddings: 4,
      workspaces: 2,
      totalMemories: 3,
      totalPassages: 4,
    });
    expect(stats.bytes).toBeGreaterThan(empty.bytes + 500_000);
  });

  clause('a workspace that does not exist is empty', async ({ storage }) => {
    await addOne(storage, memory('somewhere else'));
    expect(await storage.memories.list({ workspace: 'nowhere', limit: 5 })).toEqual({
      items: [],
      next: null,
      total: 0,
    });
    expect(await storage.memories.clear('nowhere', NOW)).toEqual({
      memories: 0,
      passages: 0,
      versions: 0,
      mentions: 0,
      relations: 0,
      entities: 0,
      records: 0,
      bytes: 0,
    });
    expect(await storage.fullText.search({ terms: ['somewhere'] }, 5, { workspace: 'nowhere' })).toEqual([]);
    expect(await storage.workspaces.get('nowhere')).toBeNull();
  });
}
