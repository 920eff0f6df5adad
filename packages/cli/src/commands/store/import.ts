/**
 * `zapomni import FORMAT PATH` of what another program remembers, `zapomni import server-memory FILE`, and `zapomni import FILE`
 * of what `zapomni export FILE` wrote.
 */
import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { LineNote } from '@zapomni/core/compat';
import { invalidField } from '@zapomni/core/errors';
import { usageError } from '../../arguments/arguments.ts';
import { THROTTLE } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { findFormat, importFrom, listFormats } from '../../import/import-from.ts';
import { showForgotten } from '../../import/show-tally.ts';
import { importServerMemory, type Imported } from '../../import/server-memory.ts';
import { inputLines } from '@zapomni/providers/streams';
import { importStore } from '../../migrate/import-store.ts';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { settleEmbeddings, type Progress } from '../../session/settle-embeddings.ts';
import { withApp } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

const SOMETHING_LOST = 2;
const MOST_NOTES = 20;

export const spec: CommandSpec = {
  name: 'import',
  summary: 'Fill an empty store from an export, or take over what another memory server knows.',
  usage: ['zapomni import [FORMAT PATH] [--dry-run]', 'zapomni import FILE', 'zapomni import server-memory FILE'],
  options: {
    'dry-run': { type: 'boolean', about: 'A format: show what would come and what would not; store nothing.' },
    map: {
      type: 'string',
      value: 'FIELD=COLUMN,…',
      about: 'csv and jsonl: where text, timestamp, tags, source, kind, title and key come from.',
    },
    forgotten: { type: 'boolean', about: 'Bring back what was forgotten, too.' },
    to: {
      type: 'string',
      value: 'STORE',
      about: 'An export: sqlite:FOLDER or falkordb://host:port; the store in use if not said.',
    },
    ...THROTTLE,
  },
  examples: [
    'zapomni import obsidian ~/Vault --dry-run',
    'zapomni import csv notes.csv --map text=content,timestamp=created',
    'zapomni import backup.jsonl --to sqlite:/new/folder',
    'zapomni import server-memory ~/memory.jsonl',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [format, file, ...more] = args.positionals;
  if (format === undefined) return listFormats(context);
  const known = findFormat(format);
  if (known) return importFrom(known)(context);
  for (const option of ['dry-run', 'map'])
    if (args.values[option] !== undefined)
      throw usageError(`--${option}: ${oneLine(format)} is not a format that takes it.`);
  if (format !== 'server-memory') return importStore(context);
  if (file === undefined || more.length > 0) throw usageError('import server-memory: name one file, or - for stdin.');
  const { input, bytes } = open(file, terminal);
  const bringsBack = args.has('forgotten');
  return withApp(context, async (session) => {
    const progress: Progress = { stored: 0, bytes: 0, totalBytes: bytes };
    const work = importServerMemory(session, inputLines(input), { progress, bringsBack });
    const imported = await settleEmbeddings(session, terminal, work, progress);
    if (args.has('json')) printJson(terminal, { workspace_id: session.workspace, ...imported });
    else show(imported, session.workspace, terminal);
    return imported.notes.some(({ lost }) => lost) ? SOMETHING_LOST : 0;
  });
};

function open(file: string, { stdin }: Terminal): { input: Readable; bytes: number } {
  if (file === '-') return { input: stdin, bytes: 0 };
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw invalidField(file, 'there is no such file', 'Its place is in MEMORY_FILE_PATH of that server.');
  if (!found.isFile()) throw invalidField(file, 'is not a file');
  return { input: createReadStream(file), bytes: found.size };
}

function show(imported: Imported, workspace: string, terminal: Terminal): void {
  const { entities, observations, relations, known, forgotten, notes } = imported;
  for (const note of notes.slice(0, MOST_NOTES)) terminal.note(renderNote(note, terminal));
  if (notes.length > MOST_NOTES) terminal.note(`… and ${notes.length - MOST_NOTES} more; --json has them all.`);
  const parts = [count(entities, 'entity', 'entities'), count(observations, 'observation')];
  const there = known > 0 ? `; ${count(known, 'was', 'were')} there already` : '';
  terminal.print(
    `Imported ${parts.join(', ')} and ${count(relations, 'relation')} into workspace ${workspace}${there}.`,
  );
  showForgotten(forgotten, terminal);
  const lost = notes.filter((note) => note.lost).length;
  if (lost > 0) terminal.note(terminal.paintNote('yellow', `Not kept as it was: something on ${count(lost, 'line')}.`));
}

function renderNote({ line, note, lost }: LineNote, { paintNote }: Terminal): string {
  return `${paintNote(lost ? 'yellow' : 'dim', `line ${line}:`)} ${oneLine(note)}`;
}
