/**
 * From the engine's words to ours: SQLite result codes and file system errors become a ZapomniError with a STORE_* code.
 * The engine's text and paths stay in `cause`, which only the log sees.
 */
import { accessSync, constants } from 'node:fs';
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';

/** Primary result codes of SQLite that mean something to a caller. */
const BY_RESULT_CODE: Readonly<Record<number, ErrorCode>> = {
  3: 'STORE_READ_ONLY', // PERM
  5: 'STORE_BUSY', // BUSY
  6: 'STORE_BUSY', // LOCKED
  7: 'STORE_UNAVAILABLE', // NOMEM
  8: 'STORE_READ_ONLY', // READONLY
  10: 'STORE_UNAVAILABLE', // IOERR
  11: 'STORE_CORRUPT', // CORRUPT
  13: 'STORE_FULL', // FULL
  14: 'STORE_UNAVAILABLE', // CANTOPEN
  18: 'TOO_LARGE', // TOOBIG
  19: 'CONFLICT', // CONSTRAINT
  23: 'STORE_READ_ONLY', // AUTH
  26: 'STORE_CORRUPT', // NOTADB
};

const IOERR_SHMSIZE = 4874;
const IOERR_CORRUPTFS = 8458;
const CANTOPEN = 14;

const BY_ERRNO: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'STORE_READ_ONLY',
  EPERM: 'STORE_READ_ONLY',
  EROFS: 'STORE_READ_ONLY',
  ENOSPC: 'STORE_FULL',
  EDQUOT: 'STORE_FULL',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  STORE_BUSY: 'Another process held the store for too long; nothing was changed.',
  STORE_READ_ONLY: 'The data folder or the store in it cannot be written; nothing was changed.',
  STORE_CORRUPT: 'The store file is damaged, or is not a store.',
  STORE_FULL: 'The disk is full; nothing was changed.',
  STORE_UNAVAILABLE: 'The store could not be opened, read or written.',
  TOO_LARGE: 'The value is larger than the engine can hold.',
  CONFLICT: 'A memory or workspace with this id exists already; nothing was changed.',
};

/** SQLite said BUSY or LOCKED: another connection is at work, and trying again may help. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5 || resultCode(error) === 6;
}

/** Any error of the engine or the file system as a ZapomniError; errors of our own pass unchanged. */
export function toStoreError(error: unknown, dataDir: string): ZapomniError {
  if (error instanceof ZapomniError) return error;
  const code = codeOf(error, dataDir);
  const message = MESSAGES[code] ?? 'The store failed in a way that was not foreseen.';
  return new ZapomniError(code, message, { cause: error });
}

function codeOf(error: unknown, dataDir: string): ErrorCode {
  const extended = extendedCode(error);
  if (extended === IOERR_SHMSIZE) return 'STORE_FULL';
  if (extended === IOERR_CORRUPTFS) return 'STORE_CORRUPT';
  if (resultCode(error) === CANTOPEN && !isWritable(dataDir)) return 'STORE_READ_ONLY';
  if (extended !== undefined) return BY_RESULT_CODE[extended & 0xff] ?? 'INTERNAL';
  const errno = property(error, 'code');
  if (typeof errno !== 'string' || property(error, 'syscall') === undefined) return 'INTERNAL';
  return BY_ERRNO[errno] ?? 'STORE_UNAVAILABLE';
}

function resultCode(error: unknown): number | undefined {
  const extended = extendedCode(error);
  return extended === undefined ? undefined : extended & 0xff;
}

function extendedCode(error: unknown): number | undefined {
  const code = property(error, 'errcode');
  return typeof code === 'number' ? code : undefined;
}

function property(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
