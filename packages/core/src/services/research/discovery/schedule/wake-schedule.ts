/** Sees to it that somebody keeps the time, where there is a schedule at all. Loads nothing else of discovery. */
import type { Deps } from '../../../deps.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';

export const SCHEDULE_KIND = 'discovery_schedule';

/** One for the store; due when it is said, or earlier if it was. */
export async function wakeSchedule(runner: Pick<WorkRunner, 'ask'>, dueAt?: number): Promise<void> {
  await runner.ask({ kind: SCHEDULE_KIND, key: SCHEDULE_KIND, ...(dueAt === undefined ? {} : { dueAt }) });
}

/** For whoever opens the store: it may have come out of a backup or another engine, without what waits in its queue. */
export async function resumeSchedules({ storage, logger }: Deps, runner: WorkRunner): Promise<void> {
  try {
    const live = { kinds: [SCHEDULE_KIND], states: ['queued', 'running'] as const };
    if ((await storage.work.list(live, { limit: 1 })).total > 0) return;
    for (const { id } of await storage.workspaces.list()) {
      const { items } = await storage.records.scan(id, { collection: 'discovery_schedules', limit: 1 });
      if (items.length > 0) return await wakeSchedule(runner);
    }
  } catch (error) {
    logger.log('warning', 'schedules_not_resumed', { error });
  }
}
