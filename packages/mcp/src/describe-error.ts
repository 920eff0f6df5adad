/** What a client is told of a failure: our own words, a stable code, whether a retry helps. */
import { toZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { ErrorReport } from '@zapomni/server';

export function describeError(thrown: unknown): ErrorReport {
  const error = toZapomniError(thrown);
  return {
    code: error.code,
    message: messageOf(error.code, error.message),
    hint: error.hint,
    retryable: error.policy.retryable,
    class: classOf(error.code),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(error.issues.length === 0 ? {} : { issues: [...error.issues] }),
    ...(error.candidates.length === 0 ? {} : { candidates: [...error.candidates] }),
  };
}

function messageOf(code: ErrorCode, message: string): string {
  return code === 'STORE_UNAVAILABLE' ? `Database unavailable. Retry in 5 seconds. ${message}` : message;
}

function classOf(code: ErrorCode): string {
  if (code.startsWith('STORE_')) return 'database';
  if (code.startsWith('UPSTREAM_')) return 'processing';
  return code === 'INTERNAL' || code === 'MODEL_UNAVAILABLE' || code === 'TIMEOUT' ? 'processing' : 'validation';
}
