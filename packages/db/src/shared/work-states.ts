/**
 * How an item of work goes from state to state, the same in every engine. An engine reads an item, lets one of these say what
 * becomes of it, and writes that down, in one transaction or only if nobody has changed it meanwhile.
 */
import type { NewWork, WorkClaim, WorkData, WorkError, WorkItem, WorkOutcome, WorkState } from '@zapomni/core/ports';

/** What was asked for while the item ran. */
interface Again {
  readonly payload: WorkData;
  readonly dueAt: number;
}

/** An item as an engine keeps it. */
export interface KeptWork extends WorkItem {
  readonly again: Again | null;
}

const NO_PROGRESS = { done: 0, total: 0, message: '' };
const IDLE = { owner: null, leaseUntil: null, cancelRequested: false, again: null };
const LEASE_RAN_OUT: WorkError = { code: 'TIMEOUT', message: 'Whoever did this work stopped answering.' };

export function newWork(draft: NewWork, at: number): KeptWork {
  return {
    ...draft,
    ...IDLE,
    state: 'queued',
    attempts: 0,
    progress: NO_PROGRESS,
    error: null,
    result: null,
    createdAt: at,
    startedAt: null,
    endedAt: null,
  };
}

export function isLive({ state }: { readonly state: WorkState }): boolean {
  return state === 'queued' || state === 'running';
}

/** For callers: without what only the engine needs. */
export function toWorkItem({ again, ...item }: KeptWork): WorkItem {
  void again;
  return item;
}

/** Somebody asks for what a live item does already. */
export function joinWork(item: KeptWork, { payload, dueAt }: NewWork): KeptWork {
  if (item.state === 'queued') return dueAt < item.dueAt ? { ...item, dueAt } : item;
  return { ...item, again: { payload, dueAt: Math.min(dueAt, item.again?.dueAt ?? dueAt) } };
}

export function beginWork(item: KeptWork, { owner, until }: WorkClaim, now: number): KeptWork {
  return {
    ...item,
    state: 'running',
    attempts: item.attempts + 1,
    owner,
    leaseUntil: until,
    startedAt: now,
    endedAt: null,
  };
}

export function isHeldBy(item: KeptWork, owner: string): boolean {
  return item.state === 'running' && item.owner === owner;
}

function hasLeaseAt({ state, leaseUntil }: KeptWork, at: number): boolean {
  return state === 'running' && leaseUntil !== null && leaseUntil > at;
}

/** Whoever held it let the lease run out. */
export function loseLease(item: KeptWork, at: number): KeptWork {
  return settleWork(item, { end: 'retry', error: LEASE_RAN_OUT, dueAt: item.dueAt }, at);
}

export function settleWork(item: KeptWork, outcome: WorkOutcome, at: number): KeptWork {
  const told: KeptWork = outcome.progress ? { ...item, progress: outcome.progress } : item;
  switch (outcome.end) {
    case 'completed':
      return complete({ ...told, error: null, result: outcome.result }, at);
    case 'failed':
      return end({ ...told, error: outcome.error }, 'failed', at);
    case 'cancelled':
      return end(told, 'cancelled', at);
    case 'release':
      return item.cancelRequested
        ? end(told, 'cancelled', at)
        : giveBack({ ...told, attempts: item.attempts - 1 }, outcome.dueAt);
    case 'retry':
      return retryLater({ ...told, error: outcome.error }, outcome.dueAt, at);
  }
}

function retryLater(item: KeptWork, dueAt: number, at: number): KeptWork {
  if (item.cancelRequested) return end(item, 'cancelled', at);
  return item.attempts < item.maxAttempts ? giveBack(item, dueAt) : end(item, 'failed', at);
}

function complete(item: KeptWork, at: number): KeptWork {
  if (item.everyMs === null || item.cancelRequested) return end(item, 'completed', at);
  const next = { payload: item.payload, dueAt: at + item.everyMs };
  const { payload, dueAt } = item.again ?? next;
  return beginAnew({ ...item, endedAt: at, payload }, Math.min(dueAt, next.dueAt));
}

function end(item: KeptWork, state: 'completed' | 'failed' | 'cancelled', at: number): KeptWork {
  const { again } = item;
  if (again) return beginAnew({ ...item, endedAt: at, payload: again.payload }, again.dueAt);
  return { ...item, ...IDLE, state, endedAt: at };
}

function beginAnew(item: KeptWork, dueAt: number): KeptWork {
  return { ...item, ...IDLE, state: 'queued', attempts: 0, progress: NO_PROGRESS, dueAt };
}

function giveBack(item: KeptWork, dueAt: number): KeptWork {
  const { payload, dueAt: asked } = item.again ?? { payload: item.payload, dueAt };
  return { ...item, ...IDLE, state: 'queued', payload, dueAt: Math.min(dueAt, asked) };
}

/** Ended ones stay as they are. */
export function cancelWork(item: KeptWork, at: number): KeptWork {
  if (!isLive(item)) return item;
  if (hasLeaseAt(item, at)) return { ...item, cancelRequested: true, again: null };
  return { ...item, ...IDLE, state: 'cancelled', endedAt: at };
}

/** For a failed or cancelled one. */
export function retryWork(item: KeptWork, at: number): KeptWork {
  return { ...beginAnew(item, at), endedAt: null };
}

export function canRetry({ state }: { readonly state: WorkState }): boolean {
  return state === 'failed' || state === 'cancelled';
}
