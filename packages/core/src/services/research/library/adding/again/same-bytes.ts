/** One file, however often it is added: a copy under another name is of the paper that has these bytes already. */
import type { Deps } from '../../../../deps.ts';
import type { OpenDocument } from '../../../../documents/find-document.ts';
import { survivorOf } from '../../find/survivor.ts';
import { filesOf, papersOf } from '../../store/index.ts';
import { openFile } from '../../store/paper-texts.ts';
import type { AddingSteps } from '../steps.ts';
import { takeText } from '../take-text.ts';

/**
 * The text that the paper has of these bytes; the one that was given where no paper has them. That of the copy becomes the paper's too, so
 * that it is found with it, and goes with it.
 */
export async function asKept(
  deps: Deps,
  steps: AddingSteps,
  workspace: string,
  given: OpenDocument,
): Promise<OpenDocument> {
  const { hash } = given.document.value;
  if (!hash) return given;
  const { items } = await filesOf(deps).list(workspace, { index: 'by_hash', where: { hash }, limit: 10 });
  for (const file of items.toSorted((one, other) => one.value.added_at - other.value.added_at)) {
    if (file.value.document === given.document.key) return given;
    const open = await openFile(deps, workspace, file);
    const known = await papersOf(deps).get(workspace, file.value.paper);
    // What has been read anew since says something else.
    if (!known || open?.document.value.hash !== hash) continue;
    const paper = await survivorOf(deps, workspace, known);
    const isTaken = items.some(({ value }) => value.document === given.document.key);
    if (!isTaken) await takeText(deps, steps, { workspace, paper }, { open: given, findings: null });
    return open;
  }
  return given;
}
