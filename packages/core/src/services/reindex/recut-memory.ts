/**
 * Cuts what a memory says anew, as the settings are now. It goes from its old passages to its new ones in one transaction: there is no
 * moment at which it is not found by its words. Its vectors and what the graph knows of it are made anew afterwards.
 */
import { PAPER_KIND, type Memory, type PassageSpan } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { cutAround } from '../documents/document-facts.ts';
import type { KeptDocument } from '../documents/document-record.ts';
import { documentsOf, structureOf } from '../documents/find-document.ts';
import { ANNOTATIONS_FORMAT, annotationSpans } from '../documents/paper/annotation-text.ts';
import { prepareText } from '../memory/prepare-text.ts';
import { apartIn } from '../research/library/store/paper-texts.ts';

export interface Recut {
  /** Passages that were written; 0 where it is cut so already, or is gone. */
  readonly written: number;
}

/** `always`: also where it is cut so already. */
export async function recutMemory(deps: Deps, workspace: string, id: string, always: boolean): Promise<Recut> {
  const { storage, clock } = deps;
  const [memory] = await storage.memories.get(workspace, [id]);
  if (!memory || memory.passageCount === 0) return { written: 0 };
  const { text, hash } = memory;
  const [document] = await documentsOf(deps, workspace, [id]);
  const passages = document
    ? await cutPaper(deps, workspace, memory, document)
    : memory.metadata['format'] === ANNOTATIONS_FORMAT
      ? annotationSpans(text)
      : (await prepareText(deps, text)).passages;
  if (!always && isSame(passages, await storage.memories.passagesOf(workspace, id))) return { written: 0 };
  await storage.memories.update(workspace, id, { text: { text, hash, passages } }, clock.now());
  return { written: passages.length };
}

/** What stands apart in the text of a paper stays so. */
async function cutPaper(deps: Deps, workspace: string, memory: Memory, document: KeptDocument): Promise<PassageSpan[]> {
  const { text, hash, kind } = memory;
  const structure = await structureOf(deps, workspace, document, hash);
  const apart = kind === PAPER_KIND ? await apartIn(deps, workspace, document.key) : [];
  return cutAround(deps, { format: '', title: null, text, metadata: {}, warnings: [], structure }, apart);
}

function isSame(some: readonly PassageSpan[], others: readonly PassageSpan[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, i) => start === others[i]?.start && end === others[i].end)
  );
}
