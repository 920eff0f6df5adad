/** `zapomni export server-memory [FILE]`: the way back. `zapomni export FILE`: all of the store. */
import { writeFile } from 'node:fs/promises';
import { ZapomniError, invalidField } from '@zapomni/core/errors';
import { usageError } from '../../arguments/arguments.ts';
import { FROM_STORE } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { exportNotes } from '../../migrate/export-notes.ts';
import { exportStore } from '../../migrate/export-store.ts';
import { count } from '../../output/in-words.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'export',
  summary: 'Write all of a store to a file, or a workspace as the file of another memory server.',
  usage: [
    'zapomni export FILE [--blobs]',
    'zapomni export FOLDER --format markdown',
    'zapomni export server-memory [FILE]',
  ],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'jsonl: all of the store, lossless; markdown: a workspace as a folder of notes. jsonl if not said.',
    },
    blobs: { type: 'boolean', about: 'jsonl: the pages and pictures too, in a folder beside the file.' },
    'without-vectors': { type: 'boolean', about: 'jsonl: leave vectors out; an import makes them anew.' },
    ...FROM_STORE,
    overwrite: { type: 'boolean', about: 'Replace what is there.' },
  },
  examples: [
    'zapomni export backup.jsonl',
    'zapomni export - | gzip > backup.jsonl.gz',
    'zapomni export ~/notes --format markdown --workspace work',
    'zapomni export server-memory > memory.jsonl',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [format, file = '-', ...more] = args.positionals;
  const form = args.text('format') ?? 'jsonl';
  if (!['jsonl', 'markdown'].includes(form)) throw usageError('--format is not one of them.', 'Use jsonl or markdown.');
  if (form === 'markdown') return exportNotes(context);
  if (format !== 'server-memory') return exportStore(context);
  if (more.length > 0) throw usageError('export server-memory: name one file, or none for stdout.');
  return withWorkspace(context, async ({ app, workspace }) => {
    const lines = await app.compat.lines(workspace);
    // That server writes no line end after the last one; so a file it wrote comes back byte for byte.
    const text = lines.join('\n');
    if (file === '-') {
      terminal.write(text);
      return;
    }
    await write(file, text, args.has('overwrite'));
    if (args.has('json')) printJson(terminal, { workspace_id: workspace, file, lines: lines.length });
    else terminal.print(`Exported ${count(lines.length, 'line')} of workspace ${workspace} to ${file}.`);
  });
};

/** For the user's eyes only, as the store is. */
async function write(file: string, text: string, overwrite: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: overwrite ? 'w' : 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new ZapomniError('CONFLICT', `${file}: exists already.`, { hint: 'Add --overwrite to replace it.' });
    throw invalidField(file, 'cannot be written', 'Name a file in a folder that exists and may be written.');
  }
}
