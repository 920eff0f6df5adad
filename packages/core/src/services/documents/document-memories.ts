import type { MemorySummary } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { KeptDocument } from './document-record.ts';

/** Every memory that has ever held the text of the document, and the notes with which those ended, in no order. */
export async function memoriesOf(
  { storage }: Deps,
  workspace: string,
  { key, value }: KeptDocument,
): Promise<MemorySummary[]> {
  const found = new Map<string, MemorySummary>();
  const next = value.memory === null ? [] : [value.memory];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const [one] = found.has(id) ? [] : await storage.memories.summaries(workspace, [id]);
    // What somebody has said by hand in its place is not the document's.
    if (!one || (id !== value.memory && one.metadata['document_id'] !== key)) continue;
    found.set(id, one);
    next.push(...[one.supersedes, one.supersededBy].filter((other) => other !== null));
  }
  return [...found.values()];
}
