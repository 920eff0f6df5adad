/** The work queue, as a port. How an item goes from state to state is the same in every engine: `shared/work-states.ts`. */
import { changesOfProgress, changesOfWork, WORK_FORGOTTEN, type StoreChange } from '@zapomni/core/model';
import type { HeldWork, NewWork, WorkItem, WorkProgress, WorkQueue } from '@zapomni/core/ports';
import {
  cancelWork,
  canRetry,
  isHeldBy,
  retryWork,
  settleWork,
  toWorkItem,
  type KeptWork,
} from '../../../shared/work-states.ts';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { fromSortable } from '../sortable.ts';
import type { Store } from '../store.ts';
import { addWork } from './add-work.ts';
import { claimWork } from './claim-work.ts';
import { listWork } from './list-work.ts';
import { dueOf, endedBefore, endOf, keyOf, leasesOf, listedIn } from './tables.ts';
import { changeWork, readWork } from './work-rows.ts';

export function createWorkQueue({ store }: Context): WorkQueue {
  const change = async (id: string, next: (item: KeptWork) => KeptWork | null): Promise<WorkItem | null> => {
    const { item, isChanged } = await changeOne(store, id, next);
    if (item && isChanged) await announce(store, changesOfWork([item]));
    return item && toWorkItem(item);
  };
  return {
    add: (drafts, at) => told(store, async () => (await addWork(store, drafts, at)).map(toWorkItem), changesOfWork),
    claim: (claim, limit, now) =>
      told(store, async () => (await claimWork(store, claim, limit, now)).map(toWorkItem), changesOfWork),
    extend: (owner, held, until) =>
      told(
        store,
        () => extend(store, owner, held, until),
        (still) => changesOfProgress(still, held),
      ),
    settle: (owner, id, outcome, at) =>
      change(id, (item) => (isHeldBy(item, owner) ? settleWork(item, outcome, at) : null)),
    cancel: (id, at) => change(id, (item) => cancelWork(item, at)),
    retry: (id, at) => retry(store, id, at),
    get: async (id) => {
      const found = (await readWork(store, [id])).get(id);
      return found ? toWorkItem(found.item) : null;
    },
    list: (filter, page) => listWork(store, filter, page),
    nextDue: (kinds) => nextDue(store, kinds),
    prune: (before, kinds) =>
      told(
        store,
        () => prune(store, before, kinds),
        (count) => (count > 0 ? [WORK_FORGOTTEN] : []),
      ),
  };
}

/** A piece of work, and then what it changed made known to the others. */
async function told<Result>(
  store: Store,
  work: () => Promise<Result>,
  changes: (result: Result) => readonly StoreChange[],
): Promise<Result> {
  const result = await work();
  const news = changes(result);
  if (news.length > 0) await announce(store, news);
  return result;
}

interface Changed {
  /** Null when there is none that it concerns. */
  readonly item: KeptWork | null;
  readonly isChanged: boolean;
}

/** Writes down what becomes of an item. */
async function changeOne(store: Store, id: string, next: (item: KeptWork) => KeptWork | null): Promise<Changed> {
  for (;;) {
    const before = (await readWork(store, [id])).get(id);
    const item = before && next(before.item);
    if (!item) return { item: null, isChanged: false };
    if (item === before.item) return { item, isChanged: false };
    const made = await changeWork(store, [{ before, after: { number: before.number, item } }], 'all');
    if (made.length > 0) return { item, isChanged: true };
  }
}

async function extend(
  store: Store,
  owner: string,
  held: readonly { readonly id: string; readonly progress?: WorkProgress }[],
  until: number,
): Promise<HeldWork[]> {
  const kept = await Promise.all(
    held.map(({ id, progress }) =>
      changeOne(store, id, (item) =>
        isHeldBy(item, owner) ? { ...item, leaseUntil: until, ...(progress ? { progress } : {}) } : null,
      ),
    ),
  );
  return kept.flatMap(({ item }) => (item ? [{ id: item.id, cancelRequested: item.cancelRequested }] : []));
}

/** Where a live one has its key, the script refuses, and that one is found. */
async function retry(store: Store, id: string, at: number): Promise<WorkItem | null> {
  for (;;) {
    const before = (await readWork(store, [id])).get(id);
    if (!before) return null;
    if (!canRetry(before.item)) return toWorkItem(before.item);
    const live = await findLive(store, before.item);
    if (live) return toWorkItem(live);
    const item = retryWork(before.item, at);
    const made = await changeWork(store, [{ before, after: { number: before.number, item } }], 'all');
    if (made.length === 0) continue;
    await announce(store, changesOfWork([item]));
    return toWorkItem(item);
  }
}

async function findLive(store: Store, item: NewWork): Promise<KeptWork | undefined> {
  const key = keyOf(item);
  if (key === null) return undefined;
  const [id = null] = await store.command('none', ['HGET', store.names.work.keys, key]);
  return typeof id === 'string' ? (await readWork(store, [id])).get(id)?.item : undefined;
}

async function nextDue(store: Store, kinds: readonly string[]): Promise<number | null> {
  const starts = kinds.flatMap((kind) => [dueOf(kind), leasesOf(kind)]);
  if (starts.length === 0) return null;
  const commands = starts.map((start) => firstFrom(store, `[${start}`, `(${endOf(start)}`, 1));
  const replies = await store.command('none', ...commands);
  const times = replies.flatMap((reply, i) => {
    const [member] = reply as string[];
    const start = (starts[i] as string).length;
    return member === undefined ? [] : [fromSortable(member.slice(start, start + 16))];
  });
  return times.length === 0 ? null : Math.min(...times);
}

function firstFrom({ names }: Store, from: string, to: string, count: number): string[] {
  return ['ZRANGE', names.work.order, from, to, 'BYLEX', 'LIMIT', '0', String(count)];
}

const PORTION = 500;

/** Goes from member to member, past those of other kinds. */
async function prune(store: Store, before: number, kinds: readonly string[] | undefined): Promise<number> {
  const [start, end] = endedBefore(before);
  let from = `[${start}`;
  for (let forgotten = 0; ;) {
    const [reply = null] = await store.command('none', firstFrom(store, from, `(${end}`, PORTION));
    const members = reply as string[];
    const wanted = members.map(listedIn).filter(({ kind }) => kinds?.includes(kind) ?? true);
    const found = await readWork(
      store,
      wanted.map(({ id }) => id),
    );
    const changes = Array.from(found.values(), (one) => ({ before: one, after: undefined }));
    forgotten += (await changeWork(store, changes, changes.length)).length;
    if (members.length < PORTION) return forgotten;
    from = `(${members.at(-1) ?? ''}`;
  }
}
