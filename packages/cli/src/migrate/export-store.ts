/** `zapomni export FILE`: all of a store as JSON Lines, for backup or for another program. */
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZapomniError } from '@zapomni/core/errors';
import { exportLines } from '@zapomni/core/migrate';
import { usageError } from '../arguments/arguments.ts';
import { blobsOf } from '../backup/backup-place.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { blobFolder, writeBlobs, type BlobCounts } from './beside-blobs.ts';
import { readPlace, type StorePlace } from './store-place.ts';
import { withStores, type StoreSession } from './with-stores.ts';
import { writeFile } from './write-file.ts';
import { count, size } from '../output/in-words.ts';
import type { Terminal } from '../output/terminal.ts';

const STDOUT = '-';

export const exportStore: Command = (context) => {
  const { args, terminal } = context;
  const [file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) {
    throw usageError('export: name what to export to.', 'A file, or - for stdout; or server-memory and its file.');
  }
  if (file === STDOUT && args.has('blobs')) throw usageError('--blobs needs a file, beside which they are written.');
  if (file !== STDOUT && existsSync(file) && !args.has('overwrite')) {
    throw new ZapomniError('CONFLICT', 'The file exists already.', {
      hint: 'Name another, or add --overwrite to replace it.',
    });
  }
  return withStores(context, async (session) => {
    const written: Written = { memories: 0, records: 0, blobs: new Set() };
    const place = readPlace(args.text('from') ?? session.config.store, '--from', session.config);
    const lines = Readable.from(readLines(session, place, { written, vectors: !args.has('without-vectors') }));
    await (file === STDOUT ? print(lines, context) : writeFile(file, lines));
    session.bar.clear();
    const folder = args.has('blobs') ? blobFolder(file) : null;
    const blobs = await writeBlobs(blobsOf(place, session.config), written.blobs, folder);
    const { memories, records } = written;
    const told = { ...blobs, written: folder !== null };
    if (args.has('json') && file !== STDOUT) terminal.print(JSON.stringify({ file, memories, records, blobs: told }));
    else {
      terminal.note(`Exported ${describe(written)}.`);
      tellBlobs(blobs, folder, terminal);
    }
    return 0;
  });
};

interface Written {
  memories: number;
  records: number;
  /** Hashes that records refer to. */
  readonly blobs: Set<string>;
}

function tellBlobs({ count: found, bytes, missing }: BlobCounts, folder: string | null, { note }: Terminal): void {
  if (found > 0) {
    const what = `${count(found, 'blob')} (${size(bytes)})`;
    note(folder === null ? `${what} left out; --blobs writes them beside the file.` : `${what} beside it: ${folder}`);
  }
  if (missing > 0) note(`${count(missing, 'blob')} that records refer to could not be found.`);
}

function describe({ memories, records }: Pick<Written, 'memories' | 'records'>): string {
  const parts = [count(memories, 'memory', 'memories'), ...(records > 0 ? [count(records, 'record')] : [])];
  return parts.join(' and ');
}

function readLines(
  session: StoreSession,
  place: StorePlace,
  { written, vectors }: { readonly written: Written; readonly vectors: boolean },
) {
  const source = session.open((logger) => place.openSource(logger));
  return exportLines(source, {
    signal: session.signal,
    vectors,
    onRecord: (record) => {
      if (record.kind === 'record') for (const hash of record.blobs) written.blobs.add(hash);
    },
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
