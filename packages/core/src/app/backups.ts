/** Backups that are made by themselves, as the user orders them. */
import { invalidField } from '../errors/index.ts';
import type { WorkItem } from '../ports/index.ts';
import {
  askForBackup,
  askForBackups,
  BACKUP_KIND,
  scheduledBackup,
  type ScheduledBackup,
} from '../services/backup/scheduled-backups.ts';
import type { Deps } from '../services/deps.ts';
import type { WorkRunner } from '../services/work/work-runner.ts';

const MINUTE_MS = 60_000;
const LONGEST_MS = 366 * 86_400_000;
const MOST_SCHEDULES = 100;

export interface BackupSchedule extends ScheduledBackup {
  readonly everyMs: number;
  /** How it is just now, what the last one was, and why one failed. */
  readonly task: WorkItem;
}

export interface BackupCalls {
  /** Has one made now, in the background, into the folder of backups of the data folder. */
  now(): Promise<WorkItem>;
  /**
   * Has a backup made now, and again so long after each: by this process while it is there, by any session later. `folder` is what
   * the user named on this machine; null for the folder of backups of the data folder. It takes the place of the one that went there before.
   */
  schedule(request: ScheduledBackup & { readonly everyMs: number }): Promise<BackupSchedule>;
  schedules(): Promise<BackupSchedule[]>;
  /** Of one folder, or of all of them; says which. Backups that were made stay. */
  stop(folder?: string | null): Promise<BackupSchedule[]>;
}

export function createBackupCalls({ storage, backups }: Deps, runner: WorkRunner): BackupCalls {
  const schedules = async (): Promise<BackupSchedule[]> => {
    const live = { kinds: [BACKUP_KIND], states: ['running', 'queued'] as const };
    const { items } = await storage.work.list(live, { limit: MOST_SCHEDULES });
    return items.filter(({ everyMs }) => everyMs !== null).map((task) => toSchedule(runner.shown(task)));
  };
  return {
    now: () => askForBackup(runner),
    schedules,
    async schedule({ folder, keep, everyMs }) {
      if (!Number.isInteger(everyMs) || everyMs < MINUTE_MS || everyMs > LONGEST_MS)
        throw invalidField('every', 'must be from a minute to a year');
      if (folder !== null) await backups.allow(folder);
      const before = await schedules();
      const task = await askForBackups(runner, { folder, keep }, everyMs);
      for (const one of before) if (one.folder === folder && one.task.id !== task.id) await runner.cancel(one.task.id);
      return toSchedule(task);
    },
    async stop(folder) {
      const ended = (await schedules()).filter((one) => folder === undefined || one.folder === folder);
      for (const { task, folder: named } of ended) {
        await runner.cancel(task.id);
        if (named !== null) await backups.forbid(named);
      }
      return ended;
    },
  };
}

function toSchedule(task: WorkItem): BackupSchedule {
  return { ...scheduledBackup(task), everyMs: task.everyMs ?? 0, task };
}
