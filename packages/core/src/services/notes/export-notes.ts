/** A workspace as a folder of notes that people can open: one for each memory, as the mirror writes them. */
import { isOfDocument, type Memory, type MemorySummary } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { nameKey, noteName } from '../mirror/note/file-name.ts';
import { renderNote } from '../mirror/note/note-file.ts';
import { linkedNames } from './linked-names.ts';

export interface NoteFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly content: string;
  /** How many there are in all. */
  readonly total: number;
}

const PAGE = 100;
/** What documents say stands apart from what was remembered. */
const DOCUMENTS_FOLDER = 'documents/';

/** The latest first; what was superseded too, and says so. No more than a page is in memory at once. */
export async function* exportNotes(deps: Deps, workspace: string, signal?: AbortSignal): AsyncGenerator<NoteFile> {
  const taken = new Set<string>();
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const place = cursor === undefined ? {} : { cursor };
    const filter = { includeSuperseded: true };
    const page = await deps.storage.memories.list({ workspace, filter, limit: PAGE, ...place });
    const ids = page.items.map(({ id }) => id);
    const texts = new Map((await deps.storage.memories.get(workspace, ids)).map((memory) => [memory.id, memory]));
    const names = await linkedNames(deps, workspace, page.items);
    for (const summary of page.items) {
      const memory = texts.get(summary.id);
      if (memory) yield { ...toFile(memory, summary, names.get(summary.id) ?? [], taken), total: page.total };
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function toFile(memory: Memory, summary: MemorySummary, names: readonly string[], taken: Set<string>) {
  const folder = isOfDocument(memory.kind) ? DOCUMENTS_FOLDER : '';
  const name = folder + noteName(summary, (key) => taken.has(folder + key));
  taken.add(nameKey(name));
  const links = names.length === 0 ? [] : [names.map((one) => `[[${one}]]`).join(' · ')];
  return { name, content: renderNote(memory, links) };
}
