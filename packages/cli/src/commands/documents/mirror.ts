/** `zapomni mirror`: memories as notes in a folder, both ways. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { MirrorReport, MirrorRequest } from '@zapomni/core/mirror';
import { toMirrorReport } from '@zapomni/mcp/views';
import type { Arguments } from '../../arguments/arguments.ts';
import { confirmed } from '../../output/ask.ts';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { reportError } from '../../output/report-error.ts';
import type { Terminal } from '../../output/terminal.ts';
import { settleEmbeddings } from '../../session/settle-embeddings.ts';
import { withWorkspace, type Session } from '../../session/with-app.ts';
import { allowingFolder } from '../../settings/allowing-folder.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const CLIENT = 'command line';
const DAY_MS = 86_400_000;
const GRACE_DAYS = 7;
const MOST_DAYS = 3650;
const MARKER = '.zapomni-mirror.json';
const REFUSED = 1;

export const spec: CommandSpec = {
  name: 'mirror',
  summary:
    'Keep memories as Markdown notes in a folder: what is edited there changes the memory, and the other way round.',
  usage: ['zapomni mirror FOLDER', 'zapomni mirror FOLDER --watch'],
  options: {
    watch: { type: 'boolean', about: 'Go on, and follow each change on both sides.' },
    'dry-run': { type: 'boolean', about: 'Only say what would be done.' },
    delete: { type: 'boolean', about: 'Delete memories whose notes are gone now, without waiting.' },
    grace: { type: 'string', value: 'DAYS', about: `Else wait so long before that; ${GRACE_DAYS} if not said.` },
    new: { type: 'boolean', about: 'Begin anew with a folder that was a mirror and has lost its marker.' },
    yes: { type: 'boolean', short: 'y', about: 'Take in the notes that a new mirror finds, without asking.' },
  },
  examples: ['zapomni mirror ~/notes', 'zapomni mirror ~/vault/memory --watch', 'zapomni mirror ~/notes --dry-run'],
};

export const run: Command = async (context) => {
  const { args } = context;
  const folder = prepare(toAbsolute(args.one('folder'), thisMachine()), args.has('dry-run'));
  const settings = allowingFolder(context.settings, nearest(folder));
  return withWorkspace({ ...context, settings }, async (session) => {
    const request = toRequest(args, session, folder);
    if (!(await mayTakeIn(context, session, request))) return REFUSED;
    return args.has('watch') && request.dryRun !== true
      ? watch(context, session, request)
      : once(context, session, request);
  });
};

function prepare(folder: string, isDry: boolean): string {
  if (!isDry) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** Of a folder that is still to be made, the one above it. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}

function toRequest(args: Arguments, { workspace }: Session, folder: string): MirrorRequest {
  if (args.has('delete') && args.text('grace') !== undefined) throw invalidField('--grace', 'contradicts --delete');
  const days = args.has('delete') ? 0 : args.count('grace', GRACE_DAYS, MOST_DAYS);
  const asked = { dryRun: args.has('dry-run'), beginAnew: args.has('new') };
  return { workspace, folder, client: CLIENT, graceMs: days * DAY_MS, ...asked };
}

/** A folder that holds notes already may be a slip of the pen, and each of them would get a line. */
async function mayTakeIn(
  { args, terminal }: CommandContext,
  { app }: Session,
  request: MirrorRequest,
): Promise<boolean> {
  if (args.has('yes') || request.dryRun === true || existsSync(path.join(request.folder, MARKER))) return true;
  const { added } = await app.mirror.sync({ ...request, dryRun: true });
  if (added === 0) return true;
  const notes = count(added, 'note');
  if (!terminal.canAsk)
    throw new ZapomniError('FORBIDDEN', `The folder holds ${notes} that would be taken into memory.`, {
      hint: 'Add --yes if that is meant; each gets a line with its id. --dry-run shows what would be done.',
    });
  return confirmed(terminal, `The folder holds ${notes}. Take them into memory, and write an id into each?`);
}

async function once({ args, terminal }: CommandContext, session: Session, request: MirrorRequest): Promise<number> {
  const bar = createProgressBar(terminal);
  const onProgress: MirrorRequest['onProgress'] = ({ done, total }) =>
    bar.update(done, total, `${done} of ${count(total, 'note')}`);
  const sync = (graceMs: number) => session.app.mirror.sync({ ...request, graceMs, onProgress }).finally(bar.clear);
  let report = await sync(request.graceMs);
  const { missing } = report;
  if (missing.length > 0 && terminal.canAsk && !args.has('json') && request.dryRun !== true) {
    show(report, terminal);
    const question = `${count(missing.length, 'note is', 'notes are')} gone. Delete what they said, too?`;
    if (!(await confirmed(terminal, question))) return 0;
    report = await sync(0);
  }
  await settleEmbeddings(session, terminal, Promise.resolve({ embedded: report.passages === 0 }));
  if (args.has('json')) printJson(terminal, toMirrorReport(report));
  else show(report, terminal);
  return 0;
}

/** Until a signal: Ctrl-C is handled as with every command. */
async function watch({ args, terminal }: CommandContext, { app }: Session, request: MirrorRequest): Promise<number> {
  const life = new AbortController();
  const stop = (): void => life.abort();
  process.once('SIGTERM', stop);
  // What waits for the folder and the store keeps no process alive by itself.
  const alive = setInterval(() => undefined, DAY_MS);
  const onReport = (report: MirrorReport): void =>
    args.has('json') ? terminal.print(JSON.stringify(toMirrorReport(report))) : show(report, terminal);
  const onTrouble = (error: unknown): void => void reportError(error, terminal, undefined);
  try {
    void app.resume();
    await app.mirror.watch({ ...request, signal: life.signal, onReport, onTrouble });
    return 0;
  } finally {
    clearInterval(alive);
    process.off('SIGTERM', stop);
  }
}

const SHOWN = 20;

function show(report: MirrorReport, { print, note }: Terminal): void {
  const { written, updated, added, moved, removed, deleted, unchanged, missing, conflicts, forgotten, skipped } =
    report;
  const parts = [
    count(written, 'note written', 'notes written'),
    ...some(updated, 'taken from files'),
    ...some(added, 'new from files'),
    ...some(moved, 'moved'),
    ...some(removed, 'removed'),
    ...(deleted > 0 ? [`${count(deleted, 'memory', 'memories')} deleted`] : []),
    ...some(unchanged, 'unchanged'),
    ...some(missing.length, 'gone'),
    ...some(conflicts.length, 'in conflict'),
    ...some(forgotten.length, 'forgotten'),
    ...some(skipped.length, 'skipped'),
  ];
  print(`${parts.join(', ')}.`);
  const lines = [
    ...conflicts.map(({ file, copy, reason }) => `${file}: ${reason} The other text: ${copy}`),
    ...skipped.map(({ file, reason }) => `${file}: ${reason}`),
    ...forgotten.map((file) => `${file}: says what was deleted from memory; it is left alone.`),
    ...missing.map((file) => `${file}: gone; its memory is deleted later, or now with --delete.`),
  ];
  lines.slice(0, SHOWN).forEach((line) => note(oneLine(line)));
  if (lines.length > SHOWN) note(`… and ${lines.length - SHOWN} more; --json shows them all.`);
}

function some(number: number, what: string): string[] {
  return number > 0 ? [`${number} ${what}`] : [];
}
