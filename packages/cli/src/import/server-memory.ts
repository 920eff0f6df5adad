/** Takes over the file of the official memory server, a portion of lines at a time, so that memory stays flat. */
import { parseKnowledgeLine, type LineNote, type NumberedItem } from '@zapomni/core/compat';
import type { InputLine } from '@zapomni/providers/streams';
import type { Progress } from '../session/settle-embeddings.ts';
import type { Session } from '../session/with-app.ts';

const MOST_ITEMS = 64;
const MOST_BYTES = 500_000;

export interface Imported {
  readonly lines: number;
  readonly entities: number;
  readonly observations: number;
  readonly relations: number;
  readonly known: number;
  readonly forgotten: number;
  /** By line. */
  readonly notes: readonly LineNote[];
  readonly embedded: boolean;
}

export async function importServerMemory(
  { app, workspace }: Session,
  lines: AsyncIterable<InputLine>,
  { progress, bringsBack }: { readonly progress: Progress; readonly bringsBack: boolean },
): Promise<Imported> {
  const target = app.compat.importer(workspace, bringsBack);
  const notes: LineNote[] = [];
  let count = 0;
  for await (const portion of inPortions(lines)) {
    const items = portion.flatMap((line) => itemOf(line, notes));
    await target.add(items);
    count += portion.length;
    progress.stored += items.length;
    progress.bytes += portion.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  await target.finish();
  const all = [...notes, ...target.notes].toSorted((a, b) => a.line - b.line);
  return { lines: count, ...target.counts, notes: all, embedded: target.embedded };
}

async function* inPortions(lines: AsyncIterable<InputLine>): AsyncGenerator<InputLine[]> {
  let portion: InputLine[] = [];
  let bytes = 0;
  for await (const line of lines) {
    portion.push(line);
    bytes += line.bytes;
    if (portion.length < MOST_ITEMS && bytes < MOST_BYTES) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

/** Nothing for a blank line, and for one that says nothing that can be kept. */
function itemOf({ number: line, text }: InputLine, notes: LineNote[]): NumberedItem[] {
  if (text?.trim() === '') return [];
  const parsed = text === null ? { item: null, notes: ['is not UTF-8 text'] } : parseKnowledgeLine(text);
  for (const note of parsed.notes) notes.push({ line, note, lost: parsed.item === null });
  return parsed.item ? [{ line, item: parsed.item }] : [];
}
