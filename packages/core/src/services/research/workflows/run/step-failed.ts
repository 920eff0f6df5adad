/** A step that could not be done, with what of the definition it was. */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { Step } from '../definition/steps.ts';
import { describeTargets, type Target } from '../definition/targets.ts';
import type { RunFailure } from '../store/workflow-record.ts';

export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly failure: RunFailure;
  readonly error: ZapomniError;

  constructor(step: Step, number: number, thrown: unknown) {
    const { code, message, hint, retryAfterMs } = toZapomniError(thrown);
    const selector = selectorOf(step);
    const told = `Step ${number} (${step.do}${selector === null ? '' : ` ${selector}`}): ${message}`;
    super(told);
    this.failure = { code, message, step: number, action: step.do, selector };
    const more = retryAfterMs === undefined ? {} : { retryAfterMs };
    this.error = new ZapomniError(code, told, { hint, ...more, cause: thrown });
  }
}

/** What the step means on the page, in the definition's words; null where it means nothing there. */
export function targetsOf(step: Step): readonly Target[] {
  if (step.do === 'extract') return step.each ?? [];
  if (step.do === 'paginate') return step.next;
  if (step.do === 'wait') return Array.isArray(step.for) ? step.for : [];
  return 'target' in step && step.target !== undefined ? step.target : [];
}

function selectorOf(step: Step): string | null {
  const targets = targetsOf(step);
  return targets.length === 0 ? null : describeTargets(targets);
}
