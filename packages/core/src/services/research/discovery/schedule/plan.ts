/** Schedules as records: made, brought up to date with queries, taken away. */
import type { RecordDelete, RecordPut } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { listQueries } from '../../queries/queries.ts';
import type { KeptQuery, Schedule } from '../../queries/query-record.ts';
import { schedulesOf } from '../store/index.ts';
import type { KeptSchedule, ScheduleRecord } from '../store/schedule-record.ts';
import { nextRun } from './next-time.ts';

/** Who has just made one may want to run it by hand first. */
const FIRST_MS = 60_000;
const PAGE = 500;

export function scheduleKey(of: ScheduleRecord['of'], id: string): string {
  return `${of}:${id}`;
}

/** Nothing for one that is only run when somebody says so. */
export function planSchedule(
  deps: Pick<Deps, 'storage' | 'clock' | 'random'>,
  of: ScheduleRecord['of'],
  id: string,
  { schedule }: { readonly schedule: Schedule | null },
): RecordPut[] {
  if (schedule === null) return [];
  const now = deps.clock.now();
  const first = 'every_hours' in schedule ? now + FIRST_MS : nextRun(schedule, now, deps.random());
  const record = { of, id, schedule, next_run: first, begun_at: null, failures: 0, off: null, off_since: null };
  return [schedulesOf(deps).writeFor(scheduleKey(of, id), record)];
}

export function dropSchedule(
  deps: Pick<Deps, 'storage' | 'clock'>,
  of: ScheduleRecord['of'],
  id: string,
): RecordDelete {
  return schedulesOf(deps).deletionOf(scheduleKey(of, id));
}

/** What queries say now: those that are followed have their schedule, no others. */
export async function syncQuerySchedules(deps: Deps, workspace: string): Promise<void> {
  const queries = (await listQueries(deps, workspace)).filter(({ value }) => value.active && value.schedule !== null);
  const kept = new Map((await allOf(deps, workspace, { prefix: 'query:' })).map((one) => [one.value.id, one]));
  const writes = queries
    .filter(({ key, value }) => !sameSchedule(kept.get(key), value.schedule))
    .flatMap(({ key, value }) => planSchedule(deps, 'query', key, value));
  const wanted = new Set(queries.map(({ key }: KeptQuery) => key));
  const gone = [...kept.keys()].filter((id) => !wanted.has(id)).map((id) => dropSchedule(deps, 'query', id));
  if (writes.length + gone.length > 0)
    await deps.storage.records.write(workspace, [...writes, ...gone], deps.clock.now());
}

function sameSchedule(kept: KeptSchedule | undefined, schedule: Schedule | null): boolean {
  return kept !== undefined && JSON.stringify(kept.value.schedule) === JSON.stringify(schedule);
}

export async function allOf(
  deps: Pick<Deps, 'storage' | 'clock'>,
  workspace: string,
  which: { readonly prefix: string } | { readonly index: 'by_next'; readonly from: number },
): Promise<KeptSchedule[]> {
  const found: KeptSchedule[] = [];
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await schedulesOf(deps).list(workspace, { ...which, limit: PAGE, ...place });
    found.push(...items);
    if (next === null) return found;
    cursor = next;
  }
}
