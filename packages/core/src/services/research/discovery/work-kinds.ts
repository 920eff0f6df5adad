/** Kinds of work of discovery, apart from what each does: a process declares them before it has loaded anything of it. */
import { STALL_MS, type WorkKind } from '../../work/work-kind.ts';
import { SCHEDULE_KIND } from './schedule/wake-schedule.ts';

type Declared = Omit<WorkKind, 'run'>;

/** They wait for answers most of the time. */
const RUNS_AT_ONCE = 4;
/** A time to come is no reason to give up. */
const MOST_ATTEMPTS = 1_000_000_000;

export const RUN_WORK: Declared = { kind: 'discovery', concurrency: RUNS_AT_ONCE, aside: true, stallMs: STALL_MS };
export const DOWNLOAD_WORK: Declared = { kind: 'discovery_download', aside: true, stallMs: STALL_MS };
export const SCHEDULE_WORK: Declared = {
  kind: SCHEDULE_KIND,
  aside: true,
  persistent: true,
  maxAttempts: MOST_ATTEMPTS,
  stallMs: STALL_MS,
};

export const DISCOVERY_WORK: readonly Declared[] = [RUN_WORK, DOWNLOAD_WORK, SCHEDULE_WORK];
