/** What the clauses about work are written with. */
import type { NewWork, Storage, WorkItem, WorkOutcome } from '@zapomni/core/ports';
import { nextId, NOW } from './fixtures.ts';

export const KIND = 'count sheep';

export function work(rest: Partial<NewWork> = {}): NewWork {
  return {
    id: nextId(),
    kind: KIND,
    workspace: null,
    payload: null,
    key: null,
    dueAt: NOW,
    priority: 0,
    maxAttempts: 3,
    everyMs: null,
    ...rest,
  };
}

export async function addWork(storage: Storage, rest: Partial<NewWork> = {}, at = NOW): Promise<WorkItem> {
  const [item] = await storage.work.add([work(rest)], at);
  if (!item) throw new Error('add answered nothing');
  return item;
}

export const LEASE = 100;

export function claimWork(storage: Storage, owner: string, now = NOW, limit = 10): Promise<WorkItem[]> {
  return storage.work.claim({ owner, until: now + LEASE, kinds: [KIND] }, limit, now);
}

/** The only one that is due. */
export async function claimOne(storage: Storage, owner: string, now = NOW): Promise<WorkItem> {
  const [item, ...others] = await claimWork(storage, owner, now);
  if (!item || others.length > 0) throw new Error('expected one item to be due');
  return item;
}

export const DONE: WorkOutcome = { end: 'completed', result: { sheep: 7 } };
export const WOLF = { code: 'MODEL_UNAVAILABLE', message: 'A wolf came.' };

export function idsOf(items: readonly WorkItem[]): string[] {
  return items.map((item) => item.id);
}
