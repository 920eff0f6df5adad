import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';

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
  const about = (code: ErrorCode, error: string, hint?: string): ZapomniError =>
    new ZapomniError(code, `${field}: ${error}.`, {
      ...(hint === undefined ? {} : { hint }),
      issues: [{ field, error }],
      cause,
    });
  switch (reason) {
    case 'special':
      return about('FORBIDDEN', 'not a plain file', 'Name a file, not a folder.');
    case 'no_folder':
      return about('FORBIDDEN', 'not a folder', 'Name a folder, not a file.');
    case 'unreadable':
      return about('FORBIDDEN', 'the file may not be read', 'Let the user that runs the server read it.');
    case 'too_large':
      return about('TOO_LARGE', 'the file is larger than ZAPOMNI_MAX_FILE_BYTES');
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
      return about(
        'NOT_FOUND',
        'no such file below the folders that may be read',
        `The folders are those of ZAPOMNI_FILE_ROOTS; write ${field === 'uri' ? 'file:/// and ' : ''}the absolute path.`,
      );
  }
}
