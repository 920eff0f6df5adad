/**
 * Cuts what a memory says anew, as the settings are now. It goes from its old passages to its new ones in one transaction: there is no
 * moment at which it is not found by its words. Its vectors and what the graph knows of it are made anew afterwards.
 */
import type { PassageSpan } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { cut } from '../documents/document-facts.ts';
import { documentsOf, structureOf } from '../documents/find-document.ts';
import { prepareText } from '../memory/prepare-text.ts';

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
    ? await cut(deps, { text, structure: await structureOf(deps, workspace, document, hash) })
    : (await prepareText(deps, text)).passages;
  if (!always && isSame(passages, await storage.memories.passagesOf(workspace, id))) return { written: 0 };
  await storage.memories.update(workspace, id, { text: { text, hash, passages } }, clock.now());
  return { written: passages.length };
}

function isSame(some: readonly PassageSpan[], others: readonly PassageSpan[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, i) => start === others[i]?.start && end === others[i].end)
  );
}
