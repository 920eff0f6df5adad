/** `zapomni export FILE`: all of a store as JSON Lines, for backup or for another program. */
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZapomniError } from '@zapomni/core/errors';
import { exportLines } from '@zapomni/core/migrate';
import { usageError } from '../arguments/arguments.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { readPlace } from './store-place.ts';
import { withStores, type StoreSession } from './with-stores.ts';
import { writeFile } from './write-file.ts';
import { count } from '../output/in-words.ts';

const STDOUT = '-';

export const exportStore: Command = (context) => {
  const { args, terminal } = context;
  const [file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) {
    throw usageError('export: name what to export to.', 'A file, or - for stdout; or server-memory and its file.');
  }
  if (file !== STDOUT && existsSync(file) && !args.has('overwrite')) {
    throw new ZapomniError('CONFLICT', 'The file exists already.', {
      hint: 'Name another, or add --overwrite to replace it.',
    });
  }
  return withStores(context, async (session) => {
    const written = { memories: 0, records: 0 };
    const lines = Readable.from(readLines(context, session, written));
    await (file === STDOUT ? print(lines, context) : writeFile(file, lines));
    session.bar.clear();
    if (args.has('json') && file !== STDOUT) terminal.print(JSON.stringify({ file, ...written }));
    else terminal.note(`Exported ${describe(written)}.`);
    return 0;
  });
};

interface Written {
  memories: number;
  records: number;
}

function describe({ memories, records }: Written): string {
  const parts = [count(memories, 'memory', 'memories'), ...(records > 0 ? [count(records, 'record')] : [])];
  return parts.join(' and ');
}

function readLines({ args }: CommandContext, session: StoreSession, written: Written) {
  const place = readPlace(args.text('from') ?? session.config.store, '--from', session.config);
  const source = session.open((logger) => place.openSource(logger));
  return exportLines(source, {
    signal: session.signal,
    onProgress: ({ memories, records, total }) => {
      Object.assign(written, { memories, records });
      const done = memories + records;
      session.bar.update(done, Math.max(done, total), `exporting ${describe(written)}`);
    },
  });
}

/** Whoever reads may have had enough: `zapomni export - | head -1` is not a failure. */
async function print(lines: Readable, { terminal }: CommandContext): Promise<void> {
  try {
    await pipeline(lines, terminal.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
