import { ZapomniError } from '@zapomni/core/errors';

/** Why a file was not read; the audit log names it. */
export type RefusalReason =
  | 'malformed'
  | 'outside'
  | 'missing'
  | 'changed'
  | 'special'
  | 'no_folder'
  | 'unreadable'
  | 'too_large'
  | 'too_often'
  | 'too_many'
  | 'cancelled';

/** Thrown inside the reader only: the log gets the reason, the client what `toClientError` makes of it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly reason: RefusalReason;
  readonly retryAfterMs: number | undefined;

  constructor(reason: RefusalReason, details: { readonly cause?: unknown; readonly retryAfterMs?: number } = {}) {
    super(reason, { cause: details.cause });
    this.reason = reason;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** How the caller named the file. */
export type PlaceField = 'uri' | 'path';

/** What a client is told of where it may not look is the same whether or not something is there. */
export function toClientError({ reason, cause, retryAfterMs = 0 }: FileRefused, field: PlaceField): ZapomniError {
  switch (reason) {
    case 'special':
      return new ZapomniError('FORBIDDEN', `${field}: not a plain file.`, {
        hint: 'Name a file, not a folder.',
        cause,
      });
    case 'no_folder':
      return new ZapomniError('FORBIDDEN', `${field}: not a folder.`, { hint: 'Name a folder, not a file.', cause });
    case 'unreadable':
      return new ZapomniError('FORBIDDEN', `${field}: the file may not be read.`, {
        hint: 'Let the user that runs the server read it.',
        cause,
      });
    case 'too_large':
      return new ZapomniError('TOO_LARGE', `${field}: the file is larger than ZAPOMNI_MAX_FILE_BYTES.`, { cause });
    case 'too_often':
      return new ZapomniError('RATE_LIMITED', 'Too many files were read in the last minute.', {
        hint: 'Wait a moment, then read again.',
        retryAfterMs,
      });
    case 'too_many':
      return new ZapomniError('RATE_LIMITED', 'Too many files are watched.', { hint: 'Unsubscribe from some first.' });
    case 'cancelled':
      return new ZapomniError('CANCELLED', 'The read was cancelled.', { cause });
    default:
      return new ZapomniError('NOT_FOUND', `${field}: no such file below the folders that may be read.`, {
        hint: `The folders are those of ZAPOMNI_FILE_ROOTS; write ${field === 'uri' ? 'file:/// and ' : ''}the absolute path.`,
        cause,
      });
  }
}
