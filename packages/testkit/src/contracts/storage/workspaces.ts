import { expect } from 'vitest';
import { verifies } from '../../verifies.ts';
import { addVectors, addOne, findByWords, memory, MODEL, NOW, unit, type Clause } from './fixtures.ts';

const PROJECT = { id: 'project', name: 'The Project', description: 'it\'s "quoted"', createdAt: NOW };

export function workspaceClauses(clause: Clause): void {
  clause('a workspace comes back as it was made, with its counts', async (harness) => {
    await harness.storage.workspaces.create(PROJECT);
    await addOne(
      harness.storage,
      memory('a b', {
        workspace: 'project',
        passages: [
          { start: 0, end: 1 },
          { start: 2, end: 3 },
        ],
      }),
    );
    const again = await harness.reopen();
    expect(await again.workspaces.get('project')).toEqual({ ...PROJECT, memories: 1, passages: 2 });
    expect(await again.workspaces.get('absent')).toBeNull();
  });

  clause('a cursor that no page gave is refused, also where there is nothing to page through', async ({ storage }) => {
    const { memories, graph, times } = storage;
    const page = { limit: 1, cursor: 'nonsense' };
    for (const call of [
      () => memories.list({ workspace: 'absent', ...page }),
      () => graph.listEntities('absent', page),
      () => graph.listRelations('absent', page),
      () => graph.mentionsOf('absent', 'thing:x', page),
      () => times.memoriesAsOf('absent', {}, page),
      () => times.events('absent', { from: 0, until: NOW, ...page }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  clause('a workspace cannot be made twice', async ({ storage }) => {
    await storage.workspaces.create(PROJECT);
    const again = storage.workspaces.create({ ...PROJECT, name: 'Other' });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await storage.workspaces.get('project')).toMatchObject({ name: 'The Project' });
  });

  clause('adding to a workspace makes it', async ({ storage }) => {
    await addOne(storage, memory('x', { workspace: 'made-by-use' }));
    expect(await storage.workspaces.list()).toEqual([
      { id: 'made-by-use', name: 'made-by-use', description: '', createdAt: NOW, memories: 1, passages: 1 },
    ]);
  });

  clause('the list is by id', async ({ storage }) => {
    for (const id of ['zeta', 'alpha', 'mid']) await storage.workspaces.create({ ...PROJECT, id });
    expect((await storage.workspaces.list()).map((one) => one.id)).toEqual(['alpha', 'mid', 'zeta']);
  });

  clause('nothing of one workspace is seen from another', async ({ storage }) => {
    verifies('P025');
    const [secret] = await addVectors(storage, [unit(1, 0)], () => ({ workspace: 'one' }));
    const id = secret?.id ?? '';
    await addOne(storage, memory('other', { workspace: 'two' }));
    expect(await storage.memories.get('two', [id])).toEqual([]);
    expect(await storage.memories.summaries('two', [id])).toEqual([]);
    expect(await findByWords(storage, 'vector', { workspace: 'two' })).toEqual([]);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: 'two' })).toEqual([]);
    await expect(storage.memories.remove('two', [id], NOW)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await storage.memories.get('one', [id])).toHaveLength(1);
  });

  clause('removing a workspace takes all it holds and nothing else', async (harness) => {
    const { storage } = harness;
    await addVectors(storage, [unit(1, 0), unit(0, 1)], () => ({ workspace: 'doomed' }));
    const kept = await addOne(storage, memory('vector kept', { workspace: 'kept' }));
    expect(await storage.workspaces.remove('doomed', NOW)).toMatchObject({ memories: 2, passages: 2 });
    const again = await harness.reopen();
    expect(await again.workspaces.get('doomed')).toBeNull();
    expect(await findByWords(again, 'vector', { workspace: 'doomed' })).toEqual([]);
    expect(await findByWords(again, 'vector', { workspace: 'kept' })).toEqual([kept.id]);
    expect(await again.memories.stats('kept', MODEL)).toMatchObject({ totalMemories: 1, workspaces: 1 });
    await expect(again.workspaces.remove('doomed', NOW)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  clause('a shallow look checks nothing; a deep one finds a healthy store whole', async ({ storage }) => {
    await addVectors(storage, [unit(1, 0)]);
    expect(await storage.inspect(false)).toMatchObject({ integrity: 'unchecked' });
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('a look tells of the connections, and never of more in use than there are', async ({ storage }) => {
    await addVectors(storage, [unit(1, 0)]);
    const reports = await Promise.all([1, 2, 3, 4].map(() => storage.inspect(false)));
    for (const { pool } of reports) {
      expect(pool.size).toBeGreaterThanOrEqual(1);
      expect(pool.inUse).toBeLessThanOrEqual(pool.size);
      expect(Math.min(pool.inUse, pool.idle, pool.waiting)).toBeGreaterThanOrEqual(0);
    }
  });

  clause('close waits for calls under way, may be repeated, and ends the use of the storage', async ({ storage }) => {
    const under = storage.memories.add([memory('under way')], NOW);
    await storage.close();
    expect(await under).toHaveLength(1);
    await storage.close();
    await expect(storage.workspaces.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
}
