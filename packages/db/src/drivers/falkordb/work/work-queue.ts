/** The work queue is not kept by this engine yet: every call says so. */
import { ZapomniError } from '@zapomni/core/errors';
import type { WorkQueue } from '@zapomni/core/ports';
import type { Context } from '../context.ts';

export function createWorkQueue(_context: Context): WorkQueue {
  const missing = (): Promise<never> =>
    Promise.reject(new ZapomniError('INTERNAL', 'This engine does not keep a work queue yet.'));
  return {
    add: missing,
    claim: missing,
    extend: missing,
    settle: missing,
    cancel: missing,
    retry: missing,
    get: missing,
    list: missing,
    nextDue: missing,
    prune: missing,
  };
}
