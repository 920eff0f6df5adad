/** `zapomni backup --every 1d`, `--schedule` and `--stop`: backups that sessions make by themselves. */
import type { BackupSchedule } from '@zapomni/core';
import { ZapomniError } from '@zapomni/core/errors';
import type { WorkItem } from '@zapomni/core/ports';
import { toTask } from '@zapomni/mcp/views';
import { usageError, type Arguments } from '../arguments/arguments.ts';
import { interval, readInterval } from '../arguments/interval.ts';
import type { CommandContext } from '../commands/command.ts';
import { oneLine } from '../output/harmless.ts';
import { count, size } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { renderPairs } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { withApp, type Session } from '../session/with-app.ts';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';

const USUAL_KEPT = 7;
const WITHOUT_END = 2 ** 31 - 1;

/** Undefined where the command line speaks of no schedule. */
export function scheduleAction({ args }: CommandContext): ((context: CommandContext) => Promise<number>) | undefined {
  const asked = [
    args.text('every') === undefined ? '' : 'every',
    ...['schedule', 'stop'].filter((one) => args.has(one)),
  ];
  const [action, ...more] = asked.filter((one) => one !== '');
  if (action === undefined) return undefined;
  if (more.length > 0) throw usageError(`backup: --${action} and --${more[0]} do not go together.`);
  const wrong = ['from', 'overwrite'].find((one) => args.values[one] !== undefined);
  if (wrong !== undefined)
    throw usageError(`backup: --${action} is about the store in use; --${wrong} does not go with it.`);
  return action === 'every' ? schedule : action === 'stop' ? stop : list;
}

/** Null for the folder of the data folder. */
function folderOf(args: Arguments): string | null {
  const named = [...args.positionals, ...(args.text('to') === undefined ? [] : [args.text('to') as string])];
  if (named.length > 1) throw usageError('backup: name one folder.');
  return named[0] === undefined ? null : toAbsolute(named[0], thisMachine());
}

async function schedule(context: CommandContext): Promise<number> {
  const { args, terminal } = context;
  const everyMs = readInterval(args.text('every') ?? '', '--every');
  const request = { folder: folderOf(args), keep: args.count('keep', USUAL_KEPT, 10_000), everyMs };
  return withApp(context, async (session) => {
    const { task } = await session.app.backups.schedule(request);
    const made = await untilMade(session, task, terminal);
    // One that cannot be made now would fail every night: it is better said while the user is there.
    if (made.error) {
      await session.app.backups.stop(request.folder);
      throw new ZapomniError('INVALID_INPUT', `No schedule was made: ${made.error.message}`, {
        hint: 'Name a folder that may be written with --to.',
      });
    }
    const done = { ...request, task: made };
    if (args.has('json')) printJson(terminal, scheduleJson(done));
    else {
      terminal.print(describe(done, terminal));
      terminal.note('Made by whichever server runs when it is due; `zapomni backup --schedule` shows the last one.');
    }
    return 0;
  });
}

/** This process makes the first one, unless a server is quicker. */
async function untilMade({ app }: Session, asked: WorkItem, terminal: Terminal): Promise<WorkItem> {
  const bar = createProgressBar(terminal);
  const over = new AbortController();
  const onProgress = (item: WorkItem): void => {
    bar.update(item.progress.done, item.progress.total, item.progress.message);
    if (isTried(item, asked)) over.abort();
  };
  try {
    return await app.work.follow(asked.id, { waitMs: WITHOUT_END, onProgress, signal: over.signal });
  } finally {
    bar.clear();
  }
}

/** Since it was asked for: it may have been made, or have failed, before. */
function isTried({ state, endedAt, startedAt, error }: WorkItem, asked: WorkItem): boolean {
  const hasEnded = endedAt !== null && endedAt !== asked.endedAt;
  return state === 'queued' && (hasEnded || (error !== null && startedAt !== asked.startedAt));
}

async function list(context: CommandContext): Promise<number> {
  const { args, terminal } = context;
  return withApp(context, async ({ app }) => {
    const schedules = await app.backups.schedules();
    if (args.has('json')) printJson(terminal, { schedules: schedules.map(scheduleJson) });
    else if (schedules.length === 0)
      terminal.note('No backups are scheduled: `zapomni backup --every 1d` makes one a day.');
    else terminal.print(schedules.map((one) => describe(one, terminal)).join('\n\n'));
    return 0;
  });
}

async function stop(context: CommandContext): Promise<number> {
  const { args, terminal } = context;
  const folder = folderOf(args) ?? undefined;
  return withApp(context, async ({ app }) => {
    const ended = await app.backups.stop(folder);
    if (folder !== undefined && ended.length === 0)
      throw new ZapomniError('NOT_FOUND', 'No backups are scheduled to that folder.', {
        hint: '`zapomni backup --schedule` shows those that are.',
      });
    if (args.has('json')) printJson(terminal, { stopped: ended.map(scheduleJson) });
    else
      terminal.print(ended.length === 0 ? 'No backups were scheduled.' : `Ended ${count(ended.length, 'schedule')}.`);
    return 0;
  });
}

function scheduleJson({ folder, keep, everyMs, task }: BackupSchedule): object {
  return { folder, keep, every: interval(everyMs), ...toTask(task) };
}

function describe({ folder, keep, everyMs, task }: BackupSchedule, terminal: Terminal): string {
  const { state, due_at, ended_at, error, result, message } = toTask(task);
  return renderPairs(
    [
      ['Backup', `every ${interval(everyMs)}, the newest ${keep} are kept`],
      ['Folder', folder === null ? 'backups in the data folder' : oneLine(folder)],
      ['Last', result === undefined ? 'none yet' : lastOf(result as unknown as Made, error ? undefined : ended_at)],
      ['Failed', error ? `${oneLine(error.message)} It is tried again.` : ''],
      ['Next', state === 'running' ? `running: ${message ?? ''}` : (due_at ?? '')],
      ['Task', task.id],
    ],
    terminal,
  );
}

interface Made {
  readonly file: string;
  readonly bytes: number;
  readonly memories: number;
}

function lastOf({ file, bytes, memories }: Made, at: string | undefined): string {
  return `${oneLine(file)} (${count(memories, 'memory', 'memories')}, ${size(bytes)})${at ? `, made ${at}` : ''}`;
}
