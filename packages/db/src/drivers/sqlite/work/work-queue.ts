/** The work queue, as a port. How an item goes from state to state is the same in every engine: `shared/work-states.ts`. */
import { changesOfProgress, changesOfWork, WORK_FORGOTTEN } from '@zapomni/core/model';
import type { NewWork, WorkItem, WorkProgress, WorkQueue } from '@zapomni/core/ports';
import {
  cancelWork,
  canRetry,
  isHeldBy,
  joinWork,
  newWork,
  retryWork,
  settleWork,
  toWorkItem,
  type KeptWork,
} from '../../../shared/work-states.ts';
import { logChanges, writeLogged } from '../change-log.ts';
import type { Database } from '../connection/database.ts';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { claimWork } from './claim-work.ts';
import { listWork } from './list-work.ts';
import { findLive, findWork, insertWork, updateLease, updateWork } from './work-rows.ts';

export function createWorkQueue(store: Store): Served<WorkQueue> {
  const { db } = store;
  /** Writes down what becomes of an item; null when there is none that it concerns. */
  const change = (id: string, next: (item: KeptWork) => KeptWork | null): WorkItem | null =>
    store.write(() => {
      const item = findWork(db, id);
      const changed = item && next(item);
      if (!changed) return null;
      if (changed === item) return toWorkItem(item);
      logChanges(store, changesOfWork([changed]));
      return toWorkItem(updateWork(db, changed));
    });
  return {
    add: (drafts, at) =>
      writeLogged(store, () => drafts.map((draft) => toWorkItem(addOne(db, draft, at))), changesOfWork),
    claim: (claim, limit, now) =>
      writeLogged(store, () => claimWork(db, claim, limit, now).map(toWorkItem), changesOfWork),
    extend: (owner, held, until) =>
      writeLogged(
        store,
        () => held.flatMap((one) => extendOne(db, owner, one, until)),
        (still) => changesOfProgress(still, held),
      ),
    settle: (owner, id, outcome, at) =>
      change(id, (item) => (isHeldBy(item, owner) ? settleWork(item, outcome, at) : null)),
    cancel: (id, at) => change(id, (item) => cancelWork(item, at)),
    retry: (id, at) => change(id, (item) => (canRetry(item) ? (findLive(db, item) ?? retryWork(item, at)) : item)),
    get: (id) => store.read(() => toItem(findWork(db, id))),
    list: (filter, page) => store.read(() => listWork(db, filter, page)),
    nextDue: (kinds) => store.read(() => nextDue(db, kinds)),
    prune: (before, kinds) =>
      writeLogged(
        store,
        () => prune(db, before, kinds),
        (count) => (count > 0 ? [WORK_FORGOTTEN] : []),
      ),
  };
}

function toItem(item: KeptWork | undefined): WorkItem | null {
  return item ? toWorkItem(item) : null;
}

function addOne(db: Database, draft: NewWork, at: number): KeptWork {
  const same = findWork(db, draft.id);
  if (same) return same;
  const live = findLive(db, draft);
  if (!live) return insertWork(db, newWork(draft, at));
  const joined = joinWork(live, draft);
  return joined === live ? live : updateWork(db, joined);
}

function extendOne(
  db: Database,
  owner: string,
  { id, progress }: { readonly id: string; readonly progress?: WorkProgress },
  until: number,
): { id: string; cancelRequested: boolean }[] {
  const item = findWork(db, id);
  if (!item || !isHeldBy(item, owner)) return [];
  updateLease(db, { ...item, leaseUntil: until, ...(progress ? { progress } : {}) });
  return [{ id, cancelRequested: item.cancelRequested }];
}

function prune(db: Database, before: number, kinds: readonly string[] | undefined): number {
  const which = kinds ? 'AND kind IN (SELECT value FROM json_each(?))' : '';
  const params = kinds ? [before, JSON.stringify(kinds)] : [before];
  return db.run(`DELETE FROM work WHERE place = 2 AND moment < ? ${which}`, ...params).changes;
}

function nextDue(db: Database, kinds: readonly string[]): number | null {
  const times = kinds.flatMap((kind) => [
    db.value<number | null>(`SELECT min(due_at) FROM work WHERE state = 'queued' AND kind = ?`, kind),
    db.value<number | null>(`SELECT min(lease_until) FROM work WHERE state = 'running' AND kind = ?`, kind),
  ]);
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 ? null : Math.min(...known);
}
