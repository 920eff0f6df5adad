/** A file that is whole or not there: it gets its name only when all of it is on disk. Only its owner may read it. */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalidField, ZapomniError } from '@zapomni/core/errors';

export async function writeFile(file: string, lines: Readable): Promise<void> {
  const draft = `${file}.part`;
  try {
    await pipeline(lines, createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw toFileError(error, file);
  }
}

/** What the source of the lines threw stays as it is. */
function toFileError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ZapomniError('STORE_FULL', 'The disk is full; the file was not written.', { cause: error });
  }
  return invalidField(file, 'cannot be written', 'Name a file in a folder that exists and may be written.');
}
