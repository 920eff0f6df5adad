import { ERROR_POLICIES, type ErrorCode, type ErrorPolicy } from './codes.ts';

/** One thing wrong with one input field; `field` is a path such as `items[3].text`. */
export interface FieldIssue {
  readonly field: string;
  readonly error: string;
}

export interface ErrorDetails {
  /** What the reader should do next; the code's general advice when absent. */
  readonly hint?: string;
  readonly issues?: readonly FieldIssue[];
  readonly retryAfterMs?: number;
  /** The engine's or library's own error. It goes to the log and never to a client. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses a package's edge on purpose. `message` and `hint` are written by us for a reader who can
 * act on them; they never contain text from documents, engines, hosts, paths or secrets.
 */
export class ZapomniError extends Error {
  override readonly name = 'ZapomniError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? ERROR_POLICIES[code].advice;
    this.issues = details.issues ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }

  get policy(): ErrorPolicy {
    return ERROR_POLICIES[this.code];
  }
}

/** Turns anything thrown into a ZapomniError; what we did not foresee becomes INTERNAL with the original as cause. */
export function toZapomniError(error: unknown): ZapomniError {
  if (error instanceof ZapomniError) return error;
  if (error instanceof Error && error.name === 'AbortError') {
    return new ZapomniError('CANCELLED', 'The request was cancelled.', { cause: error });
  }
  return new ZapomniError('INTERNAL', 'Processing failed. Check logs.', { cause: error });
}

/** An input error about one field. */
export function invalidField(field: string, error: string, hint?: string): ZapomniError {
  // The hint follows as a sentence of its own.
  return new ZapomniError('INVALID_INPUT', `${field}: ${error}${/[.!?]$/u.test(error) ? '' : '.'}`, {
    issues: [{ field, error }],
    ...(hint ? { hint } : {}),
  });
}

/** The same error where the caller knows the field by another name; any other error as it is. */
export function underField(error: unknown, field: string, name: string): unknown {
  if (!(error instanceof ZapomniError) || !error.issues.some((issue) => issue.field === field)) return error;
  const { code, message, hint, issues, retryAfterMs, cause } = error;
  return new ZapomniError(code, message.startsWith(`${field}:`) ? `${name}${message.slice(field.length)}` : message, {
    hint,
    issues: issues.map((issue) => (issue.field === field ? { ...issue, field: name } : issue)),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause,
  });
}
