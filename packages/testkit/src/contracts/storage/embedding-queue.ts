import { expect } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { addOne, addVectors, memory, MODEL, NOW, onlyPassage, unit, WORKSPACE, type Clause } from './fixtures.ts';

function claim(storage: Storage, owner: string, now = NOW, model = MODEL): Promise<number[]> {
  const passages = storage.embeddings.claim(model, { owner, until: now + 100 }, 10, now);
  return passages.then((found) => found.map((one) => one.id));
}

export function embeddingQueueClauses(clause: Clause): void {
  clause('stored passages wait until their vector is put, also across a reopen', async (harness) => {
    const stored = await addOne(harness.storage, memory('waiting words'));
    const again = await harness.reopen();
    expect(await again.embeddings.pending(MODEL)).toBe(1);
    const claimed = await again.embeddings.claim(MODEL, { owner: 'a', until: NOW + 1 }, 10, NOW);
    expect(claimed).toEqual([
      {
        id: onlyPassage(stored),
        memoryId: stored.id,
        ordinal: 0,
        start: 0,
        end: 13,
        text: 'waiting words',
        workspace: WORKSPACE,
        kind: 'note',
      },
    ]);
    expect(await again.embeddings.pending(MODEL)).toBe(1);
    await again.vectors.put(MODEL, [{ passageId: onlyPassage(stored), vector: unit(1, 0) }]);
    expect(await again.embeddings.pending(MODEL)).toBe(0);
    expect(await claim(again, 'a', NOW + 1000)).toEqual([]);
  });

  clause('what one owner has claimed no other gets until the lease runs out', async ({ storage }) => {
    const stored = await storage.memories.add([memory('a'), memory('b'), memory('c')], NOW);
    const all = stored.flatMap((one) => one.passageIds);
    const first = await storage.embeddings.claim(MODEL, { owner: 'a', until: NOW + 100 }, 2, NOW);
    expect(first.map((one) => one.id)).toEqual(all.slice(0, 2));
    expect(await claim(storage, 'b')).toEqual(all.slice(2));
    expect(await claim(storage, 'b', NOW + 99)).toEqual([]);
    expect(await claim(storage, 'c', NOW + 100)).toEqual(all);
  });

  clause('a writer may claim what it stores', async ({ storage }) => {
    const [stored] = await storage.memories.add([memory('mine')], NOW, { owner: 'writer', until: NOW + 100 });
    expect(await claim(storage, 'other', NOW + 50)).toEqual([]);
    expect(await claim(storage, 'other', NOW + 100)).toEqual(stored?.passageIds);
  });

  clause('claims at the same moment never share a passage', async ({ storage }) => {
    await storage.memories.add(
      Array.from({ length: 40 }, (_, i) => memory(`shared ${i}`)),
      NOW,
    );
    const claims = await Promise.all(Array.from({ length: 8 }, (_, i) => claim(storage, `owner ${i}`)));
    const all = claims.flat();
    expect(all).toHaveLength(40);
    expect(new Set(all).size).toBe(40);
  });

  clause(
    'released passages come back at the time given, and only their owner can release them',
    async ({ storage }) => {
      const stored = await addOne(storage, memory('returned'));
      await claim(storage, 'a');
      await storage.embeddings.release('b', stored.passageIds, NOW);
      expect(await claim(storage, 'b')).toEqual([]);
      await storage.embeddings.release('a', stored.passageIds, NOW + 50);
      expect(await claim(storage, 'b', NOW + 49)).toEqual([]);
      expect(await claim(storage, 'b', NOW + 50)).toEqual(stored.passageIds);
    },
  );

  clause('what is to be behind comes after all else, also after what was stored later', async ({ storage }) => {
    const add = async (workspace: string, text: string): Promise<number> =>
      onlyPassage(await addOne(storage, { ...memory(text), workspace }));
    const first = [await add('code.one', 'a'), await add('code.two', 'b')];
    const next = async (limit: number): Promise<number[]> => {
      const asked = { owner: 'o', until: NOW + 100, behind: 'code.' };
      return (await storage.embeddings.claim(MODEL, asked, limit, NOW)).map(({ id }) => id);
    };
    const note = await add(WORKSPACE, 'c');
    expect(await next(1)).toEqual([note]);
    expect(await next(1)).toEqual(first.slice(0, 1));
    const last = await add('code.one', 'd');
    const [more, most] = [await add(WORKSPACE, 'e'), await add(WORKSPACE, 'f')];
    expect(await next(1)).toEqual([more]);
    expect(new Set(await next(9))).toEqual(new Set([most, ...first.slice(1), last]));
    expect(await next(9)).toEqual([]);
  });

  clause('those that wait are counted whoever holds them, and without workspaces named so', async ({ storage }) => {
    const notes = [memory('a'), memory('b'), { ...memory('c'), workspace: 'codes' }];
    await storage.memories.add(notes, NOW);
    await storage.memories.add([{ ...memory('d'), workspace: 'code.one' }], NOW);
    for (const model of [MODEL, 'model-b']) {
      expect([await storage.embeddings.pending(model), await storage.embeddings.pending(model, 'code.')]).toEqual([
        4, 3,
      ]);
      const [held] = await storage.embeddings.claim(model, { owner: 'a', until: NOW + 100 }, 1, NOW);
      await storage.embeddings.release('a', [held?.id ?? 0], NOW + 1000);
      expect(await storage.embeddings.pending(model, 'code.')).toBe(3);
      await storage.vectors.put(model, [{ passageId: held?.id ?? 0, vector: unit(1, 0) }]);
      expect(await storage.embeddings.pending(model, 'code.')).toBe(2);
    }
  });

  clause('passages of a memory that is gone never come', async ({ storage }) => {
    const [gone, kept] = await storage.memories.add([memory('gone'), memory('kept')], NOW);
    await storage.memories.remove(WORKSPACE, [gone?.id ?? ''], NOW);
    expect(await claim(storage, 'a')).toEqual(kept?.passageIds);
    expect(await storage.embeddings.pending(MODEL)).toBe(1);
  });

  clause('another model asks for every passage anew, and the first is not asked twice', async ({ storage }) => {
    const stored = await addVectors(storage, [unit(1, 0), unit(0, 1)]);
    const all = stored.flatMap((one) => one.passageIds);
    expect(await storage.embeddings.pending(MODEL)).toBe(0);
    expect(await storage.embeddings.pending('model-b')).toBe(2);
    expect((await storage.memories.stats(WORKSPACE, 'model-b')).pendingEmbeddings).toBe(2);
    expect(await claim(storage, 'b', NOW, 'model-b')).toEqual(all);
    await storage.vectors.put('model-b', [{ passageId: all[0] ?? 0, vector: unit(1, 0, 0) }]);
    expect(await storage.embeddings.pending('model-b')).toBe(1);
    expect(await claim(storage, 'a', NOW + 1000)).toEqual([]);
    const late = await addOne(storage, memory('late'));
    await storage.vectors.put('model-b', [{ passageId: onlyPassage(late), vector: unit(1, 0, 0) }]);
    expect(await claim(storage, 'a', NOW + 1000)).toEqual(late.passageIds);
    expect(await claim(storage, 'b', NOW + 2000, 'model-b')).toEqual([all[1]]);
  });

  clause(
    'a second model gets all passages of all workspaces, a few at a time, after the first has them all',
    async ({ storage }) => {
      const workspaces = ['one', 'two', 'three'];
      const drafts = workspaces.flatMap((workspace) => ['a', 'b', 'c'].map((text) => ({ ...memory(text), workspace })));
      const all = (await storage.memories.add(drafts, NOW)).flatMap(({ passageIds }) => passageIds);
      const drain = async (model: string): Promise<number[]> => {
        const got: number[] = [];
        for (;;) {
          const claimed = await storage.embeddings.claim(model, { owner: 'o', until: NOW + 100 }, 2, NOW);
          if (claimed.length === 0) return got;
          await storage.vectors.put(
            model,
            claimed.map(({ id }) => ({ passageId: id, vector: unit(1, 0) })),
          );
          got.push(...claimed.map(({ id }) => id));
        }
      };
      expect(new Set(await drain(MODEL))).toEqual(new Set(all));
      const second = await drain('model-b');
      expect(second).toHaveLength(all.length);
      expect(new Set(second)).toEqual(new Set(all));
      const late = onlyPassage(await addOne(storage, { ...memory('late'), workspace: 'two' }));
      expect(await drain(MODEL)).toEqual([late]);
      expect(await drain('model-b')).toEqual([late]);
    },
  );
}
