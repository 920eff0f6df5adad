import { toZapomniError, ZapomniError, type ErrorCode, type ErrorDetails } from '@zapomni/core/errors';

/** Thrown inside the writer only; callers get what `toWriteError` makes of it. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
  readonly reason: 'elsewhere' | 'special' | 'exists';

  constructor(reason: WriteRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** `field` is how the caller calls the name of the file. */
export function toWriteError(error: unknown, field: string): unknown {
  if (error instanceof WriteRefused) return refusal(error, field);
  if (error instanceof Error && error.name === 'AbortError') return toZapomniError(error);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return about('NOT_FOUND', field, 'the folder does not exist', {
        hint: 'Name a file without a folder, or a folder that exists below the export folder.',
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return refused('FORBIDDEN', 'The export folder may not be written.', {
        hint: 'Let the user that runs the server write it, or set ZAPOMNI_EXPORT_DIR.',
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return refused('STORE_FULL', 'The disk is full; nothing was written.', { cause: error });
    default:
      return error;
  }
}

function refusal(error: WriteRefused, field: string): ZapomniError {
  if (error.reason === 'exists') {
    return about('CONFLICT', field, 'a file of that name exists', {
      hint: 'Choose another name, or allow it to be overwritten.',
    });
  }
  const what = error.reason === 'special' ? 'there is something that is not a plain file' : 'leads out of the folder';
  return about('FORBIDDEN', field, what, { hint: 'Name a file below the export folder.', cause: error });
}

function about(code: ErrorCode, field: string, error: string, details: ErrorDetails): ZapomniError {
  return refused(code, `${field}: ${error}.`, { ...details, issues: [{ field, error }] });
}

function refused(...args: ConstructorParameters<typeof ZapomniError>): ZapomniError {
  return new ZapomniError(...args);
}
