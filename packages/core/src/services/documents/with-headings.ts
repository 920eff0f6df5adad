/**
 * A passage of a document as it is embedded: under the title and the headings that it stands below. What a passage from the
 * middle of a chapter is about is often said in its heading alone. Its stored text and its offsets stay what they are.
 */
import { mayHoldDocument } from '../../model/index.ts';
import type { QueuedPassage } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { cutText, STRUCTURES, toStructure } from './document-record.ts';
import type { Structure } from './flatten.ts';
import { locate } from './locate.ts';

/** A model reads so many words and no more: a path is not to take their place. */
const MOST_PATH = 200;
const MOST_HEADING = 80;

/** Two questions to the store for each workspace, and none where nothing is a document. */
export async function withHeadings<Item extends QueuedPassage>(deps: Deps, passages: readonly Item[]): Promise<Item[]> {
  const ofDocuments = passages.filter(({ kind }) => mayHoldDocument(kind));
  if (ofDocuments.length === 0) return [...passages];
  const built = new Map<string, Built>();
  for (const [workspace, group] of Map.groupBy(ofDocuments, (passage) => passage.workspace)) {
    const memories = [...new Set(group.map(({ memoryId }) => memoryId))];
    for (const [memory, how] of await builtOf(deps, workspace, memories)) built.set(memory, how);
  }
  return passages.map((passage) => {
    const how = built.get(passage.memoryId);
    return how ? { ...passage, text: `${headOf(how, passage)}${passage.text}` } : passage;
  });
}

interface Built {
  readonly title: string | null;
  readonly structure: Structure;
}

async function builtOf(deps: Deps, workspace: string, memories: readonly string[]): Promise<Map<string, Built>> {
  const summaries = await deps.storage.memories.summaries(workspace, memories);
  const keys = summaries.map(({ metadata }) => metadata['document_id']).filter((key) => typeof key === 'string');
  const kept = await collection(deps, STRUCTURES).getMany(workspace, keys);
  const structures = new Map(kept.map(({ key, value }) => [key, toStructure(value)]));
  return new Map(
    summaries.flatMap(({ id, source, metadata }): [string, Built][] => {
      const { document_id: key, title } = metadata;
      const structure = structures.get(typeof key === 'string' ? key : '');
      // Of one without a title the name stands there, which tells little.
      const isTitle = typeof title === 'string' && !source.endsWith(title);
      return structure ? [[id, { title: isTitle ? title : null, structure }]] : [];
    }),
  );
}

/** A line with the path, or nothing: what the passage begins with itself is not said twice. */
function headOf({ title, structure }: Built, { start, text }: QueuedPassage): string {
  const headings = [title, ...locate(structure, start).headings].flatMap((heading) => heading?.trim() || []);
  const path = [...new Set(headings)].filter((heading) => !text.startsWith(heading));
  const line = cutText(path.map((heading) => cutText(heading, MOST_HEADING)).join(' › '), MOST_PATH);
  return line === '' ? '' : `${line}\n`;
}
