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
  onlyPassage,
  textPatch,
  unit,
  WORKSPACE,
  type Clause,
} from './fixtures.ts';

export function historyClauses(clause: Clause): void {
  clause(
    'an update changes what it names, keeps the rest, and the old state goes into history',
    async ({ storage }) => {
      verifies('P041');
      const given = memory('steady text', { tags: ['a'], source: 's', metadata: { n: 1 }, key: 'k' });
      await storage.memories.add([given], NOW);
      const patch = { kind: 'fact', tags: ['b'], metadata: { n: 2 }, occurredAt: 77 };
      const { memory: updated } = await storage.memories.update(WORKSPACE, given.id, patch, NOW + 1);
      expect(updated).toMatchObject({ ...patch, id: given.id, text: 'steady text', source: 's', key: 'k', version: 2 });
      expect(updated).toMatchObject({ createdAt: NOW, updatedAt: NOW + 1, recordedAt: NOW + 1 });
      expect(await storage.memories.get(WORKSPACE, [given.id])).toEqual([updated]);
      expect(await storage.memories.history(WORKSPACE, given.id)).toMatchObject([
        {
          version: 1,
          kind: 'note',
          tags: ['a'],
          metadata: { n: 1 },
          occurredAt: null,
          recordedAt: NOW,
          recordedTo: NOW + 1,
        },
      ]);
    },
  );

  clause('history tells each version with its own text, oldest first, also after reopening', async (harness) => {
    verifies('P041');
    const given = memory('text one');
    await harness.storage.memories.add([given], NOW);
    const patches = [
      { tags: ['x'] },
      { text: textPatch('text two') },
      { source: 'src' },
      { text: textPatch('text three') },
    ];
    for (const [i, patch] of patches.entries()) {
      await harness.storage.memories.update(WORKSPACE, given.id, patch, NOW + i + 1);
    }
    const again = await harness.reopen();
    const versions = await again.memories.history(WORKSPACE, given.id);
    expect(versions.map((one) => [one.version, one.text, one.recordedAt - NOW, one.recordedTo - NOW])).toEqual([
      [1, 'text one', 0, 1],
      [2, 'text one', 1, 2],
      [3, 'text two', 2, 3],
      [4, 'text two', 3, 4],
    ]);
    expect(await again.memories.get(WORKSPACE, [given.id])).toMatchObject([{ text: 'text three', version: 5 }]);
  });

  clause('tags changed by an update are found by the filter, and the old ones no longer', async ({ storage }) => {
    const given = memory('tagged', { tags: ['old', 'both'] });
    await storage.memories.add([given], NOW);
    await storage.memories.update(WORKSPACE, given.id, { tags: ['both', 'new'] }, NOW + 1);
    const found = (tag: string): Promise<string[]> => findByWords(storage, 'tagged', { filter: { tags: [tag] } });
    expect(await found('old')).toEqual([]);
    expect(await found('both')).toEqual([given.id]);
    expect(await found('new')).toEqual([given.id]);
  });

  clause('a new text is found by its words and waits for embedding; the old one is gone', async ({ storage }) => {
    const [stored] = await addVectors(storage, [unit(1, 0)]);
    const id = stored?.id ?? '';
    const old = stored?.passageIds ?? [];
    const { passageIds, memory: updated } = await storage.memories.update(
      WORKSPACE,
      id,
      { text: textPatch('replacement words') },
      NOW,
    );
    expect(updated).toMatchObject({ text: 'replacement words', passageCount: 1 });
    expect(old).not.toContain(passageIds[0]);
    expect(await findByWords(storage, 'vector number')).toEqual([]);
    expect(await findByWords(storage, 'replacement')).toEqual([id]);
    expect(await storage.memories.passages(old)).toEqual([]);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE })).toEqual([]);
    const claimed = await storage.embeddings.claim(MODEL, { owner: 'o', until: NOW + 1 }, 10, NOW);
    expect(claimed.map((one) => [one.id, one.text])).toEqual([[passageIds[0], 'replacement words']]);
  });

  clause('an update that leaves the text alone leaves passages and vectors alone', async ({ storage }) => {
    const [stored] = await addVectors(storage, [unit(1, 0)]);
    const id = stored?.id ?? '';
    await storage.memories.update(WORKSPACE, id, { tags: ['t'], occurredAt: 5 }, NOW);
    const hits = await storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE });
    expect(hits.map((hit) => hit.passageId)).toEqual(stored?.passageIds);
    expect(await storage.embeddings.pending(MODEL)).toBe(0);
  });

  clause('updating or removing what does not exist fails with NOT_FOUND', async ({ storage }) => {
    const given = memory('mine', { workspace: 'w1' });
    await storage.memories.add([given], NOW);
    const missing = { code: 'NOT_FOUND' };
    await expect(storage.memories.update('w1', nextId(), { kind: 'x' }, NOW)).rejects.toMatchObject(missing);
    await expect(storage.memories.update(WORKSPACE, given.id, { kind: 'x' }, NOW)).rejects.toMatchObject(missing);
    await expect(storage.memories.remove(WORKSPACE, [given.id], NOW)).rejects.toMatchObject(missing);
    expect(await storage.memories.history(WORKSPACE, given.id)).toEqual([]);
    expect(await storage.memories.get('w1', [given.id])).toMatchObject([{ kind: 'note', version: 1 }]);
  });

  clause('a superseded memory ends where its successor begins', async ({ storage }) => {
    verifies('P041');
    const old = memory('The office is in Brno.');
    await storage.memories.add([old], NOW);
    const successor = memory('The office is in Prague.', { supersedes: old.id, validFrom: NOW + 50 });
    await storage.memories.add([successor], NOW + 60);
    const [ended, begun] = await storage.memories.get(WORKSPACE, [old.id, successor.id]);
    expect(ended).toMatchObject({ validTo: NOW + 50, supersededBy: successor.id, recordedAt: NOW + 60 });
    expect(begun).toMatchObject({ validTo: null, supersedes: old.id, validFrom: NOW + 50 });
    expect(await storage.memories.history(WORKSPACE, old.id)).toMatchObject([
      { validTo: null, supersededBy: null, recordedAt: NOW, recordedTo: NOW + 60, text: old.text },
    ]);
  });

  clause('superseded memories are left out everywhere unless asked for', async ({ storage }) => {
    const [old] = await addVectors(storage, [unit(1, 0)], () => ({ tags: ['t'] }));
    const oldId = old?.id ?? '';
    const successor = memory('vector successor', { supersedes: oldId, tags: ['t'] });
    const stored = await addOne(storage, successor);
    await storage.vectors.put(MODEL, [{ passageId: onlyPassage(stored), vector: unit(0, 1) }]);
    for (const filter of [{}, { tags: ['t'] }]) {
      const all = { ...filter, includeSuperseded: true };
      const nearest = (scope: object) =>
        storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE, filter: scope });
      expect(await findByWords(storage, 'vector', { filter })).toEqual([successor.id]);
      expect((await findByWords(storage, 'vector', { filter: all })).toSorted()).toEqual(
        [oldId, successor.id].toSorted(),
      );
      expect(memoryIds(await nearest(filter))).toEqual([successor.id]);
      expect(memoryIds(await nearest(all))).toEqual([oldId, successor.id]);
      const list = (scope: object) => storage.memories.list({ workspace: WORKSPACE, limit: 5, filter: scope });
      expect((await list(filter)).items.map((one) => one.id)).toEqual([successor.id]);
      expect((await list(all)).total).toBe(2);
    }
  });

  clause('superseding what is missing, elsewhere, or superseded already is refused', async ({ storage }) => {
    const old = memory('old');
    await storage.memories.add([old], NOW);
    const successor = (rest: object): Promise<unknown> => storage.memories.add([memory('new', rest)], NOW);
    await expect(successor({ supersedes: nextId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(successor({ supersedes: old.id, workspace: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await successor({ supersedes: old.id });
    await expect(successor({ supersedes: old.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const everything = { workspace: WORKSPACE, limit: 9, filter: { includeSuperseded: true } };
    expect((await storage.memories.list(everything)).total).toBe(2);
    expect(await storage.workspaces.get('other')).toBeNull();
  });
}
