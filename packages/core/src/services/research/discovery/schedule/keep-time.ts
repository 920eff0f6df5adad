/**
 * One item of work for the whole store sees to it that what is due is begun; a thousand sources cost no more than one while they wait.
 *
 *   asleep until the next is due ──► who is due? ──► a run is asked for ──► its next time is written down ──┐
 *      ▲                               └ may not be asked from here: another process may                    │
 *      └────────────────────────────────────────────────────────────────────────────────────────────────────┘
 *
 * What was missed while nobody was there is due once, not once for each time. The item is not part of what is exported: whoever opens a store
 * with schedules asks for it.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { WorkLater, type WorkControl } from '../../../work/work-kind.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';
import type { OpenFinder } from '../finders/opened-source.ts';
import { schedulesOf, sourcesOf } from '../store/index.ts';
import type { KeptSchedule } from '../store/schedule-record.ts';
import type { KeptSource } from '../store/source-record.ts';
import { sourcesFor } from '../run/wanting.ts';
import { SCHEDULE_WORK } from '../work-kinds.ts';
import { HOUR_MS, latestBySchedule, nextRun, nextTime, SURELY_MEANT_MS } from './next-time.ts';
import { allOf, dropSchedule, syncQuerySchedules } from './plan.ts';

/** It looks at least so often: queries may have come with a schedule, and clocks are set. */
const LONGEST_SLEEP_MS = HOUR_MS;
/** When something is due that this process may not ask, how soon another may. */
const GIVEN_BACK_MS = 5 * 60_000;
const PAGE = 200;

export interface KeepingTime {
  readonly open: OpenFinder;
  /** Resolves when it is queued. */
  askRun(workspace: string, source: KeptSource, query: string | null): Promise<unknown>;
}

export function registerSchedule(deps: Deps, runner: Pick<WorkRunner, 'register'>, parts: KeepingTime): void {
  let mendedAt = -Infinity;
  runner.register({
    ...SCHEDULE_WORK,
    run: async (_item, control) => {
      const now = deps.clock.now();
      const isTimeToMend = Math.abs(now - mendedAt) >= HOUR_MS;
      if (isTimeToMend) mendedAt = now;
      const next = await keepTime(deps, parts, control, isTimeToMend);
      if (next === null) return null;
      throw new WorkLater(next);
    },
  });
}

/** When to look again; null when nothing has a schedule. */
export async function keepTime(
  deps: Deps,
  parts: KeepingTime,
  { signal }: Pick<WorkControl, 'signal'>,
  mend: boolean,
): Promise<number | null> {
  const times: number[] = [];
  for (const { id } of await deps.storage.workspaces.list()) {
    signal.throwIfAborted();
    await syncQuerySchedules(deps, id);
    if (mend) await mendAstray(deps, id);
    const isWaiting = await beginDue(deps, parts, id, signal);
    const now = deps.clock.now();
    const next = await firstAfter(deps, id, now);
    if (next !== null) times.push(Math.min(next, now + LONGEST_SLEEP_MS));
    if (isWaiting) times.push(now + GIVEN_BACK_MS * (1 + deps.random()));
  }
  return times.length === 0 ? null : Math.min(...times);
}

async function firstAfter(deps: Deps, workspace: string, now: number): Promise<number | null> {
  const { items } = await schedulesOf(deps).list(workspace, { index: 'by_next', from: now + 1, limit: 1 });
  return items[0]?.value.next_run ?? null;
}

/** True when something is due that may not be asked from here. */
async function beginDue(deps: Deps, parts: KeepingTime, workspace: string, signal: AbortSignal): Promise<boolean> {
  let isWaiting = false;
  const due = { index: 'by_next' as const, from: 0, to: deps.clock.now() + 1, limit: PAGE };
  for (let cursor: string | undefined; ;) {
    const { items, next } = await schedulesOf(deps).list(workspace, cursor === undefined ? due : { ...due, cursor });
    for (const one of items) {
      signal.throwIfAborted();
      if (!(await begin(deps, parts, workspace, one))) isWaiting = true;
    }
    if (next === null) return isWaiting;
    cursor = next;
  }
}

async function begin(deps: Deps, parts: KeepingTime, workspace: string, due: KeptSchedule): Promise<boolean> {
  const { of, id, schedule } = due.value;
  const sources =
    of === 'source' ? await sourcesOf(deps).getMany(workspace, [id]) : await sourcesFor(deps, workspace, id);
  const now = deps.clock.now();
  if (of === 'source' && sources.length === 0) {
    await deps.storage.records.write(workspace, [dropSchedule(deps, of, id)], now);
    return true;
  }
  const allowed = await onlyAllowed(parts.open, workspace, sources);
  if (allowed.length === 0 && sources.length > 0) return false;
  // Of a query's sources those that have been looked at since by another way have been looked at.
  const wanted =
    of === 'source' ? allowed : allowed.filter(({ value }) => isDueAgain(schedule, value.last?.started_at, now));
  for (const source of wanted) await parts.askRun(workspace, source, of === 'query' ? id : null);
  await moveOn(deps, workspace, due, now);
  return true;
}

function isDueAgain(schedule: KeptSchedule['value']['schedule'], last: number | undefined, now: number): boolean {
  // Half a period: its own run may have come a little before.
  if (last === undefined || last > now) return true;
  const next = nextTime(schedule, last);
  return next !== null && now - last >= (next - last) / 2;
}

async function onlyAllowed(open: OpenFinder, workspace: string, sources: readonly KeptSource[]): Promise<KeptSource[]> {
  const opened = await Promise.all(sources.map((source) => open(workspace, source)));
  return sources.filter((_, i) => opened[i]?.isOn);
}

/** From now on, not from when it was due. Somebody else may have moved it; then it has been. */
async function moveOn(
  deps: Deps,
  workspace: string,
  { key, value, version }: KeptSchedule,
  now: number,
): Promise<void> {
  const next_run = nextRun(value.schedule, now, deps.random());
  try {
    await schedulesOf(deps).put(workspace, key, { ...value, begun_at: now, next_run }, { ifVersion: version });
  } catch (error) {
    if (toZapomniError(error).code !== 'CONFLICT') throw error;
  }
}

/** The clock was ahead when these were written down, and has been set right since. What is due within a day is not looked at. */
async function mendAstray(deps: Deps, workspace: string): Promise<void> {
  const now = deps.clock.now();
  const later = await allOf(deps, workspace, { index: 'by_next', from: now + SURELY_MEANT_MS });
  const latest = latestBySchedule(now);
  for (const one of later) {
    const { next_run: next, schedule } = one.value;
    if (next !== null && next > (latest(schedule) ?? next)) await moveOn(deps, workspace, one, now);
  }
}
