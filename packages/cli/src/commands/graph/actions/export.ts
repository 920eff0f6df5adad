/** `zapomni graph export [FILE]`: streamed, to stdout or to any file the user names. */
import { open, rm } from 'node:fs/promises';
import { EXPORT_ENDINGS, EXPORT_FORMATS, type ExportFormat } from '@zapomni/core/graph';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import { usageError } from '../../../arguments/arguments.ts';
import type { Command } from '../../command.ts';
import { readAsOf } from '../../../arguments/filter-arguments.ts';
import { size } from '../../../output/in-words.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { printJson } from '../../../output/print-json.ts';

export const exportGraph: Command = async (context) => {
  const { args, terminal } = context;
  const [file, ...more] = args.positionals;
  if (more.length > 0) throw usageError('graph export: name one file, or none for stdout.');
  const format = chooseFormat(args.text('format'), file);
  await withWorkspace(context, async ({ app, workspace }) => {
    const request = { format, types: args.texts('type'), ...readAsOf(args, app.clock.now()) };
    const pieces = app.graph.text({ workspace, ...request });
    if (file === undefined) {
      for await (const piece of pieces) terminal.write(piece);
      return;
    }
    const bytes = await write(file, pieces, args.has('overwrite'));
    if (args.has('json')) printJson(terminal, { workspace_id: workspace, file, format, bytes });
    else terminal.print(`Exported workspace ${workspace} as ${format} to ${file} (${size(bytes)}).`);
  });
};

function chooseFormat(named: string | undefined, file = ''): ExportFormat {
  if (named === undefined) {
    const byEnding = EXPORT_FORMATS.find((format) => EXPORT_ENDINGS[format].some((ending) => file.endsWith(ending)));
    if (byEnding) return byEnding;
  }
  const known = EXPORT_FORMATS.find((format) => format === named);
  if (!known) throw invalidField('--format', `must be one of ${EXPORT_FORMATS.join(', ')}`);
  return known;
}

/** What could not be written whole is taken away again. */
async function write(file: string, pieces: AsyncIterable<string>, overwrite: boolean): Promise<number> {
  const handle = await open(file, overwrite ? 'w' : 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new ZapomniError('CONFLICT', `${file}: exists already.`, { hint: 'Add --overwrite to replace it.' });
    throw invalidField(file, 'cannot be written', 'Name a file in a folder that exists and may be written.');
  });
  try {
    let bytes = 0;
    for await (const piece of pieces) bytes += (await handle.write(piece)).bytesWritten;
    return bytes;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
