/** All that is known of one symbol, with its source. */
import type { Deps } from '../../deps.ts';
import type { KeptFile, KeptSymbol } from '../store/index.ts';
import { meaningOf, membersOf, type Unclear, type Meant, type NameRequest } from './meaning.ts';

export const MOST_LINES = 2000;

export interface SymbolRequest extends NameRequest {
  /** Lines of source that are shown; none for 0. */
  readonly maxLines: number;
}

export interface SymbolSource {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  /** Lines that did not fit. */
  readonly leftOut: number;
}

export interface SymbolDetails {
  readonly meant: Meant;
  readonly file: KeptFile | null;
  readonly parent: KeptSymbol | null;
  readonly members: readonly KeptSymbol[];
  /** Of the same name in the same file: overloads, a getter and its setter. */
  readonly others: readonly KeptSymbol[];
  /** Null where none was asked for, or the text is not there. */
  readonly source: SymbolSource | null;
}

const LONGEST_SOURCE = 100_000;

export async function getSymbol(deps: Deps, request: SymbolRequest): Promise<SymbolDetails | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { meant } = meaning;
  const { reader, symbol, ids } = meant;
  const { parent, file } = symbol.value;
  const [members, files, others] = await Promise.all([
    membersOf(reader, symbol),
    reader.filesOf([file]),
    reader.symbolsOf([...ids, ...(parent === null ? [] : [parent])]),
  ]);
  const kept = files.get(file) ?? null;
  return {
    meant,
    file: kept,
    parent: parent === null ? null : (others.get(parent) ?? null),
    members,
    others: ids.flatMap((id) => (id === symbol.key ? [] : (others.get(id) ?? []))),
    source: request.maxLines === 0 ? null : await sourceOf(deps, meant, kept, request.maxLines),
  };
}

/** As it was when it was indexed. */
async function sourceOf(
  { storage }: Deps,
  { reader, symbol }: Meant,
  file: KeptFile | null,
  most: number,
): Promise<SymbolSource | null> {
  const id = file?.value.memory ?? null;
  const [memory] = id === null ? [] : await storage.memories.get(reader.store, [id]);
  if (!memory) return null;
  const [first, end] = symbol.value.lines;
  const last = Math.min(end, first + most - 1);
  const text = memory.text
    .split('\n')
    .slice(first - 1, last)
    .join('\n')
    .replaceAll('\r', '');
  return { text: text.slice(0, LONGEST_SOURCE).toWellFormed(), first, last, leftOut: end - last };
}
