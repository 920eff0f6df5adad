import type { PassageHit } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { phrasesFor } from './file-names.ts';
import { oneLine } from './one-line.ts';
import type { ContextEntry, ContextRequest } from './context-request.ts';

const PER_NAME = 5;
/** An agent may hand over a whole folder. */
const MOST_FILES = 50;

/** What names one of the files. */
export async function aboutFiles(deps: Deps, { workspace, files = [] }: ContextRequest): Promise<ContextEntry[]> {
  const phrases = files.slice(0, MOST_FILES).flatMap(phrasesFor);
  const found = await Promise.all(
    phrases.map((phrase) =>
      deps.storage.fullText.search({ terms: phrase, phrases: [phrase] }, PER_NAME, { workspace }),
    ),
  );
  return toEntries(deps, workspace, { hits: found.flat(), names: files.join(' ') });
}

async function toEntries(
  deps: Deps,
  workspace: string,
  { hits, names }: { readonly hits: readonly PassageHit[]; readonly names: string },
): Promise<ContextEntry[]> {
  const passageIds = [...new Set(hits.map(({ passageId }) => passageId))];
  if (passageIds.length === 0) return [];
  const [passages, memories] = await Promise.all([
    deps.storage.memories.passages(passageIds),
    deps.storage.memories.summaries(workspace, [...new Set(hits.map(({ memoryId }) => memoryId))]),
  ]);
  const passageById = new Map(passages.map((passage) => [passage.id, passage]));
  const memoryById = new Map(memories.map((memory) => [memory.id, memory]));
  return passageIds.flatMap((id) => {
    const passage = passageById.get(id);
    const memory = passage && memoryById.get(passage.memoryId);
    return memory ? [{ memory, reason: 'file' as const, text: oneLine(passage.text, names) }] : [];
  });
}
