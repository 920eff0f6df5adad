/** What becomes of an item whose attempt has failed. */
import { toZapomniError } from '../../errors/index.ts';
import type { WorkItem, WorkOutcome } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { backoffMs, USUAL_BACKOFF } from './backoff.ts';
import type { WorkKind } from './work-kind.ts';

/** What only the caller can set right is not tried again. */
export function failedAttempt(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { backoff = USUAL_BACKOFF, persistent = false }: WorkKind,
  { attempts }: WorkItem,
  error: unknown,
): WorkOutcome {
  const { code, message, policy, retryAfterMs } = toZapomniError(error);
  const reason = { code, message };
  if (policy.fault === 'caller' && !policy.retryable && !persistent) return { end: 'failed', error: reason };
  const pause = backoffMs(backoff, { attempts, atLeastMs: retryAfterMs, random: random() });
  return { end: 'retry', error: reason, dueAt: clock.now() + pause };
}
