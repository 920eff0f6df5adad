/** A run that only looks: what each selector matches, a few rows, nothing kept and no secret typed in. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { VisitStanding } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { valuesFor, type RunValues } from '../definition/params.ts';
import type { StepLog, RunFailure } from '../store/workflow-record.ts';
import type { StepMatches } from './dry-run.ts';
import { openVisit } from './execute.ts';
import { Interpreter } from './interpret.ts';
import { StepFailed } from './step-failed.ts';
import type { Row } from './take-fields.ts';

export interface TriedOut {
  readonly matches: readonly StepMatches[];
  readonly rows: readonly Row[];
  readonly log: readonly StepLog[];
  /** Null where every step could be done. */
  readonly failure: RunFailure | null;
  readonly hint: string | null;
  readonly traffic: VisitStanding;
}

export async function tryOut(
  deps: Deps,
  definition: WorkflowDefinition,
  values: RunValues,
  signal?: AbortSignal,
): Promise<TriedOut> {
  const filled = valuesFor(definition, values);
  const visit = await openVisit(deps, definition, signal);
  const { limit } = values;
  const interpreter = new Interpreter({
    visit,
    definition,
    values: filled,
    limit,
    secrets: deps.secrets,
    dry: true,
    signal,
  });
  try {
    const failed = await interpreter.run().then(
      () => null,
      (error: unknown) => error,
    );
    signal?.throwIfAborted();
    if (failed !== null && !(failed instanceof StepFailed)) throw toZapomniError(failed);
    const { matches, rows, log } = interpreter;
    return {
      matches,
      rows,
      log,
      failure: failed?.failure ?? null,
      hint: failed?.error.hint ?? null,
      traffic: visit.standing(),
    };
  } finally {
    await visit.close();
  }
}
