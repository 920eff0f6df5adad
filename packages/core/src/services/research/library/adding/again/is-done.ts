/** Whether anything is left to do with a text that is a paper's. */
import type { Deps } from '../../../../deps.ts';
import type { KeptDocument } from '../../../../documents/document-record.ts';
import { arrivalsOf } from '../../store/index.ts';
import { fileOf } from '../../store/paper-texts.ts';
import type { AddingSteps } from '../steps.ts';

/** All that is done with a text was done with this one, by whichever name it came, and nobody who may be asked left it unanswered. */
export async function isDone(
  deps: Deps,
  { lookup }: AddingSteps,
  paper: string,
  { workspace, document }: { readonly workspace: string; readonly document: KeptDocument },
): Promise<boolean> {
  const file = await fileOf(deps, workspace, document.key);
  if (!file || file.value.hash !== (document.value.hash ?? '')) return false;
  const { items } = await arrivalsOf(deps).list(workspace, { index: 'by_paper', where: { paper }, limit: 100 });
  const done = items.filter(({ value }) => value.step === 'done' && value.document === document.key);
  return done.some(({ value }) => !lookup || value.unanswered.length === 0);
}
