/** `zapomni export FOLDER --format markdown`: a workspace as notes. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import { usageError } from '../arguments/arguments.ts';
import type { Command } from '../commands/command.ts';
import { count } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { withWorkspace } from '../session/with-app.ts';

export const exportNotes: Command = async (context) => {
  const { args, terminal } = context;
  const [folder, ...more] = args.positionals;
  if (folder === undefined || folder === '-' || more.length > 0)
    throw usageError('export --format markdown: name one folder.');
  for (const option of ['from', 'blobs', 'without-vectors'])
    if (args.values[option] !== undefined) throw usageError(`--${option} is for an export as JSON Lines.`);
  return withWorkspace(context, async ({ app, workspace }) => {
    await prepare(folder, args.has('overwrite'));
    const bar = createProgressBar(terminal);
    let notes = 0;
    try {
      for await (const { name, content, total } of app.memories.notes(workspace)) {
        await write(folder, name, content);
        bar.update(++notes, total, `exporting ${count(total, 'note')}`);
      }
    } finally {
      bar.clear();
    }
    if (args.has('json')) printJson(terminal, { folder, workspace_id: workspace, notes });
    else terminal.note(`Exported ${count(notes, 'note')} of workspace ${workspace}.`);
  });
};

/** What lies there already is the user's. */
async function prepare(folder: string, overwrite: boolean): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (overwrite || (await readdir(folder)).length === 0) return;
  } catch (error) {
    throw refused(error, folder);
  }
  throw new ZapomniError('CONFLICT', 'The folder is not empty.', {
    hint: 'Name another, or add --overwrite to write notes over those of the same name.',
  });
}

async function write(folder: string, name: string, content: string): Promise<void> {
  const file = path.join(folder, name);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  } catch (error) {
    throw refused(error, folder);
  }
}

function refused(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ZapomniError('STORE_FULL', 'The disk is full; not all notes were written.', { cause: error });
  return invalidField(folder, 'cannot be written', 'Name a folder that may be written.');
}
