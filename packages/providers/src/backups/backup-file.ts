/**
 * A backup as a file, compressed with Zstandard unless that is not wanted:
 *
 *   write beside it (.part) ── sync ── read back and check ── take the name ── sync the folder
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ZapomniError } from '@zapomni/core/errors';
import type { BackupFile } from '@zapomni/core/ports';

const FOR_THE_USER_ALONE = { folder: 0o700, file: 0o600 };

export interface BackupFileOptions {
  /** Replace a file of that name. */
  readonly overwrite?: boolean;
  /** True unless given. */
  readonly compress?: boolean;
}

export function createBackupFile(
  file: string,
  { overwrite = false, compress = true }: BackupFileOptions = {},
): BackupFile {
  return {
    read: () => readPieces(file),
    async write(pieces, check) {
      const draft = `${file}.part`;
      if (!overwrite && (await exists(file))) throw taken();
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: FOR_THE_USER_ALONE.folder });
        // One that a dead process left may have had other permissions.
        await rm(draft, { force: true });
        const to = createWriteStream(draft, { flags: 'wx', mode: FOR_THE_USER_ALONE.file });
        await pipeline(
          Readable.from(pieces, { objectMode: false }),
          compress ? createZstdCompress() : new PassThrough(),
          to,
        );
        await sync(draft);
        await check(readPieces(draft));
        await publish(draft, file, overwrite);
        return { bytes: (await stat(file)).size };
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw toWriteError(error);
      }
    },
  };
}

async function* readPieces(file: string): AsyncGenerator<Uint8Array> {
  const unpacked = (await isPlain(file)) ? new PassThrough() : createZstdDecompress();
  // Opened when somebody listens: nobody would hear before that it is not there.
  const source = createReadStream(file);
  // An error of either ends the other; it comes out of the loop.
  const flow = pipeline(source, unpacked);
  flow.catch(() => undefined);
  try {
    for await (const piece of unpacked) yield piece as Uint8Array;
    await flow;
  } catch (error) {
    throw toReadError(error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** A backup begins with a line of JSON; compressed, with other bytes. */
async function isPlain(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (!handle) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0).finally(() => handle.close());
  return buffer[0] === OPENING_BRACE;
}

const OPENING_BRACE = 0x7b;

/** A link fails where there is a file already, so that nobody's is replaced unasked. */
async function publish(draft: string, file: string, overwrite: boolean): Promise<void> {
  if (overwrite) await rename(draft, file);
  else {
    await link(draft, file).catch((error: unknown) => withoutLinks(error, draft, file));
    await rm(draft, { force: true });
  }
  // Windows cannot open folders; there the rename has to do.
  if (process.platform !== 'win32') await sync(path.dirname(file), 'r');
}

/** Some file systems know no links; there the last look is what there is. */
async function withoutLinks(error: unknown, draft: string, file: string): Promise<void> {
  if (errnoOf(error) === 'EEXIST' || (await exists(file))) throw taken();
  await rename(draft, file);
}

async function sync(file: string, flags = 'r+'): Promise<void> {
  const handle = await open(file, flags);
  await handle.sync().finally(() => handle.close());
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function errnoOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function taken(): ZapomniError {
  return new ZapomniError('CONFLICT', 'The file exists already.', {
    hint: 'Name another, or add --overwrite to replace it.',
  });
}

function toWriteError(error: unknown): unknown {
  if (error instanceof ZapomniError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ZapomniError('STORE_FULL', 'The disk is full; no backup was written.', { cause: error });
  }
  if (syscall === undefined) return error;
  return new ZapomniError('INVALID_INPUT', 'The backup cannot be written there.', {
    hint: 'Name a file in a folder that may be written.',
    cause: error,
  });
}

function toReadError(error: unknown): unknown {
  if (error instanceof ZapomniError) return error;
  const hint = 'Take another copy of it; nothing was changed.';
  switch (errnoOf(error)) {
    case 'ENOENT':
      return new ZapomniError('NOT_FOUND', 'There is no such backup.', { hint: 'Name a file of `zapomni backup`.' });
    case 'Z_BUF_ERROR':
      return new ZapomniError('INVALID_INPUT', 'The backup is cut off.', { hint, cause: error });
    case 'EACCES':
    case 'EISDIR':
    case 'EIO':
      return new ZapomniError('INVALID_INPUT', 'The backup cannot be read.', { hint, cause: error });
    default:
      return new ZapomniError('INVALID_INPUT', 'The file is no backup of Zapomni, or was changed.', {
        hint,
        cause: error,
      });
  }
}

/** Takes a backup away that is no longer wanted. False when it is not there. */
export async function removeBackup(file: string): Promise<boolean> {
  return unlink(file).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}
