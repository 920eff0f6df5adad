/** The last step of adding: the paper's note in the user's vault, where there is one. */
import type { Deps } from '../../../deps.ts';
import type { Asker } from '../../../documents/fetch-source.ts';
import type { SourceReport } from '../../lookup/source-report.ts';
import type { KeptArrival } from '../store/arrival-record.ts';
import { arrivalsOf } from '../store/index.ts';
import { noteStep } from './arrivals.ts';
import type { AddingSteps } from './steps.ts';

interface Finishing extends Asker {
  readonly workspace: string;
  readonly noteLater?: boolean | undefined;
  readonly told: Told;
}

interface Told {
  readonly sources: readonly SourceReport[];
  /** Of its references, so many were not searched for. */
  readonly left: number;
}

/** What cannot be written now is told; the next synchronisation writes it. */
export async function finish(
  deps: Deps,
  steps: AddingSteps,
  { workspace, client, signal, noteLater = false, told: answers }: Finishing,
  arrival: KeptArrival,
): Promise<string[]> {
  const unanswered = unansweredIn(answers);
  if (steps.note) await noteStep(deps, workspace, arrival, { step: 'referenced', unanswered });
  if (steps.note && noteLater) return [];
  const told = (await steps.note?.({ workspace, client, signal }, [arrival.value.paper])) ?? [];
  await noteStep(deps, workspace, arrival, { step: 'done', unanswered });
  return told;
}

/** What passes by itself; what has to be set first is for whoever sets it to ask again. */
function unansweredIn({ sources, left }: Told): string[] {
  // Of what a source said earlier and cannot be asked about now, there is no error; of a part of a list there is.
  const failed = sources.filter(
    ({ status, code }) => status !== 'off' && code !== undefined && code !== 'INVALID_CONFIG',
  );
  return [...failed.map(({ source }) => source), ...(left > 0 ? ['references'] : [])];
}

/** The note of one that was to be written later is written. */
export async function finishLater(deps: Deps, workspace: string, papers: readonly string[]): Promise<void> {
  for (const paper of papers) {
    const { items } = await arrivalsOf(deps).list(workspace, { index: 'by_paper', where: { paper }, limit: 100 });
    for (const arrival of items)
      if (arrival.value.step === 'referenced') await noteStep(deps, workspace, arrival, { step: 'done' });
  }
}
