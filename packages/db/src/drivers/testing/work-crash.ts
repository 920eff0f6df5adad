/** Processes that take work from one queue, and are killed at it, whatever the engine. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Storage, WorkItem } from '@zapomni/core/ports';
import { expectSound } from './expect-sound.ts';
import { WORK_KIND, type TakerNews, type TakerOptions } from './take-work.ts';

/** Starts a process that takes work from the store. */
export type StartTaker = (options: TakerOptions) => ChildProcess;

const QUICK: Omit<TakerOptions, 'owner'> = { leaseMs: 60_000, dawdleEvery: 0, hangsAt: 0 };

async function fill(storage: Storage, count: number): Promise<string[]> {
  const now = Date.now();
  const drafts = Array.from({ length: count }, (_, i) => ({
    id: `item ${i}`,
    kind: WORK_KIND,
    workspace: null,
    payload: i,
    key: null,
    dueAt: now,
    priority: i % 3,
    maxAttempts: 1_000_000,
    everyMs: null,
  }));
  await storage.work.add(drafts, now);
  return drafts.map((draft) => draft.id);
}

/** What a taker told until it ended, by itself or killed once it had begun so many. */
async function follow(child: ChildProcess, killAfter = Infinity): Promise<{ began: string[]; ended: string[] }> {
  const told = { began: [] as string[], ended: [] as string[] };
  child.on('message', ({ event, id }: TakerNews) => {
    told[event].push(id);
    if (told.began.length === killAfter) child.kill('SIGKILL');
  });
  const [[status, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (killAfter === Infinity) assert.equal(status, 0);
  else assert.ok(signal === 'SIGKILL' || status === 0);
  return told;
}

async function all(storage: Storage): Promise<readonly WorkItem[]> {
  return (await storage.work.list({ kinds: [WORK_KIND] }, { limit: 10_000 })).items;
}

/**
 * Eight processes drain one queue. Some hold an item until its lease has run out, so that two do it; each item still ends
 * well exactly once.
 */
export async function drainTogether(storage: Storage, start: StartTaker, count: number): Promise<void> {
  const ids = await fill(storage, count);
  const takers = Array.from({ length: 8 }, (_, i) => `taker ${i}`);
  const children = takers.map((owner) => start({ owner, leaseMs: 100, dawdleEvery: 10, hangsAt: 0 }));
  const told = await Promise.all(children.map((child) => follow(child)));
  const ended = told.flatMap((one) => one.ended);
  assert.deepEqual(ended.toSorted(), ids.toSorted());
  assert.ok(told.flatMap((one) => one.began).length > count, 'no lease ran out; the trial shows nothing');
  const items = await all(storage);
  assert.equal(items.length, count);
  for (const item of items) assert.deepEqual([item.state, item.error, item.result], ['completed', null, item.attempts]);
  await expectSound(storage);
}

/** A process is killed in the middle of its work: another one ends it as soon as the lease has run out. */
export async function killInTheMiddle(storage: Storage, start: StartTaker): Promise<void> {
  const [id = ''] = await fill(storage, 1);
  const leaseMs = 1500;
  const killed = await follow(start({ owner: 'killed', leaseMs, dawdleEvery: 0, hangsAt: 1 }), 1);
  assert.deepEqual(killed, { began: [id], ended: [] });
  assert.equal((await storage.work.get(id))?.owner, 'killed');
  assert.equal((await storage.work.get(id))?.state, 'running');
  const next = await follow(start({ ...QUICK, owner: 'next' }));
  assert.deepEqual(next, { began: [id], ended: [id] });
  const { state, attempts, error, result } = (await storage.work.get(id)) ?? {};
  assert.deepEqual({ state, attempts, error, result }, { state: 'completed', attempts: 2, error: null, result: 2 });
}

/** More than two takers end before they hang. */
const ITEMS_A_RUN = 18;

/**
 * Kills takers so often; in the end everything is done, and nothing that was told to be was done twice. A taker hangs a little
 * after it is to be killed: on a busy machine it would be done with everything before the kill comes.
 */
export async function killTakers(storage: Storage, start: StartTaker, runs: number): Promise<void> {
  const ids = await fill(storage, runs * ITEMS_A_RUN);
  const ended: string[] = [];
  for (let run = 1; run <= runs; run++) {
    const pair = [`one ${run}`, `other ${run}`].map((owner, i) => {
      const killAfter = 1 + ((run * 3 + i) % 7);
      return follow(start({ owner, leaseMs: 500, dawdleEvery: 0, hangsAt: killAfter + 2 }), killAfter);
    });
    for (const told of await Promise.all(pair)) ended.push(...told.ended);
    await expectSound(storage);
  }
  const rest = await follow(start({ ...QUICK, owner: 'rest' }));
  assert.ok(rest.ended.length > 0);
  ended.push(...rest.ended);
  assert.equal(new Set(ended).size, ended.length, 'told twice that it had ended');
  const items = await all(storage);
  assert.deepEqual(items.map((item) => item.id).toSorted(), ids.toSorted());
  assert.deepEqual(new Set(items.map((item) => item.state)), new Set(['completed']));
  await expectSound(storage);
}

/** The server of the store goes away twice under two takers. An end whose acknowledgement was lost is an end. */
export async function killServerOfTakers(
  storage: Storage,
  start: StartTaker,
  killServer: () => Promise<void>,
): Promise<void> {
  const ids = await fill(storage, 200);
  const ended: string[] = [];
  const takers = ['one', 'other'].map((owner) => start({ owner, leaseMs: 1000, dawdleEvery: 0, hangsAt: 0 }));
  for (const taker of takers) {
    taker.on('message', ({ event, id }: TakerNews) => void (event === 'ended' && ended.push(id)));
  }
  const ends = Promise.all(takers.map((taker) => follow(taker)));
  for (const share of [0.3, 0.6]) {
    while (ended.length < share * ids.length) await once(takers[0] as ChildProcess, 'message');
    await killServer();
  }
  await ends;
  assert.equal(new Set(ended).size, ended.length, 'told twice that it had ended');
  const items = await all(storage);
  assert.deepEqual(items.map((item) => item.id).toSorted(), ids.toSorted());
  for (const item of items) assert.deepEqual([item.state, item.error, item.result], ['completed', null, item.attempts]);
  await expectSound(storage);
}
