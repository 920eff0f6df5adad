/** What a disk says, in our words. The disk's own go along as the cause, which no client sees. */
import { ZapomniError } from '@zapomni/core/errors';

function toBlobError(error: unknown): unknown {
  if (error instanceof ZapomniError) return error;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new ZapomniError('STORE_FULL', 'The disk is full; nothing was kept.', { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ZapomniError('STORE_READ_ONLY', 'The folder of the blobs may not be read or written.', {
        hint: 'Let the user that runs Zapomni read and write it, or set ZAPOMNI_BLOB_DIR.',
        cause: error,
      });
    case undefined:
      return error;
    default:
      return new ZapomniError('STORE_UNAVAILABLE', 'The folder of the blobs cannot be used.', { cause: error });
  }
}

/** For a call to the disk. */
export async function onDisk<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toBlobError(error);
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** For a call about something that may have gone. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toBlobError(error);
  }
}

export function blobNotFound(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'hash: there is no such blob.');
}
