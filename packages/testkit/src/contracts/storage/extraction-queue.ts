/** Memories that wait to be read for entities and relations. */
import { expect } from 'vitest';
import { addOne, memory, nextId, NOW, textPatch, WORKSPACE, type Clause } from './fixtures.ts';
import { claimAll, claimOne, READ, readingOf, SAID_OF_OFFICE, OFFICE } from '../graph/fixtures.ts';

const OWNER = { owner: 'one', until: NOW + 1000 };

export function extractionQueueClauses(clause: Clause): void {
  clause('a new memory waits, and a claim gives it whole', async ({ storage }) => {
    const text = 'žluťoučký 👾 first. And second.';
    const passages = [
      { start: 0, end: 19 },
      { start: 20, end: text.length },
    ];
    const rest = { passages, source: 's', metadata: { n: [1, 'a'] }, occurredAt: 7, validFrom: 9 };
    const stored = await addOne(storage, memory(text, rest));
    const claimed = await storage.extractions.claim(OWNER, 10, NOW);
    expect(claimed).toEqual([
      {
        workspace: WORKSPACE,
        memoryId: stored.id,
        version: 1,
        source: 's',
        metadata: { n: [1, 'a'] },
        text,
        passages: passages.map((span, i) => ({ ...span, id: stored.passageIds[i] })),
        occurredAt: 7,
        validFrom: 9,
        validTo: null,
        rules: null,
      },
    ]);
  });

  clause('one that is never to be read does not wait, and others of its batch do', async ({ storage }) => {
    const [code, note] = [memory('def f(): pass', { unread: 'never' }), memory('Ann lives in Prague.')];
    await storage.memories.add([code, note], NOW);
    expect((await storage.extractions.claim(OWNER, 10, NOW)).map(({ memoryId }) => memoryId)).toEqual([note.id]);
    await storage.memories.update(WORKSPACE, code.id, { metadata: { stale: true } }, NOW);
    expect(await storage.extractions.pending()).toBe(1);
  });

  clause('memories come in the order they were added, at most as many as asked for', async ({ storage }) => {
    const memories = Array.from({ length: 5 }, (_, i) => memory(`m${i}`, { workspace: i % 2 ? 'odd' : WORKSPACE }));
    await storage.memories.add(memories, NOW);
    const first = await storage.extractions.claim(OWNER, 3, NOW);
    const second = await storage.extractions.claim(OWNER, 3, NOW);
    expect([...first, ...second].map((one) => one.memoryId)).toEqual(memories.map((one) => one.id));
    expect([first.length, second.length]).toEqual([3, 2]);
    expect(await storage.extractions.pending()).toBe(5);
    expect(await storage.extractions.pending('odd')).toBe(2);
    expect(await storage.extractions.pending('nowhere')).toBe(0);
  });

  clause('a claim may ask for one workspace, or for some of its memories', async ({ storage }) => {
    const memories = Array.from({ length: 6 }, (_, i) => memory(`m${i}`, { workspace: i % 2 ? 'odd' : WORKSPACE }));
    await storage.memories.add(memories, NOW);
    const [, one, , three, four, five] = memories.map(({ id }) => id) as [string, ...string[]];
    const claim = async (only: { workspace: string; memoryIds?: string[] }, limit = 10) =>
      (await storage.extractions.claim(OWNER, limit, NOW, only)).map(({ memoryId }) => memoryId);
    expect(await claim({ workspace: 'odd', memoryIds: [five, four, one, 'none'] as string[] })).toEqual([one, five]);
    expect(await claim({ workspace: 'odd', memoryIds: [] })).toEqual([]);
    expect(await claim({ workspace: 'nowhere' })).toEqual([]);
    expect(await claim({ workspace: 'odd' })).toEqual([three]);
    expect(await claim({ workspace: WORKSPACE }, 2)).toHaveLength(2);
    expect(await claim({ workspace: WORKSPACE, memoryIds: [four] as string[] })).toEqual([four]);
    expect(await claim({ workspace: WORKSPACE })).toEqual([]);
  });

  clause('a claim is a lease: nobody else gets the memory until it has run out', async ({ storage, open }) => {
    const { id } = await addOne(storage, memory('leased'));
    await storage.extractions.claim(OWNER, 10, NOW);
    const other = open();
    const claim = { owner: 'two', until: NOW + 2000 };
    expect(await other.extractions.claim(claim, 10, OWNER.until - 1)).toEqual([]);
    expect((await other.extractions.claim(claim, 10, OWNER.until)).map((one) => one.memoryId)).toEqual([id]);
    expect(await storage.extractions.claim(OWNER, 10, OWNER.until)).toEqual([]);
  });

  clause(
    'a memory given back waits until it may be tried again; only its owner can give it back',
    async ({ storage }) => {
      const { id } = await addOne(storage, memory('given back'));
      await storage.extractions.claim(OWNER, 10, NOW);
      await storage.extractions.release('two', [id], NOW);
      expect(await storage.extractions.claim(OWNER, 10, NOW)).toEqual([]);
      await storage.extractions.release('one', [id, nextId()], NOW + 50);
      expect(await storage.extractions.claim(OWNER, 10, NOW + 49)).toEqual([]);
      expect(await storage.extractions.claim(OWNER, 10, NOW + 50)).toHaveLength(1);
    },
  );

  clause('a stored reading takes the memory off, also for other processes and after reopening', async (harness) => {
    const { id } = await addOne(harness.storage, memory(OFFICE));
    const reading = readingOf(await claimOne(harness.storage, id), SAID_OF_OFFICE);
    expect(await harness.storage.graph.put(reading, READ)).toBe(true);
    expect(await harness.open().extractions.pending()).toBe(0);
    const again = await harness.reopen();
    expect(await claimAll(again)).toEqual([]);
  });

  clause(
    'a new text has the memory wait again, whoever holds it, and an old reading is not taken',
    async ({ storage }) => {
      const { id } = await addOne(storage, memory(OFFICE));
      const old = await claimOne(storage, id);
      await storage.memories.update(WORKSPACE, id, { text: textPatch('Something else.') }, NOW + 1);
      expect(await storage.graph.put(readingOf(old, SAID_OF_OFFICE), READ)).toBe(false);
      expect(await storage.graph.listEntities(WORKSPACE, { limit: 5 })).toMatchObject({ total: 0 });
      expect(await storage.extractions.pending()).toBe(1);
      const [anew] = await storage.extractions.claim(OWNER, 10, NOW);
      expect(anew).toMatchObject({ memoryId: id, text: 'Something else.', version: old.version + 1 });
      expect(anew?.passages).not.toEqual(old.passages);
    },
  );

  clause('changes that leave the text alone leave the reading alone', async ({ storage }) => {
    const { id } = await addOne(storage, memory(OFFICE));
    const claimed = await claimOne(storage, id);
    await storage.memories.update(WORKSPACE, id, { tags: ['t'], metadata: { a: 1 } }, NOW + 1);
    await addOne(storage, memory('successor', { supersedes: id }));
    expect(await storage.graph.put(readingOf(claimed, SAID_OF_OFFICE), READ)).toBe(true);
    expect((await claimAll(storage)).map((one) => one.text)).toEqual(['successor']);
    await storage.memories.update(WORKSPACE, id, { tags: [] }, NOW + 2);
    expect(await storage.extractions.pending()).toBe(1);
  });

  clause('memories that were read can be queued again: those named, or all of a workspace', async ({ storage }) => {
    const added = [memory('a'), memory('b'), memory('c', { workspace: 'other' })];
    await storage.memories.add(added, NOW);
    for (const one of await claimAll(storage)) await storage.graph.put(readingOf(one, { entities: [] }), READ);
    expect(await storage.extractions.pending()).toBe(0);
    const [a, b, c] = added.map((one) => one.id);
    expect(await storage.extractions.requeue(WORKSPACE, [a ?? '', a ?? ''])).toBe(1);
    expect((await claimAll(storage)).map((one) => one.memoryId)).toEqual([a]);
    expect(await storage.extractions.requeue(WORKSPACE)).toBe(2);
    expect(await storage.extractions.pending('other')).toBe(0);
    expect(await storage.extractions.pending()).toBe(2);
    const missing = { code: 'NOT_FOUND' };
    await expect(storage.extractions.requeue(WORKSPACE, [b ?? '', c ?? ''])).rejects.toMatchObject(missing);
    await expect(storage.extractions.requeue('nowhere', [b ?? ''])).rejects.toMatchObject(missing);
    expect(await storage.extractions.requeue('nowhere')).toBe(0);
    expect(await storage.extractions.pending()).toBe(2);
  });

  clause('what is asked for stays with the memory until it was read or has a new text', async ({ storage, reopen }) => {
    const added = ['a', 'b', 'c', 'd'].map((text) => memory(text));
    await storage.memories.add(added, NOW);
    const [a, b, c, d] = added.map((one) => one.id) as [string, string, string, string];
    const [, ...rest] = await claimAll(storage);
    for (const one of rest) await storage.graph.put(readingOf(one, { entities: [] }), READ);
    expect(await storage.extractions.pending(undefined, true)).toBe(0);
    const rules = { mode: 'entities_only', minConfidence: 0.5 } as const;
    await storage.extractions.requeue(WORKSPACE, [a, b, c], rules);
    await storage.extractions.requeue(WORKSPACE, [c, d]);
    await storage.memories.update(WORKSPACE, b, { text: textPatch('another b') }, NOW + 1);
    const again = await reopen();
    expect([await again.extractions.pending(), await again.extractions.pending(WORKSPACE, true)]).toEqual([4, 3]);
    const later = NOW + 1_000_000;
    const asked = await again.extractions.claim({ owner: 'x', until: later + 1 }, 10, later, { asked: true });
    expect(asked.map((one) => [one.memoryId, one.rules])).toEqual([
      [a, rules],
      [c, null],
      [d, null],
    ]);
    const [other] = await again.extractions.claim({ owner: 'x', until: later + 1 }, 10, later);
    expect([other?.memoryId, other?.rules]).toEqual([b, null]);
    for (const one of asked) await again.graph.put(readingOf(one, { entities: [] }), READ);
    await again.extractions.requeue(WORKSPACE, [a]);
    expect((await claimOne(again, a)).rules).toBeNull();
  });

  clause('what was asked for can be taken back where nobody has begun with it', async ({ storage }) => {
    const added = ['a', 'b', 'c'].map((text) => memory(text));
    await storage.memories.add(added, NOW);
    const [a, b, c] = added.map((one) => one.id) as [string, string, string];
    for (const id of [b, c]) {
      const [one] = await storage.extractions.claim(OWNER, 1, NOW, { workspace: WORKSPACE, memoryIds: [id] });
      if (one) await storage.graph.put(readingOf(one, { entities: [] }), READ);
    }
    await storage.extractions.requeue(WORKSPACE, undefined, { mode: 'full', minConfidence: 0.9 });
    await storage.extractions.claim(OWNER, 1, NOW, { workspace: WORKSPACE, memoryIds: [c] });
    await storage.extractions.withdraw(WORKSPACE, [b], NOW);
    expect(await storage.extractions.pending(WORKSPACE)).toBe(2);
    await storage.extractions.withdraw(WORKSPACE, undefined, NOW);
    await storage.extractions.withdraw('nowhere', undefined, NOW);
    expect([await storage.extractions.pending(), await storage.extractions.pending(undefined, true)]).toEqual([2, 1]);
    const left = await storage.extractions.claim({ owner: 'two', until: NOW + 9 }, 10, OWNER.until);
    expect(left.map((one) => [one.memoryId, one.rules?.minConfidence])).toEqual([
      [a, undefined],
      [c, 0.9],
    ]);
  });

  clause('what is removed no longer waits, and its reading is not taken', async ({ storage }) => {
    const [kept, gone] = [memory('kept'), memory(OFFICE)];
    await storage.memories.add([kept, gone], NOW);
    const claimed = await claimOne(storage, gone.id);
    await storage.memories.remove(WORKSPACE, [gone.id], NOW);
    expect(await storage.graph.put(readingOf(claimed, SAID_OF_OFFICE), READ)).toBe(false);
    expect(await storage.extractions.pending()).toBe(1);
    await storage.memories.clear(WORKSPACE, NOW);
    expect(await storage.extractions.pending()).toBe(0);
  });

  clause('a memory added twice by its key waits once', async ({ storage }) => {
    await addOne(storage, memory('once', { key: 'k' }));
    await addOne(storage, memory('once', { key: 'k' }));
    expect(await storage.extractions.pending()).toBe(1);
  });
}
