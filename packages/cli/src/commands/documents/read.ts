/** `zapomni read`: files, folders and pages into memory, as cheaply as each can be. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FolderProgress, FolderReport } from '@zapomni/core/documents';
import { toZapomniError } from '@zapomni/core/errors';
import { toReadReport } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { createProgressBar, type ProgressBar } from '../../output/progress-bar.ts';
import type { Terminal } from '../../output/terminal.ts';
import { settleEmbeddings } from '../../session/settle-embeddings.ts';
import { withApp, type Session } from '../../session/with-app.ts';
import { thisMachine, toAbsolute, withDefaults, type Settings } from '../../settings/given-settings.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const NOT_ALL = 1;
const CLIENT = 'command line';
/** Whoever names a file means it, however large. */
const LARGEST_FILE = '200000000';

export const spec: CommandSpec = {
  name: 'read',
  summary: 'Read documents into memory: files, folders, web pages. What has not changed is not read again.',
  usage: ['zapomni read FILE|FOLDER|URL…', 'zapomni read FOLDER… --watch'],
  options: {
    include: { type: 'string', multiple: true, value: 'PATTERN', about: 'Of folders, only these: *.md, /docs/.' },
    exclude: { type: 'string', multiple: true, value: 'PATTERN', about: 'Of folders, not these.' },
    'no-ignore': { type: 'boolean', about: 'Also what .gitignore and the like leave out.' },
    watch: { type: 'boolean', about: 'Of folders, go on with what changes; servers that may read there do so too.' },
  },
  examples: [
    'zapomni read ~/notes report.pdf',
    'zapomni read . --include "*.md" --exclude drafts/',
    'zapomni read ~/notes --watch',
  ],
};

type Target = { readonly url: string } | { readonly file: string } | { readonly folder: string };

export const run: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('read needs a file, a folder or a URL.');
  const targets = args.positionals.map(toTarget);
  if (args.has('watch') && !targets.every((target) => 'folder' in target))
    throw usageError('read: only folders can be watched.', 'Name folders alone together with --watch.');
  return withApp({ ...context, settings: allowing(context.settings, targets) }, async (session) => {
    const { report, missed } = await readAll(context, session, targets);
    await settleEmbeddings(session, terminal, Promise.resolve({ embedded: report.passages === 0 }));
    if (args.has('json')) printJson(terminal, toReadReport(report));
    else show(report, terminal);
    if (args.has('watch')) await watchAll(context, session, targets);
    return missed > 0 ? NOT_ALL : 0;
  });
};

/** What is not there is left to the reading to refuse. */
function toTarget(word: string): Target {
  if (/^https?:\/\//i.test(word)) return { url: word };
  const place = toAbsolute(word, thisMachine());
  try {
    const real = realpathSync(place);
    return statSync(real).isDirectory() ? { folder: real } : { file: real };
  } catch {
    return { file: place };
  }
}

/** What the user's own hand names may be read by this command, though clients may not. */
function allowing(settings: Settings, targets: readonly Target[]): Settings {
  const places = targets.flatMap((target) => {
    if ('url' in target) return [];
    return 'folder' in target ? [target.folder] : [path.dirname(target.file)];
  });
  const changed = new Map(withDefaults(settings, { max_file_bytes: LARGEST_FILE }));
  const known = settings.get('file_roots');
  if (!known || places.length === 0) return changed;
  const before = known.value === undefined || known.value.trim() === 'none' ? [] : [known.value];
  return changed.set('file_roots', { ...known, value: [...before, ...new Set(places)].join(path.delimiter) });
}

interface ReadAll {
  readonly report: FolderReport;
  /** How many of those named could not be read. */
  readonly missed: number;
}

const NOTHING: FolderReport = {
  read: 0,
  updated: 0,
  unchanged: 0,
  moved: 0,
  forgotten: 0,
  failed: 0,
  gone: 0,
  failures: [],
  leftOut: [],
  passages: 0,
};

async function readAll(context: CommandContext, session: Session, targets: readonly Target[]): Promise<ReadAll> {
  const bar = createProgressBar(context.terminal);
  const draw = drawing(bar);
  let [report, missed] = [NOTHING, 0];
  try {
    for (const [done, target] of targets.entries()) {
      const name = 'url' in target ? target.url : 'file' in target ? path.basename(target.file) : '';
      if (name !== '') draw({ done, total: targets.length, file: name, passages: 0 });
      const one = await readOne(context, session, target, draw);
      if (one.failed > 0 && !('folder' in target)) missed += 1;
      report = sum(report, one);
    }
  } finally {
    bar.clear();
  }
  return { report, missed };
}

/** Until somebody ends it: Ctrl-C as everywhere, or a signal of the system. */
async function watchAll(
  context: CommandContext,
  { app, workspace }: Session,
  targets: readonly Target[],
): Promise<void> {
  for (const target of targets) {
    if (!('folder' in target)) continue;
    const { folder } = target;
    await app.documents.watchFolder({ workspace, client: CLIENT, folder, ...patternsOf(context) });
    context.terminal.note(`Watching ${oneLine(folder)}. Ctrl-C ends it here; servers that may read there go on.`);
  }
  context.terminal.note('`zapomni documents unwatch FOLDER` ends it for good.');
  await new Promise<void>((resolve) => {
    // Neither a watch nor a timer of the application keeps a process alive.
    const alive = setInterval(() => undefined, 2 ** 31 - 1);
    process.once('SIGTERM', () => {
      clearInterval(alive);
      resolve();
    });
  });
}

function patternsOf({ args }: CommandContext) {
  return { include: args.texts('include'), exclude: args.texts('exclude'), ignoreFiles: !args.has('no-ignore') };
}

type Draw = (progress: FolderProgress) => void;

async function readOne(
  context: CommandContext,
  { app, workspace }: Session,
  target: Target,
  onProgress: Draw,
): Promise<FolderReport> {
  const asked = { workspace, client: CLIENT };
  if ('folder' in target) {
    return app.documents.readFolder({ ...asked, ...patternsOf(context), folder: target.folder, onProgress });
  }
  const [file, request] = 'url' in target ? [target.url, target] : [target.file, { path: target.file }];
  try {
    const { status, passages, error } = await app.documents.add({ ...asked, ...request });
    const failures = error ? [{ file, code: error.code, message: error.message }] : [];
    return { ...NOTHING, [status]: 1, passages, failures };
  } catch (error) {
    const { code, message, hint } = toZapomniError(error);
    if (code.startsWith('STORE_') || code === 'CANCELLED') throw error;
    return { ...NOTHING, failed: 1, failures: [{ file, code, message: `${message} ${hint}` }] };
  }
}

function sum(one: FolderReport, other: FolderReport): FolderReport {
  return {
    read: one.read + other.read,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    moved: one.moved + other.moved,
    forgotten: one.forgotten + other.forgotten,
    failed: one.failed + other.failed,
    gone: one.gone + other.gone,
    failures: [...one.failures, ...other.failures],
    leftOut: [...one.leftOut, ...other.leftOut],
    passages: one.passages + other.passages,
  };
}

/** How many, how fast, how long still, and what just now. */
function drawing(bar: ProgressBar): Draw {
  const begun = performance.now();
  return ({ done, total, file }) => {
    const rate = done / Math.max(0.001, (performance.now() - begun) / 1000);
    const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : '';
    bar.update(done, total, `${done} of ${total}, ${rate.toFixed(1)}/s${left}  ${oneLine(file)}`);
  };
}

const SHOWN = 20;

function show(report: FolderReport, { print, note }: Terminal): void {
  const { read, updated, unchanged, moved, forgotten, gone, failed, failures, leftOut } = report;
  const parts = [
    count(read, 'document read', 'documents read'),
    ...(updated > 0 ? [`${updated} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(forgotten > 0 ? [`${forgotten} left out because you forgot what they say`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  print(`${parts.join(', ')}.`);
  const troubles = [
    ...failures.map(({ file, code, message }) => `${oneLine(file)}: ${code}: ${oneLine(message)}`),
    ...leftOut.map(({ file, reason }) => `${oneLine(file)}: left out (${reason.replaceAll('_', ' ')})`),
  ];
  troubles.slice(0, SHOWN).forEach((line) => note(line));
  if (troubles.length > SHOWN) note(`… and ${troubles.length - SHOWN} more; --json shows them all.`);
}
