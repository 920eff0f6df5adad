/** Who holds a piece of work, how it is lost, given back, tried again and stopped. */
import { expect } from 'vitest';
import { NOW, WORKSPACE, type Clause } from './fixtures.ts';
import { addWork, claimOne, claimWork, DONE, idsOf, KIND, LEASE, WOLF, work } from './work-fixtures.ts';

export function workLeaseClauses(clause: Clause): void {
  holdingClauses(clause);
  attemptClauses(clause);
  cancelClauses(clause);
}

function holdingClauses(clause: Clause): void {
  clause('what one owner holds no other gets, and its holder is told by everyone', async (harness) => {
    const { id } = await addWork(harness.storage);
    const held = await claimOne(harness.storage, 'a');
    expect(held).toMatchObject({ state: 'running', owner: 'a', leaseUntil: NOW + LEASE, attempts: 1, startedAt: NOW });
    const other = harness.open();
    expect(await other.work.get(id)).toEqual(held);
    expect(await claimWork(other, 'b', NOW + LEASE - 1)).toEqual([]);
  });

  clause('a lease that is kept does not run out, and tells how far the work has got', async (harness) => {
    const { storage } = harness;
    const [first, second] = await storage.work.add([work(), work()], NOW);
    await claimWork(storage, 'a');
    const progress = { done: 2, total: 5, message: 'counting' };
    const held = [{ id: first?.id ?? '', progress }, { id: second?.id ?? '' }];
    const kept = await storage.work.extend('a', held, NOW + 500);
    expect(kept).toEqual(held.map(({ id }) => ({ id, cancelRequested: false })));
    const other = harness.open();
    expect(await claimWork(other, 'b', NOW + 499)).toEqual([]);
    expect(await other.work.get(first?.id ?? '')).toMatchObject({ leaseUntil: NOW + 500, progress });
    expect((await other.work.get(second?.id ?? ''))?.progress.done).toBe(0);
    expect(idsOf(await claimWork(other, 'b', NOW + 500))).toEqual([first?.id, second?.id]);
  });

  clause('a lease that ran out is taken by the next, and whoever lost it changes nothing', async (harness) => {
    const { storage } = harness;
    const { id } = await addWork(storage);
    await claimOne(storage, 'a');
    const other = harness.open();
    const taken = await claimOne(other, 'b', NOW + LEASE);
    expect(taken).toMatchObject({ id, owner: 'b', attempts: 2, error: { code: 'TIMEOUT' }, startedAt: NOW + LEASE });
    expect(taken.error?.message).toMatch(/^[A-Z].*\.$/);
    const progress = { done: 9, total: 9, message: 'mine' };
    expect(await storage.work.extend('a', [{ id, progress }], NOW + 9000)).toEqual([]);
    for (const outcome of [DONE, { end: 'failed', error: WOLF }, { end: 'cancelled' }] as const) {
      expect(await storage.work.settle('a', id, outcome, NOW + 101)).toBe(null);
    }
    expect(await storage.work.settle('a', id, { end: 'retry', error: WOLF, dueAt: NOW }, NOW + 101)).toBe(null);
    expect(await storage.work.settle('a', id, { end: 'release', dueAt: NOW }, NOW + 101)).toBe(null);
    expect(await storage.work.get(id)).toEqual(taken);
    expect(await other.work.settle('b', id, DONE, NOW + 102)).toMatchObject({ state: 'completed', error: null });
    expect(await other.work.settle('b', id, DONE, NOW + 103)).toBe(null);
  });

  clause('a lease that ran out is still its owner’s until somebody else claims', async ({ storage }) => {
    const [late, kept] = await storage.work.add([work(), work()], NOW);
    await claimWork(storage, 'a');
    const id = late?.id ?? '';
    expect(await storage.work.settle('a', id, DONE, NOW + 5000)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(await storage.work.extend('a', [{ id: kept?.id ?? '' }], NOW + 6000)).toHaveLength(1);
    expect(await claimWork(storage, 'b', NOW + 5001)).toEqual([]);
  });

  clause('a lease that ran out is noticed only for the kinds and the workspace claimed', async ({ storage }) => {
    const other = await addWork(storage, { kind: 'other' });
    const here = await addWork(storage, { workspace: WORKSPACE });
    await storage.work.claim({ owner: 'a', until: NOW + 1, kinds: ['other', KIND] }, 5, NOW);
    const elsewhere = { owner: 'b', until: NOW + 9, kinds: [KIND], workspace: 'elsewhere' };
    expect(await storage.work.claim(elsewhere, 5, NOW + 2)).toEqual([]);
    expect(await storage.work.get(here.id)).toMatchObject({ state: 'running', owner: 'a' });
    expect(idsOf(await claimWork(storage, 'b', NOW + 2))).toEqual([here.id]);
    expect(await storage.work.get(other.id)).toMatchObject({ state: 'running', owner: 'a' });
  });
}

function attemptClauses(clause: Clause): void {
  clause('a failed attempt is tried again at its time, until the last one is final', async ({ storage }) => {
    const { id } = await addWork(storage, { maxAttempts: 2 });
    await claimOne(storage, 'a');
    const progress = { done: 4, total: 8, message: 'four' };
    const retry = { end: 'retry', error: WOLF, dueAt: NOW + 50, progress } as const;
    const waiting = await storage.work.settle('a', id, retry, NOW + 1);
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, dueAt: NOW + 50, error: WOLF, progress });
    expect(waiting).toMatchObject({ owner: null, leaseUntil: null, endedAt: null });
    expect(await claimWork(storage, 'b', NOW + 49)).toEqual([]);
    expect(await claimOne(storage, 'b', NOW + 50)).toMatchObject({ attempts: 2, error: WOLF, progress });
    const failed = await storage.work.settle('b', id, { ...retry, dueAt: NOW + 500 }, NOW + 60);
    expect(failed).toMatchObject({ state: 'failed', attempts: 2, error: WOLF, endedAt: NOW + 60 });
    expect(await claimWork(storage, 'b', NOW + 900)).toEqual([]);
  });

  clause('the last allowed lease that runs out makes the item fail', async ({ storage }) => {
    const { id } = await addWork(storage, { maxAttempts: 2, key: 'k' });
    await claimOne(storage, 'a', NOW);
    await claimOne(storage, 'b', NOW + LEASE);
    expect(await claimWork(storage, 'c', NOW + 2 * LEASE)).toEqual([]);
    const failed = { state: 'failed', attempts: 2, endedAt: NOW + 2 * LEASE, error: { code: 'TIMEOUT' } };
    expect(await storage.work.get(id)).toMatchObject(failed);
    expect(await storage.work.extend('b', [{ id }], NOW + 9000)).toEqual([]);
    expect(await storage.work.nextDue([KIND])).toBe(null);
  });

  clause('what is given back was not begun', async ({ storage }) => {
    const { id } = await addWork(storage, { maxAttempts: 1 });
    await claimOne(storage, 'a');
    const progress = { done: 1, total: 2, message: 'half' };
    const back = await storage.work.settle('a', id, { end: 'release', dueAt: NOW + 30, progress }, NOW + 1);
    expect(back).toMatchObject({ state: 'queued', attempts: 0, owner: null, leaseUntil: null, error: null, progress });
    expect(await claimWork(storage, 'b', NOW + 29)).toEqual([]);
    expect(await claimOne(storage, 'b', NOW + 30)).toMatchObject({ id, attempts: 1, progress });
  });
}

function cancelClauses(clause: Clause): void {
  clause('what waits is cancelled at once', async (harness) => {
    const { id } = await addWork(harness.storage, { key: 'k' });
    const cancelled = await harness.open().work.cancel(id, NOW + 3);
    expect(cancelled).toMatchObject({ state: 'cancelled', endedAt: NOW + 3, cancelRequested: false, attempts: 0 });
    expect(await claimWork(harness.storage, 'a', NOW + 5)).toEqual([]);
    expect(await harness.storage.work.cancel(id, NOW + 9)).toEqual(cancelled);
    expect((await addWork(harness.storage, { key: 'k' })).id).not.toBe(id);
  });

  clause('who holds what is to be cancelled, in any process, is told', async (harness) => {
    const { id } = await addWork(harness.storage);
    await claimOne(harness.storage, 'a');
    const asked = await harness.open().work.cancel(id, NOW + 3);
    expect(asked).toMatchObject({ state: 'running', owner: 'a', cancelRequested: true, endedAt: null });
    expect(await harness.storage.work.extend('a', [{ id }], NOW + 200)).toEqual([{ id, cancelRequested: true }]);
    const ended = await harness.storage.work.settle('a', id, { end: 'cancelled' }, NOW + 9);
    expect(ended).toMatchObject({ state: 'cancelled', cancelRequested: false, endedAt: NOW + 9 });
  });

  clause('a cancel wins over trying again and giving back, not over an end', async ({ storage }) => {
    const drafts = Array.from({ length: 4 }, () => work());
    await storage.work.add(drafts, NOW);
    await claimWork(storage, 'a');
    const [retry, release, completed, failed] = drafts.map((one) => one.id) as [string, string, string, string];
    for (const { id } of drafts) await storage.work.cancel(id, NOW + 1);
    const ends = [
      await storage.work.settle('a', retry, { end: 'retry', error: WOLF, dueAt: NOW }, NOW + 2),
      await storage.work.settle('a', release, { end: 'release', dueAt: NOW }, NOW + 2),
      await storage.work.settle('a', completed, DONE, NOW + 2),
      await storage.work.settle('a', failed, { end: 'failed', error: WOLF }, NOW + 2),
    ];
    expect(ends.map((item) => item?.state)).toEqual(['cancelled', 'cancelled', 'completed', 'failed']);
    expect(await claimWork(storage, 'b', NOW + 900)).toEqual([]);
  });

  clause('what nobody does any more is cancelled at once, or by the next claim', async ({ storage }) => {
    const [first, second] = await storage.work.add([work(), work()], NOW);
    await claimWork(storage, 'a');
    const asked = await storage.work.cancel(second?.id ?? '', NOW + 1);
    expect(asked).toMatchObject({ state: 'running', cancelRequested: true });
    const late = await storage.work.cancel(first?.id ?? '', NOW + LEASE);
    expect(late).toMatchObject({ state: 'cancelled', owner: null, endedAt: NOW + LEASE });
    expect(await claimWork(storage, 'b', NOW + LEASE)).toEqual([]);
    expect(await storage.work.get(second?.id ?? '')).toMatchObject({ state: 'cancelled', cancelRequested: false });
  });

  clause('a cancel forgets what was asked for before it, not what is asked for after it', async ({ storage }) => {
    const { id } = await addWork(storage, { key: 'k', payload: 1 });
    await claimOne(storage, 'a');
    await addWork(storage, { key: 'k', payload: 2 });
    await storage.work.cancel(id, NOW + 1);
    expect(await storage.work.settle('a', id, { end: 'cancelled' }, NOW + 2)).toMatchObject({ state: 'cancelled' });
    const next = await addWork(storage, { key: 'k', payload: 3 });
    await claimOne(storage, 'a', NOW + 3);
    await storage.work.cancel(next.id, NOW + 4);
    await addWork(storage, { key: 'k', payload: 4, dueAt: NOW + 5 });
    const anew = await storage.work.settle('a', next.id, { end: 'cancelled' }, NOW + 6);
    expect(anew).toMatchObject({ state: 'queued', payload: 4, dueAt: NOW + 5, cancelRequested: false, attempts: 0 });
  });
}
