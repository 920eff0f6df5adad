/** Sees to it that somebody keeps the time, where there is a schedule at all. Loads nothing else of discovery. */
import type { Deps } from '../../../deps.ts';
import { isOfTheFuture } from '../../../work/clock-watch.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';

export const SCHEDULE_KIND = 'discovery_schedule';

/** One for the store; due when it is said, or earlier if it was. */
export async function wakeSchedule(runner: Pick<WorkRunner, 'ask'>, dueAt?: number): Promise<void> {
  await runner.ask({ kind: SCHEDULE_KIND, key: SCHEDULE_KIND, ...(dueAt === undefined ? {} : { dueAt }) });
}

/**
 * For whoever opens the store: it may have come out of a backup or another engine, without what waits in its queue; or it was left by somebody whose
 * clock was ahead.
 */
export async function resumeSchedules({ storage, logger, clock }: Deps, runner: WorkRunner): Promise<void> {
  try {
    const live = { kinds: [SCHEDULE_KIND], states: ['queued', 'running'] as const };
    const [item] = (await storage.work.list(live, { limit: 1 })).items;
    if (item) return isOfTheFuture(item, clock.now()) ? await wakeSchedule(runner) : undefined;
    for (const { id } of await storage.workspaces.list()) {
      const { items } = await storage.records.scan(id, { collection: 'discovery_schedules', limit: 1 });
      if (items.length > 0) return await wakeSchedule(runner);
    }
  } catch (error) {
    logger.log('warning', 'schedules_not_resumed', { error });
  }
}
