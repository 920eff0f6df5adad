/**
 * Backups that come back by themselves. A schedule is an item of work that recurs: it is kept in the store, and whichever session
 * is there makes the backup when it is due.
 *
 *   every day ──► due ──► made ──► due a day later
 *                  ▲        └─ failed: says why, is tried again, less and less often
 *                  └─ nobody was there for a week: one, not seven
 *
 * An engine on a server has sessions on several machines. Only where the user named the folder may it be written, so the others
 * give the item back.
 */
import { z } from 'zod';
import type { BackupFolder, WorkData, WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { STALL_MS, WorkLater, type WorkControl } from '../work/work-kind.ts';
import type { WorkRunner } from '../work/work-runner.ts';
import { backupName } from './backup-format.ts';
import { makeBackup, type BackupProgress } from './make-backup.ts';
import { rotateBackups } from './rotate-backups.ts';

export const BACKUP_KIND = 'backup';
/** A disk may be away for a month; that is no reason to give up on it. */
const MOST_ATTEMPTS = 1_000_000_000;
const BACKOFF = { firstMs: 60_000, mostMs: 3_600_000 };
/** What somebody waits for comes first. */
const PRIORITY = -1;
/** How soon another machine may have it. */
const GIVEN_BACK_MS = 60_000;
const KEEP_ALL = Number.MAX_SAFE_INTEGER;
/** Whoever asks while one is being made gets that one. */
const ONCE = 'once';

const payloadSchema = z.strictObject({
  /** Null for the folder of backups of the data folder. */
  folder: z.string().nullable(),
  keep: z.int().min(1),
});

export type ScheduledBackup = z.infer<typeof payloadSchema>;

export function registerBackups(deps: Deps, runner: WorkRunner): void {
  runner.register({
    kind: BACKUP_KIND,
    maxAttempts: MOST_ATTEMPTS,
    persistent: true,
    backoff: BACKOFF,
    stallMs: STALL_MS,
    run: (item, control) => run(deps, item, control),
  });
}

/** One for a folder, interval and number each: asking for it again has it made at once. */
export function askForBackups(runner: WorkRunner, payload: ScheduledBackup, everyMs: number): Promise<WorkItem> {
  const key = JSON.stringify([payload.folder, everyMs, payload.keep]);
  return runner.ask({ kind: BACKUP_KIND, key, payload, everyMs, priority: PRIORITY });
}

/** Once, into the folder of backups of the data folder, where all that are there stay. */
export function askForBackup(runner: WorkRunner): Promise<WorkItem> {
  return runner.ask({ kind: BACKUP_KIND, payload: { folder: null, keep: KEEP_ALL }, key: ONCE, priority: PRIORITY });
}

export function scheduledBackup({ payload }: WorkItem): ScheduledBackup {
  return payloadSchema.parse(payload);
}

async function run(deps: Deps, item: WorkItem, control: WorkControl): Promise<WorkData> {
  const { folder, keep } = scheduledBackup(item);
  const { clock, random, backups } = deps;
  const shelf = await backups.open(folder);
  if (shelf === null) {
    control.progress(0, 0, 'waits for the machine on which its folder was named');
    throw new WorkLater(clock.now() + GIVEN_BACK_MS * (1 + random()));
  }
  return makeOne(deps, shelf, keep, control);
}

async function makeOne(deps: Deps, folder: BackupFolder, keep: number, control: WorkControl): Promise<WorkData> {
  const now = deps.clock.now();
  const file = backupName(now);
  const { manifest, bytes } = await makeBackup(deps, folder.file(file), {
    signal: control.signal,
    onProgress: ({ stage, done, total }) => control.progress(done, total, STAGES[stage]),
  });
  const removed = await rotateBackups(folder, { keep, now });
  return {
    file,
    bytes,
    memories: manifest.parts.memories.count,
    blobs: manifest.blobs.count,
    missing_blobs: manifest.blobs.missing,
    one_moment: manifest.moment,
    removed,
  };
}

const STAGES = {
  records: 'backing up entries',
  blobs: 'backing up blobs',
  checking: 'reading it back',
} as const satisfies Record<BackupProgress['stage'], string>;
