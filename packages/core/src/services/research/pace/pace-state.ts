/**
 * How a host stands with us, as plain data: when it may be asked next, who is asking it, whether it wants to be left alone, what is left of
 * the day's budget. Every change is a function from one state to the next, so that any process may make it on what it read last.
 */
import { z } from 'zod';
import type { PaceOutcome, PaceRules } from '../../../ports/index.ts';

export const paceState = z.strictObject({
  next_at: z.number(),
  /** Requests under way; one whose process died counts until then. */
  under_way: z.array(z.strictObject({ id: z.string(), until: z.number() })),
  rests_until: z.number(),
  /** In a row. */
  refusals: z.number(),
  /** In a row, without any answer. */
  failures: z.number().default(0),
  said: z.strictObject({ min_interval_ms: z.number().nullable(), concurrency: z.number().nullable() }),
  budget: z.strictObject({ spent: z.number(), left: z.number().nullable(), resets_at: z.number() }),
});
export type PaceState = z.output<typeof paceState>;

export const UNKNOWN_HOST: PaceState = {
  next_at: 0,
  under_way: [],
  rests_until: 0,
  refusals: 0,
  failures: 0,
  said: { min_interval_ms: null, concurrency: null },
  budget: { spent: 0, left: null, resets_at: 0 },
};

export type PaceWait = 'pace' | 'rest' | 'failing' | 'budget';
export type Grant =
  | { readonly state: PaceState }
  /** Not before `until`; who waits for others to be done looks again then. */
  | { readonly until: number; readonly why: PaceWait };

export interface GrantRequest {
  readonly id: string;
  readonly cost: number;
  readonly now: number;
  /** It is part of a request that has a turn already. */
  readonly isWithin?: boolean;
}

/** Longer than any request may take. */
const LEASE_MS = 120_000;
const DAY_MS = 86_400_000;
/** So often is looked whether others are done. */
export const SOONEST_LOOK_MS = 25;
const LATEST_LOOK_MS = 500;
const FIRST_REST_MS = 1000;
/** From so many refusals in a row on, or so many requests without an answer, the host is left alone for longer, and twice as long from the next one on. */
const OPENS_AFTER = 3;
const OPEN_MS = 60_000;
const LONGEST_REST_MS = DAY_MS;

export function grant(before: PaceState, rules: PaceRules, { id, cost, now, isWithin = false }: GrantRequest): Grant {
  const { intervalMs, concurrency } = inForce(before, rules);
  const budget = ofToday(before.budget, now);
  const left = budget.left ?? (rules.perDay === undefined ? Infinity : rules.perDay - budget.spent);
  if (cost > left) return { until: budget.resets_at, why: 'budget' };
  if (before.rests_until > now)
    return { until: before.rests_until, why: before.failures >= OPENS_AFTER ? 'failing' : 'rest' };
  if (before.next_at > now) return { until: before.next_at, why: 'pace' };
  const others = before.under_way.filter((turn) => turn.until > now);
  if (!isWithin && others.length >= concurrency) return { until: now + lookAfter(intervalMs), why: 'pace' };
  const spent = { ...budget, spent: budget.spent + cost, left: budget.left === null ? null : budget.left - cost };
  const underWay = isWithin ? others : [...others, { id, until: now + LEASE_MS }];
  return { state: { ...before, next_at: now + intervalMs, under_way: underWay, budget: spent } };
}

/** The request is over. */
export function finish(
  before: PaceState,
  rules: PaceRules,
  { id, now, outcome }: { readonly id: string; readonly now: number; readonly outcome: PaceOutcome },
): PaceState {
  const { refused, failed, givenUp, learned = {} } = outcome;
  const said = {
    min_interval_ms: learned.minIntervalMs ?? before.said.min_interval_ms,
    concurrency: learned.concurrency ?? before.said.concurrency,
  };
  const { intervalMs, concurrency } = inForce({ ...before, said }, rules);
  const refusals = refused ? before.refusals + 1 : givenUp ? before.refusals : 0;
  const failures = failed ? before.failures + 1 : givenUp ? before.failures : 0;
  return {
    ...before,
    under_way: before.under_way.filter((turn) => turn.id !== id && turn.until > now),
    // When the request reached the host nobody knows; that it has ended is sure.
    next_at: concurrency === 1 ? Math.max(before.next_at, now + intervalMs) : before.next_at,
    rests_until: Math.max(
      before.rests_until,
      refused ? now + restMs(refused, refusals, intervalMs) : 0,
      failed ? now + breakerMs(failures) : 0,
    ),
    refusals,
    failures,
    said,
    budget: learned.budget
      ? { ...before.budget, left: learned.budget.left, resets_at: learned.budget.resetsAt }
      : before.budget,
  };
}

export function inForce({ said }: PaceState, rules: PaceRules): { intervalMs: number; concurrency: number } {
  return {
    intervalMs: Math.max(rules.minIntervalMs, said.min_interval_ms ?? 0),
    concurrency: Math.max(1, Math.min(rules.concurrency, said.concurrency ?? rules.concurrency)),
  };
}

/** Days are those of UTC, unless the service said when its own ends. */
function ofToday(budget: PaceState['budget'], now: number): PaceState['budget'] {
  if (now < budget.resets_at) return budget;
  return { spent: 0, left: null, resets_at: (Math.floor(now / DAY_MS) + 1) * DAY_MS };
}

function restMs({ retryAfterMs }: { retryAfterMs?: number }, refusals: number, intervalMs: number): number {
  const asked = retryAfterMs ?? Math.max(FIRST_REST_MS, intervalMs) * 2 ** (Math.min(refusals, OPENS_AFTER) - 1);
  return Math.min(LONGEST_REST_MS, Math.max(asked, breakerMs(refusals)));
}

function breakerMs(inARow: number): number {
  return inARow < OPENS_AFTER ? 0 : OPEN_MS * (inARow === OPENS_AFTER ? 1 : 2);
}

function lookAfter(intervalMs: number): number {
  return Math.min(LATEST_LOOK_MS, Math.max(SOONEST_LOOK_MS, intervalMs / 4));
}
