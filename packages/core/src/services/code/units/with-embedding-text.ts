/** Passages of code as they are embedded (embedding-text.ts). Their stored text and their offsets stay what they are. */
import type { QueuedPassage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_OUTLINES, CODE_SYMBOLS, type OutlineRecord, type SymbolRecord } from '../store/index.ts';
import { embeddingText } from './embedding-text.ts';

const CODE_KIND = 'code';

/** Three questions to the store for each repository, and none where nothing is code. */
export async function withEmbeddingText<Item extends QueuedPassage>(
  deps: Deps,
  passages: readonly Item[],
): Promise<Item[]> {
  const ofCode = passages.filter(({ kind }) => kind === CODE_KIND);
  if (ofCode.length === 0) return [...passages];
  const texts = new Map<number, string>();
  for (const [workspace, group] of Map.groupBy(ofCode, (passage) => passage.workspace)) {
    for (const [id, text] of await textsOf(deps, workspace, group)) texts.set(id, text);
  }
  return passages.map((passage) => ({ ...passage, text: texts.get(passage.id) ?? passage.text }));
}

interface Place {
  readonly path: string;
  readonly outline: OutlineRecord;
}

async function textsOf(
  deps: Deps,
  workspace: string,
  passages: readonly QueuedPassage[],
): Promise<Map<number, string>> {
  const places = await placesOf(deps, workspace, [...new Set(passages.map(({ memoryId }) => memoryId))]);
  const shown = passages.flatMap(({ memoryId, ordinal }) => symbolAt(places.get(memoryId), ordinal) ?? []);
  const kept = await collection(deps, CODE_SYMBOLS).getMany(workspace, [...new Set(shown)]);
  const symbols = new Map(kept.map(({ key, value }) => [key, value]));
  const texts = new Map<number, string>();
  for (const { id, memoryId, ordinal, text } of passages) {
    const place = places.get(memoryId);
    if (place) texts.set(id, textOf(place, ordinal, text, symbols));
  }
  return texts;
}

/** Those whose file is as it was read; of what was superseded meanwhile nothing is asked for any more. */
async function placesOf(deps: Deps, workspace: string, memories: readonly string[]): Promise<Map<string, Place>> {
  const summaries = await deps.storage.memories.summaries(workspace, memories);
  const files = new Map<string, { memory: string; path: string }>();
  for (const { id, metadata, supersededBy } of summaries) {
    const { file, path } = metadata;
    if (supersededBy === null && typeof file === 'string' && typeof path === 'string')
      files.set(file, { memory: id, path });
  }
  const outlines = await collection(deps, CODE_OUTLINES).getMany(workspace, [...files.keys()]);
  return new Map(
    outlines.flatMap(({ key, value }): [string, Place][] => {
      const file = files.get(key);
      return file ? [[file.memory, { path: file.path, outline: value }]] : [];
    }),
  );
}

function symbolAt(place: Place | undefined, ordinal: number): string | undefined {
  const unit = place?.outline.units[ordinal];
  return unit && place.outline.symbols[unit[2]];
}

function textOf(place: Place, ordinal: number, text: string, symbols: ReadonlyMap<string, SymbolRecord>): string {
  const { path, outline } = place;
  const [first = 0, last = 0] = outline.units[ordinal] ?? [];
  const own = symbols.get(symbolAt(place, ordinal) ?? '');
  const begins = outline.named.filter(([, , from]) => from >= first && from <= last).map(([qualified]) => qualified);
  const names = own && !begins.includes(own.qualified) ? [own.qualified, ...begins] : begins;
  return embeddingText({ path, names, signature: own?.signature ?? '', doc: own?.doc ?? null, text });
}
