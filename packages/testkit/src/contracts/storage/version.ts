/** The version by which a reader knows that nothing was written since. */
import { expect } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { addOne, memory, MODEL, NOW, onlyPassage, unit, WORKSPACE, type Clause } from './fixtures.ts';

export function versionClauses(clause: Clause): void {
  clause('stays while nothing is written', async ({ storage }) => {
    await addOne(storage, memory('the only one'));
    const before = await storage.version();
    await storage.fullText.search({ terms: ['only'] }, 5, { workspace: WORKSPACE });
    await storage.vectors.nearest(MODEL, unit(1, 0), 5, { workspace: WORKSPACE });
    await storage.memories.list({ workspace: WORKSPACE, limit: 5 });
    expect(await storage.version()).toBe(before);
  });

  clause('changes with every kind of write', async ({ storage }) => {
    const seen = new Set([await storage.version()]);
    for (const write of WRITES) {
      await write(storage);
      seen.add(await storage.version());
    }
    expect(seen.size).toBe(WRITES.length + 1);
  });

  clause('is another for a storage opened anew', async ({ storage, reopen }) => {
    await addOne(storage, memory('before'));
    const before = await storage.version();
    expect(await (await reopen()).version()).not.toBe(before);
  });
}

const kept = memory('kept for a while');

const WRITES: readonly ((storage: Storage) => Promise<unknown>)[] = [
  (storage) => storage.workspaces.create({ id: 'other', name: 'other', description: '', createdAt: NOW }),
  async (storage) => {
    const passageId = onlyPassage(await addOne(storage, kept));
    await storage.vectors.put(MODEL, [{ passageId, vector: unit(1, 0) }]);
  },
  (storage) => storage.memories.update(WORKSPACE, kept.id, { tags: ['new'] }, NOW + 1),
  (storage) => storage.memories.remove(WORKSPACE, [kept.id], NOW + 2),
  (storage) => storage.workspaces.remove('other', NOW + 3),
];
