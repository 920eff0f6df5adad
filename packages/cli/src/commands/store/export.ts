/** `zapomni export server-memory [FILE]`: the way back. `zapomni export FILE`: all of the store. */
import { writeFile } from 'node:fs/promises';
import { ZapomniError, invalidField } from '@zapomni/core/errors';
import { usageError } from '../../arguments/arguments.ts';
import { FROM_STORE } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { exportStore } from '../../migrate/export-store.ts';
import { count } from '../../output/in-words.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'export',
  summary: 'Write all of a store to a file, or a workspace as the file of another memory server.',
  usage: ['zapomni export FILE', 'zapomni export server-memory [FILE]'],
  options: { ...FROM_STORE, overwrite: { type: 'boolean', about: 'Replace the file if there is one.' } },
  examples: [
    'zapomni export backup.jsonl',
    'zapomni export - | gzip > backup.jsonl.gz',
    'zapomni export server-memory > memory.jsonl',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [format, file = '-', ...more] = args.positionals;
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
