import { ZapomniError } from '@zapomni/core/errors';
import type { WorkerProblem } from './workers/worker-messages.ts';

/** What callers get when the model cannot embed their text; the detail goes along as cause, for the log. */
export function unavailable(problem: WorkerProblem | undefined): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', problem?.message ?? 'The built-in model failed.', {
    ...(problem?.hint ? { hint: problem.hint } : {}),
    cause: problem ? new Error(problem.detail) : undefined,
  });
}
