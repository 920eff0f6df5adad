/** A copy of a paper that was brought as a document: whether it is of that paper, and what it says. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { OpenCopy } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Brought } from '../../../documents/bring-document.ts';
import { withText } from '../../../documents/find-document.ts';
import { findingsOf } from '../../../documents/paper/paper-findings.ts';
import { firstPages } from './identify.ts';
import type { PaperText } from './take-text.ts';
import { isTitleOnPage } from './title-on-page.ts';

export type CopyFacts = Pick<OpenCopy, 'licence' | 'version'>;

/** INVALID_INPUT where it is the text of something else, and nothing of that stays. */
export async function copyText(
  deps: Deps,
  workspace: string,
  brought: Brought,
  { title, copy: { licence, version } }: { readonly title: string; readonly copy: CopyFacts },
): Promise<PaperText> {
  const open = await withText(deps, workspace, brought.document);
  if (!isTitleOnPage(title, firstPages(open, open.text.length))) {
    const { memory } = brought.document.value;
    // Its record goes with it; that nobody wanted it is no reason to leave it out elsewhere.
    if (brought.status === 'read' && memory !== null)
      await deps.storage.memories.remove(workspace, [memory], deps.clock.now());
    throw new ZapomniError('INVALID_INPUT', 'It is the text of something else: the title is not there.');
  }
  const origin = { licence: licence ?? null, version: version ?? null };
  return { open, findings: await findingsOf(deps, workspace, brought.document), origin };
}
