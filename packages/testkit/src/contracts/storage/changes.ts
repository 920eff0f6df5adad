/** What one storage learns of what another did to the same data. */
import type { Storage } from '@zapomni/core/ports';
import { expect } from 'vitest';
import { addOne, addVectors, memory, NOW, textPatch, unit, WORKSPACE, type Clause } from './fixtures.ts';

const LATER = NOW + 1;

export function changeClauses(clause: Clause): void {
  clause('the beginning is a position, and nothing has happened since', async ({ storage, open }) => {
    await addOne(open(), memory('before'));
    const { position, changes, complete } = await storage.changes.since(null);
    expect({ changes, complete }).toEqual({ changes: [], complete: true });
    expect(await storage.changes.since(position)).toEqual({ position, changes: [], complete: true });
  });

  clause('every change that another makes is told, once, with the memory that it was made to', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const first = await addOne(other, memory('first'));
    expect(await tell()).toEqual([{ workspace: WORKSPACE, memoryId: null }]);
    await other.memories.update(WORKSPACE, first.id, { tags: ['only a tag'] }, LATER);
    await other.memories.update(WORKSPACE, first.id, { text: textPatch('another text') }, LATER);
    expect(await tell()).toEqual([{ workspace: WORKSPACE, memoryId: first.id }]);
    const second = await addOne(other, memory('second', { supersedes: first.id }));
    expect(await tell()).toEqual([
      { workspace: WORKSPACE, memoryId: null },
      { workspace: WORKSPACE, memoryId: first.id },
    ]);
    await other.memories.remove(WORKSPACE, [second.id], LATER);
    expect(await tell()).toEqual([{ workspace: WORKSPACE, memoryId: second.id }]);
    await other.memories.clear(WORKSPACE, LATER);
    expect(await tell()).toEqual([{ workspace: WORKSPACE, memoryId: first.id }]);
    expect(await tell()).toEqual([]);
  });

  clause('workspaces that come and go are told', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    await other.workspaces.create({ id: 'project', name: 'Project', description: '', createdAt: NOW });
    expect(await tell()).toEqual([{ workspace: 'project', memoryId: null }]);
    await other.workspaces.remove('project', LATER);
    expect(await tell()).toEqual([{ workspace: 'project', memoryId: null }]);
  });

  clause("neither one's own changes are told, nor what failed, nor what made no difference", async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    await addVectors(harness.storage, [unit(1, 0)]);
    const keyed = await addOne(harness.storage, memory('mine', { key: 'k' }));
    await addOne(other, memory('mine', { key: 'k' }));
    await expect(other.memories.remove(WORKSPACE, [keyed.id, 'absent'], LATER)).rejects.toThrow();
    await expect(other.workspaces.remove('absent', LATER)).rejects.toThrow();
    await other.vectors.put('another-model', [{ passageId: keyed.passageIds[0] ?? 0, vector: unit(0, 1) }]);
    expect(await tell()).toEqual([]);
  });

  clause('whoever is too far behind is told that anything may have changed', async (harness) => {
    const other = harness.open();
    const { position } = await harness.storage.changes.since(null);
    await other.memories.add(
      Array.from({ length: 10_001 }, (_, n) => memory(`m${n}`, { passages: [] })),
      NOW,
    );
    expect((await harness.storage.changes.since(position)).changes).toHaveLength(1);
    await other.memories.clear(WORKSPACE, LATER);
    const late = await harness.storage.changes.since(position);
    expect(late).toMatchObject({ changes: [], complete: false });
    await addOne(other, memory('and on'));
    expect(await harness.storage.changes.since(late.position)).toMatchObject({
      changes: [{ workspace: WORKSPACE, memoryId: null }],
      complete: true,
    });
  });
}

/** Asks again from where it stopped, in a fixed order. */
async function follow(storage: Storage) {
  let { position } = await storage.changes.since(null);
  return async () => {
    const next = await storage.changes.since(position);
    expect(next.complete).toBe(true);
    ({ position } = next);
    return next.changes.toSorted((one, two) => (one.memoryId ?? '').localeCompare(two.memoryId ?? ''));
  };
}
