/** `zapomni import FORMAT PATH`, for every format in the registry, and the list of them. */
import { IMPORT_FORMATS, parseMap, type ImportFormat } from '@zapomni/core/import';
import { usageError } from '../arguments/arguments.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { printJson } from '../output/print-json.ts';
import { hasStore } from '../session/has-store.ts';
import { settleEmbeddings, type Progress } from '../session/settle-embeddings.ts';
import { withApp } from '../session/with-app.ts';
import { loadConfig } from '../settings/config.ts';
import { showTally, tallyJson, type Told } from './show-tally.ts';
import { findSourceFiles } from './source-files.ts';
import { lookAt, takeOver, type Source } from './take-over.ts';
import type { Tally } from './tally.ts';

/** There was something, and nothing of it came. */
const NOTHING_CAME = 2;

export function findFormat(name: string | undefined): ImportFormat | undefined {
  return IMPORT_FORMATS.find((format) => format.name === name);
}

export function importFrom(format: ImportFormat): Command {
  return async (context) => {
    const source = readArguments(context, format);
    return context.args.has('dry-run') ? look(context, source) : store(context, source);
  };
}

function readArguments({ args, settings }: CommandContext, format: ImportFormat): Source {
  const [, place, ...more] = args.positionals;
  if (place === undefined || more.length > 0)
    throw usageError(`import ${format.name}: name one file or folder.`, `It needs ${format.needs}.`);
  const map = args.text('map');
  if (map !== undefined && !format.mapped) throw usageError(`--map: ${format.name} has fields of its own.`);
  for (const option of ['to', 'throttle'])
    if (args.text(option) !== undefined) throw usageError(`--${option} is for what \`zapomni export\` wrote.`);
  const { max_text_length: maxTextLength } = loadConfig(settings);
  return {
    format,
    files: findSourceFiles(place),
    options: { map: parseMap(map) },
    maxTextLength,
    bringsBack: args.has('forgotten'),
  };
}

async function look(context: CommandContext, source: Source): Promise<number> {
  const { workspace, data_dir, store: engine } = loadConfig(context.settings);
  const tally = hasStore(data_dir, engine)
    ? await withApp(context, (session) => lookAt(source, session))
    : await lookAt(source, null);
  return tell(context, tally, { format: source.format, workspace, dryRun: true });
}

function store(context: CommandContext, source: Source): Promise<number> {
  return withApp(context, async (session) => {
    const totalBytes = source.files.reduce((sum, { bytes }) => sum + bytes, 0);
    const progress: Progress = { stored: 0, bytes: 0, totalBytes };
    const tally = takeOver(session, source, progress);
    const { embedded } = await settleEmbeddings(session, context.terminal, tally, progress);
    const ended = await tally;
    ended.embedded = embedded;
    return tell(context, ended, { format: source.format, workspace: session.workspace, dryRun: false });
  });
}

function tell({ args, terminal }: CommandContext, tally: Tally, told: Told): number {
  if (args.has('json')) printJson(terminal, tallyJson(tally, told));
  else showTally(tally, told, terminal);
  return tally.found === 0 && tally.skippedCount > 0 ? NOTHING_CAME : 0;
}

const OTHERS = [
  { name: 'FILE', needs: 'a file that `zapomni export` wrote; the store must be empty' },
  { name: 'server-memory', needs: 'the file of the official memory server (MEMORY_FILE_PATH)' },
];

/** What can be imported, and what each needs. */
export function listFormats({ args, terminal }: CommandContext): void {
  const rows = [...OTHERS, ...IMPORT_FORMATS.map(({ name, needs }) => ({ name, needs }))];
  if (args.has('json')) return printJson(terminal, { formats: rows });
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, needs } of rows) terminal.print(`${terminal.paint('bold', name.padEnd(width))}  ${needs}`);
  terminal.note('\n`zapomni import FORMAT PATH --dry-run` shows what would come. What is lost: docs/import.md.');
}
