/** Work that outlives the call that asked for it: asking, being due, ends, pages. */
import { expect } from 'vitest';
import type { Storage, WorkState } from '@zapomni/core/ports';
import { nextId, NOW, WORKSPACE, type Clause } from './fixtures.ts';
import { addWork, claimOne, claimWork, DONE, idsOf, KIND, LEASE, WOLF, work } from './work-fixtures.ts';

export function workQueueClauses(clause: Clause): void {
  askingClauses(clause);
  wholeClauses(clause);
  joiningClauses(clause);
  orderClauses(clause);
  endClauses(clause);
  pageClauses(clause);
}

function askingClauses(clause: Clause): void {
  clause('an item comes back whole, from any process and after a reopen', async (harness) => {
    const payload = { ids: ['ä', '"', '\u0000', '\\'], deep: [{ n: 0.1, yes: true, nothing: null }], big: 2 ** 52 };
    const draft = work({ payload, key: 'key', workspace: WORKSPACE, priority: -3, maxAttempts: 2, everyMs: 5 });
    const [item] = await harness.storage.work.add([draft], NOW + 1);
    expect(item).toEqual({
      ...draft,
      state: 'queued',
      attempts: 0,
      owner: null,
      leaseUntil: null,
      progress: { done: 0, total: 0, message: '' },
      error: null,
      result: null,
      cancelRequested: false,
      createdAt: NOW + 1,
      startedAt: null,
      endedAt: null,
    });
    expect(await harness.open().work.get(draft.id)).toEqual(item);
    expect(await (await harness.reopen()).work.get(draft.id)).toEqual(item);
  });

  clause('what is not there is not there', async ({ storage }) => {
    const id = nextId();
    expect(await storage.work.get(id)).toBe(null);
    expect(await storage.work.cancel(id, NOW)).toBe(null);
    expect(await storage.work.retry(id, NOW)).toBe(null);
    expect(await storage.work.settle('a', id, DONE, NOW)).toBe(null);
    expect(await storage.work.extend('a', [{ id }], NOW)).toEqual([]);
    expect(await storage.work.nextDue([KIND])).toBe(null);
    expect(await claimWork(storage, 'a')).toEqual([]);
    expect(await storage.work.add([], NOW)).toEqual([]);
    expect(await storage.work.list({}, { limit: 5 })).toEqual({ items: [], next: null, total: 0 });
  });

  clause('an id that is there already is not added again', async ({ storage }) => {
    const draft = work();
    await storage.work.add([draft], NOW);
    const done = await claimOne(storage, 'a');
    await storage.work.settle('a', done.id, DONE, NOW + 1);
    expect(await storage.work.add([draft], NOW + 2)).toMatchObject([{ id: draft.id, state: 'completed' }]);
    expect((await storage.work.list({}, { limit: 5 })).total).toBe(1);
  });
}

function wholeClauses(clause: Clause): void {
  clause('all are queued, or none', async ({ storage }) => {
    const unfit = 1n as never;
    await expect(storage.work.add([work(), work({ payload: unfit }), work()], NOW)).rejects.toThrow();
    expect((await storage.work.list({}, { limit: 5 })).total).toBe(0);
    expect(await claimWork(storage, 'a')).toEqual([]);
  });
}

function joiningClauses(clause: Clause): void {
  clause('of the live items of a kind, workspace and key there is one; the earlier time counts', async (harness) => {
    const { storage } = harness;
    const first = await addWork(storage, { key: 'k', dueAt: NOW + 50, payload: 'first' });
    const late = await addWork(harness.open(), { key: 'k', dueAt: NOW + 80, payload: 'late' });
    expect(late).toEqual(first);
    const early = await addWork(storage, { key: 'k', dueAt: NOW + 20, payload: 'early' });
    expect(early).toEqual({ ...first, dueAt: NOW + 20 });
    const others = await storage.work.add(
      [
        work({ key: 'k', workspace: WORKSPACE }),
        work({ key: 'k', kind: 'other' }),
        work({ key: 'other' }),
        work({ key: 'other' }),
        work(),
        work(),
      ],
      NOW,
    );
    expect(new Set(idsOf([first, ...others])).size).toBe(6);
    expect(others[3]?.id).toBe(others[2]?.id);
  });

  clause('what is asked for while it runs is done once more, with the new payload', async ({ storage }) => {
    const { id } = await addWork(storage, { key: 'k', payload: 1 });
    await claimOne(storage, 'a');
    const joined = await addWork(storage, { key: 'k', payload: 2, dueAt: NOW + 90 });
    expect(joined).toMatchObject({ id, state: 'running', payload: 1 });
    await addWork(storage, { key: 'k', payload: 3, dueAt: NOW + 95 });
    const settled = await storage.work.settle('a', id, DONE, NOW + 10);
    expect(settled).toMatchObject({ id, state: 'queued', payload: 3, dueAt: NOW + 90, attempts: 0, endedAt: NOW + 10 });
    expect(settled).toMatchObject({ result: { sheep: 7 }, owner: null, leaseUntil: null });
    expect(await claimWork(storage, 'a', NOW + 89)).toEqual([]);
    expect(await claimOne(storage, 'a', NOW + 90)).toMatchObject({ id, attempts: 1, payload: 3, endedAt: null });
    expect(await storage.work.settle('a', id, DONE, NOW + 95)).toMatchObject({ state: 'completed' });
    const next = await addWork(storage, { key: 'k' });
    expect(next.id).not.toBe(id);
  });

  clause('what was asked for while it ran is not missed when it fails or is given back', async ({ storage }) => {
    const { id } = await addWork(storage, { key: 'k', payload: 1 });
    await claimOne(storage, 'a');
    await addWork(storage, { key: 'k', payload: 2, dueAt: NOW + 20 });
    const failed = await storage.work.settle('a', id, { end: 'failed', error: WOLF }, NOW + 5);
    expect(failed).toMatchObject({ state: 'queued', payload: 2, dueAt: NOW + 20, attempts: 0, error: WOLF });
    await claimOne(storage, 'a', NOW + 20);
    await addWork(storage, { key: 'k', payload: 3, dueAt: NOW + 30 });
    const retried = await storage.work.settle('a', id, { end: 'retry', error: WOLF, dueAt: NOW + 900 }, NOW + 25);
    expect(retried).toMatchObject({ state: 'queued', payload: 3, dueAt: NOW + 30, attempts: 1 });
    await claimOne(storage, 'a', NOW + 30);
    await addWork(storage, { key: 'k', payload: 4, dueAt: NOW + 900 });
    const released = await storage.work.settle('a', id, { end: 'release', dueAt: NOW + 40 }, NOW + 35);
    expect(released).toMatchObject({ state: 'queued', payload: 4, dueAt: NOW + 40, attempts: 1 });
  });
}

function orderClauses(clause: Clause): void {
  clause('what is due comes by priority, then by its time, then as it was added', async ({ storage }) => {
    const drafts = [
      work({ dueAt: NOW - 1 }),
      work({ dueAt: NOW - 2 }),
      work({ dueAt: NOW - 2 }),
      work({ dueAt: NOW, priority: 5 }),
      work({ dueAt: NOW + 1, priority: 9 }),
      work({ dueAt: NOW - 9, priority: -1 }),
    ];
    await storage.work.add(drafts, NOW);
    const order = [3, 1, 2, 0, 5].map((i) => drafts[i]?.id);
    expect(idsOf(await claimWork(storage, 'a', NOW, 2))).toEqual(order.slice(0, 2));
    expect(idsOf(await claimWork(storage, 'b', NOW, 10))).toEqual(order.slice(2));
    expect(idsOf(await claimWork(storage, 'b', NOW + 1, 10))).toEqual([drafts[4]?.id]);
  });

  clause(
    'a claim takes only the kinds and the workspace that it names, the best of all of them',
    async ({ storage }) => {
      const drafts = [
        work({ kind: 'a', priority: 1 }),
        work({ kind: 'b', priority: 2, workspace: WORKSPACE }),
        work({ kind: 'a', priority: 3, workspace: WORKSPACE }),
        work({ kind: 'c', priority: 9 }),
        work({ kind: 'a', priority: 4, workspace: 'other' }),
      ];
      await storage.work.add(drafts, NOW);
      const claim = (kinds: readonly string[], limit: number, workspace?: string) =>
        storage.work
          .claim({ owner: 'o', until: NOW + 1, kinds, ...(workspace ? { workspace } : {}) }, limit, NOW)
          .then(idsOf);
      expect(await claim([], 5)).toEqual([]);
      expect(await claim(['a', 'b'], 0)).toEqual([]);
      expect(await claim(['a', 'b'], 1, WORKSPACE)).toEqual([drafts[2]?.id]);
      expect(await claim(['a', 'b'], 5, WORKSPACE)).toEqual([drafts[1]?.id]);
      expect(await claim(['a', 'b'], 5)).toEqual([drafts[4]?.id, drafts[0]?.id]);
    },
  );

  clause('the next time that something can be claimed is known', async ({ storage }) => {
    await storage.work.add([work({ dueAt: NOW + 70 }), work({ dueAt: NOW + 30, priority: -5 })], NOW);
    await addWork(storage, { kind: 'other', dueAt: NOW + 10 });
    expect(await storage.work.nextDue([KIND])).toBe(NOW + 30);
    expect(await storage.work.nextDue([KIND, 'other'])).toBe(NOW + 10);
    expect(await storage.work.nextDue(['unknown'])).toBe(null);
    const item = await claimOne(storage, 'a', NOW + 30);
    expect(await storage.work.nextDue([KIND])).toBe(NOW + 70);
    await storage.work.extend('a', [{ id: item.id }], NOW + 50);
    expect(await storage.work.nextDue([KIND])).toBe(NOW + 50);
    await storage.work.settle('a', item.id, DONE, NOW + 40);
    expect(await storage.work.nextDue([KIND])).toBe(NOW + 70);
  });

  clause('claims at the same moment never share an item', async (harness) => {
    await harness.storage.work.add(
      Array.from({ length: 40 }, () => work()),
      NOW,
    );
    const openings = [harness.storage, harness.open(), harness.open(), harness.open()];
    const claims = openings.flatMap((storage, i) => [
      claimWork(storage, `owner ${i}`, NOW, 5),
      claimWork(storage, `second ${i}`, NOW, 5),
    ]);
    const all = (await Promise.all(claims)).flatMap(idsOf);
    expect(all).toHaveLength(40);
    expect(new Set(all).size).toBe(40);
  });
}

function endClauses(clause: Clause): void {
  clause('an item ends with its result, or with its reason, for every process', async (harness) => {
    const { storage } = harness;
    const good = await addWork(storage);
    await claimOne(storage, 'a');
    const progress = { done: 7, total: 7, message: 'counted' };
    const completed = await storage.work.settle('a', good.id, { ...DONE, progress }, NOW + 9);
    expect(completed).toEqual({
      ...good,
      state: 'completed',
      attempts: 1,
      progress,
      result: { sheep: 7 },
      startedAt: NOW,
      endedAt: NOW + 9,
    });
    const bad = await addWork(storage);
    await claimOne(storage, 'a', NOW + 1);
    await storage.work.settle('a', bad.id, { end: 'failed', error: WOLF }, NOW + 9);
    const stopped = await addWork(storage);
    await claimOne(storage, 'a', NOW + 1);
    await storage.work.settle('a', stopped.id, { end: 'cancelled' }, NOW + 9);
    const again = await harness.reopen();
    expect(await again.work.get(good.id)).toEqual(completed);
    expect(await again.work.get(bad.id)).toMatchObject({
      state: 'failed',
      error: WOLF,
      result: null,
      endedAt: NOW + 9,
    });
    expect(await again.work.get(stopped.id)).toMatchObject({ state: 'cancelled', error: null, owner: null });
    expect(await claimWork(again, 'b', NOW + 1000)).toEqual([]);
  });

  clause(
    'an item that recurs is queued with its next time when it ends well, and fails for good',
    async ({ storage }) => {
      const { id } = await addWork(storage, { everyMs: 1000, payload: 'p', maxAttempts: 1 });
      await claimOne(storage, 'a');
      const progress = { done: 1, total: 2, message: 'half' };
      const ended = await storage.work.settle('a', id, { ...DONE, progress }, NOW + 10);
      expect(ended).toMatchObject({ state: 'queued', dueAt: NOW + 1010, attempts: 0, payload: 'p', endedAt: NOW + 10 });
      expect(ended).toMatchObject({ result: { sheep: 7 }, error: null, progress: { done: 0, total: 0, message: '' } });
      expect(await claimWork(storage, 'a', NOW + 1009)).toEqual([]);
      await claimOne(storage, 'a', NOW + 1010);
      await storage.work.settle('a', id, { end: 'retry', error: WOLF, dueAt: NOW + 2000 }, NOW + 1020);
      expect(await storage.work.get(id)).toMatchObject({ state: 'failed', error: WOLF, result: { sheep: 7 } });
      await storage.work.retry(id, NOW + 3000);
      await claimOne(storage, 'a', NOW + 3000);
      await storage.work.cancel(id, NOW + 3001);
      expect(await storage.work.settle('a', id, DONE, NOW + 3002)).toMatchObject({ state: 'completed', error: null });
    },
  );

  clause('what failed or was cancelled can be queued anew; live and completed ones stay', async ({ storage }) => {
    const { id } = await addWork(storage, { key: 'k', maxAttempts: 1 });
    await claimOne(storage, 'a');
    const progress = { done: 3, total: 9, message: 'm' };
    await storage.work.settle('a', id, { end: 'failed', error: WOLF, progress }, NOW + 5);
    const retried = await storage.work.retry(id, NOW + 10);
    expect(retried).toMatchObject({ state: 'queued', attempts: 0, dueAt: NOW + 10, error: WOLF, endedAt: null });
    expect(retried?.progress).toEqual({ done: 0, total: 0, message: '' });
    expect(await storage.work.retry(id, NOW + 20)).toEqual(retried);
    await storage.work.cancel(id, NOW + 21);
    await storage.work.retry(id, NOW + 22);
    const running = await claimOne(storage, 'b', NOW + 22);
    expect(running).toMatchObject({ id, attempts: 1 });
    expect(await storage.work.retry(id, NOW + 23)).toEqual(running);
    const completed = await storage.work.settle('b', id, DONE, NOW + 24);
    expect(completed).toMatchObject({ state: 'completed', error: null });
    expect(await storage.work.retry(id, NOW + 25)).toEqual(completed);
  });

  clause('an item queued anew does not come beside a live one of its key', async ({ storage }) => {
    const old = await addWork(storage, { key: 'k' });
    await storage.work.cancel(old.id, NOW);
    const live = await addWork(storage, { key: 'k', dueAt: NOW + 5 });
    expect(await storage.work.retry(old.id, NOW + 1)).toMatchObject({ id: live.id, state: 'queued' });
    expect(await storage.work.get(old.id)).toMatchObject({ state: 'cancelled' });
    expect(idsOf(await claimWork(storage, 'a', NOW + 5))).toEqual([live.id]);
  });
}

function pageClauses(clause: Clause): void {
  clause('pages show what runs, what waits and what ended last, and can be narrowed', async (harness) => {
    const ids = await fillPages(harness.storage);
    const { work: queue } = harness.open();
    const shown: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await queue.list({}, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(7);
      shown.push(...idsOf(page.items));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const order = [ids.running2, ids.running1, ids.waiting2, ids.waiting1, ids.failed, ids.completed, ids.cancelled];
    expect(shown).toEqual(order);
    const states = (...of: WorkState[]) => queue.list({ states: of }, { limit: 10 });
    expect(idsOf((await states('failed', 'running')).items)).toEqual([ids.running2, ids.running1, ids.failed]);
    expect((await states()).items).toEqual([]);
    const other = await queue.list({ kinds: ['other'] }, { limit: 1 });
    expect({ ...other, items: idsOf(other.items) }).toEqual({ items: [ids.waiting2], next: null, total: 1 });
    const here = await queue.list({ workspace: WORKSPACE, states: ['queued'] }, { limit: 10 });
    expect(idsOf(here.items)).toEqual([ids.waiting1]);
  });

  clause('a page takes only places that a page gave', async ({ storage }) => {
    const odd = storage.work.list({}, { limit: 2, cursor: 'nowhere' });
    await expect(odd).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('what ended before a time can be forgotten; what lives stays', async (harness) => {
    const ids = await fillPages(harness.storage);
    expect(await harness.storage.work.prune(NOW + 10_000, ['other'])).toBe(0);
    expect(await harness.storage.work.prune(NOW + 12, ['other', KIND])).toBe(1);
    expect(await harness.open().work.get(ids.cancelled)).toBe(null);
    expect(await harness.storage.work.prune(NOW + 10_000)).toBe(2);
    expect((await harness.storage.work.list({}, { limit: 10 })).total).toBe(4);
  });
}

/** Two that run, two that wait, and one of each end, the failed one last. */
async function fillPages(storage: Storage): Promise<Record<string, string> & { cancelled: string }> {
  const ended = { completed: work({ dueAt: NOW - 3 }), failed: work({ dueAt: NOW - 2 }), cancelled: work() };
  await storage.work.add([ended.cancelled, ended.completed, ended.failed], NOW);
  await claimWork(storage, 'a');
  await storage.work.settle('a', ended.cancelled.id, { end: 'cancelled' }, NOW + 11);
  await storage.work.settle('a', ended.completed.id, DONE, NOW + 12);
  await storage.work.settle('a', ended.failed.id, { end: 'failed', error: WOLF }, NOW + 13);
  const running = [await addWork(storage, {}, NOW + 20), await addWork(storage, {}, NOW + 21)];
  await storage.work.claim({ owner: 'a', until: NOW + LEASE, kinds: [KIND] }, 2, NOW + 25);
  const waiting1 = await addWork(storage, { workspace: WORKSPACE, dueAt: NOW + 500 }, NOW + 22);
  const waiting2 = await addWork(storage, { kind: 'other' }, NOW + 23);
  const ids = { completed: ended.completed.id, failed: ended.failed.id, cancelled: ended.cancelled.id };
  const [running1, running2] = idsOf(running);
  return { ...ids, running1: running1 ?? '', running2: running2 ?? '', waiting1: waiting1.id, waiting2: waiting2.id };
}
