/** How one storage waits for what another does to the same data. */
import type { Storage, StoreChanges } from '@zapomni/core/ports';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { hearChanges } from '../../heard-changes.ts';
import { KEPT_CHANGES } from './changes.ts';
import { addOne, memory, NOW, WORKSPACE, type Clause } from './fixtures.ts';

const MANY = 30;
const WRITES = 25;
const forever = new AbortController().signal;

export function changeWaitClauses(clause: Clause): void {
  clause('what has happened after a position is told at once, what happens later when it does', async (harness) => {
    const other = harness.open();
    const { position } = await harness.storage.changes.since(null);
    const first = await addOne(other, memory('before anybody waits'));
    const told = await harness.storage.changes.next(position, forever);
    expect([idsOf(told), told.complete]).toEqual([[first.id], true]);
    const waiting = harness.storage.changes.next(told.position, forever);
    const second = await addOne(other, memory('while somebody waits'));
    expect(idsOf(await waiting)).toEqual([second.id]);
  });

  clause('no write is slept through, whenever it comes', async (harness) => {
    const other = harness.open();
    const heard = await hearChanges(harness.storage);
    const ids: string[] = [];
    for (let n = 0; n < WRITES; n++) {
      await sleep(n % 5 === 0 ? 0 : n * 3);
      ids.push((await addOne(other, memory(`number ${n}`))).id);
      if (n % 3 === 0) await heard.until(ids);
    }
    await heard.until(ids);
    expect(heard.changes.flatMap((change) => change.ids)).toEqual(ids);
    await heard.stop();
  });

  clause("one's own writes end no wait, and do not bring it too far behind", async (harness) => {
    const other = harness.open();
    const { storage } = harness;
    const own = await addOne(storage, memory('mine'));
    const { position } = await storage.changes.since(null);
    const waiting = storage.changes.next(position, forever);
    for (let n = 0; n < KEPT_CHANGES; n++) {
      await storage.memories.update(WORKSPACE, own.id, { tags: [`${n}`] }, NOW + n);
      // As long as a look takes to come, and a little more.
      if (n % 10 === 9) await sleep(150);
    }
    const { id } = await addOne(other, memory('theirs'));
    const told = await waiting;
    expect([idsOf(told), told.complete]).toEqual([[id], true]);
  });

  clause('many wait at once, each from its own position', async (harness) => {
    const other = harness.open();
    const { storage } = harness;
    const { position } = await storage.changes.since(null);
    const first = await addOne(other, memory('first'));
    const { position: later } = await storage.changes.since(position);
    const behind = Array.from({ length: MANY }, () => storage.changes.next(position, forever));
    const ahead = Array.from({ length: MANY }, () => storage.changes.next(later, forever));
    expect((await Promise.all(behind)).map(idsOf)).toEqual(behind.map(() => [first.id]));
    const second = await addOne(other, memory('second'));
    expect((await Promise.all(ahead)).map(idsOf)).toEqual(ahead.map(() => [second.id]));
  });

  clause('whoever is too far behind is told so instead of waiting', async ({ storage, open }) => {
    const other = open();
    const { id } = await addOne(other, memory('changed often'));
    const { position } = await storage.changes.since(null);
    for (let n = 0; n <= KEPT_CHANGES; n++) await other.memories.update(WORKSPACE, id, { tags: [`${n}`] }, NOW + n);
    expect(await storage.changes.next(position, forever)).toMatchObject({ changes: [], complete: false });
  });

  clause('a wait ends with its signal, and the others go on', async ({ storage, open }) => {
    const other = open();
    const { position } = await storage.changes.since(null);
    const life = new AbortController();
    const ended = storage.changes.next(position, life.signal);
    const stays = storage.changes.next(position, forever);
    life.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
    await expect(storage.changes.next(position, life.signal)).rejects.toThrow('enough');
    const { id } = await addOne(other, memory('still told'));
    expect(idsOf(await stays)).toEqual([id]);
  });

  clause('closing ends every wait, and the other goes on', async ({ storage, open }) => {
    const [first, second] = [open(), open()];
    const from = async (one: Storage) => (await one.changes.since(null)).position;
    const [position, others] = [await from(first), await from(second)];
    const waits = [1, 2, 3].map(() => first.changes.next(position, forever));
    const stays = second.changes.next(others, forever);
    const ends = Promise.allSettled(waits);
    await first.close();
    for (const end of await ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    }
    await expect(first.changes.next(position, forever)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const { id } = await addOne(storage, memory('after the close'));
    expect(idsOf(await stays)).toEqual([id]);
  });
}

function idsOf({ changes }: StoreChanges): string[] {
  return changes.flatMap(({ ids }) => ids);
}
