/** Writes what linking found of those files of which it found something else than before. */
import type { FileLinks, RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import {
  CODE_EDGES,
  CODE_FILES,
  CODE_INBOUND,
  CODE_SYMBOLS,
  inboundKey,
  type KeptFile,
  type KeptSymbol,
} from '../store/index.ts';
import type { HeldSymbols } from './held-symbols.ts';
import { keptAs } from './kept-files.ts';
import type { FileSymbols } from './kept-symbols.ts';
import { linkParts } from './link-state.ts';
import type { LinkCounts } from './count-files.ts';
import { isLinked } from './link-input.ts';

const MOST_WRITES = 2000;
const MOST_BYTES = 4_000_000;
const PAGE = 1000;

export interface LinksRequest {
  readonly store: string;
  /** By path. Kept up to date. */
  readonly known: Map<string, KeptFile>;
  readonly linked: AsyncIterable<FileLinks>;
  readonly held: HeldSymbols;
  /** For a file whose symbols nobody has written. */
  readonly symbolsAgain: (file: KeptFile) => Promise<FileSymbols['kept']>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** How much there is in all. */
export async function writeLinks(
  deps: Deps,
  { known, linked, signal, onProgress, ...from }: LinksRequest,
): Promise<LinkCounts> {
  const { store } = from;
  let [writes, bytes, done]: [RecordWrite[], number, number] = [[], 0, 0];
  const counts = { edges: 0, external: 0, unresolved: 0 };
  const total = [...known.values()].filter(isLinked).length;
  const flush = async () => {
    if (writes.length > 0) await deps.storage.records.write(store, writes, deps.clock.now());
    [writes, bytes] = [[], 0];
  };
  for await (const file of linked) {
    signal?.throwIfAborted();
    onProgress(++done, total);
    add(counts, file.counts);
    const kept = known.get(file.path);
    if (!kept || kept.value.links === file.state) continue;
    const some = await linkWrites(deps, { ...from, kept, file });
    writes.push(...some.writes);
    bytes += lengthOf(file);
    known.set(file.path, keptAs(kept.key, some.value, deps.clock.now()));
    if (writes.length >= MOST_WRITES || bytes >= MOST_BYTES) await flush();
  }
  await flush();
  return counts;
}

function add(counts: { -readonly [Name in keyof LinkCounts]: number }, more: LinkCounts): void {
  counts.edges += more.edges;
  counts.external += more.external;
  counts.unresolved += more.unresolved;
}

function lengthOf({ edges, inbound }: FileLinks): number {
  return (edges?.length ?? 0) + (inbound ?? []).reduce((sum, part) => sum + part.packed.length, 0);
}

interface Linking extends Pick<LinksRequest, 'store' | 'held' | 'symbolsAgain'> {
  readonly kept: KeptFile;
  readonly file: FileLinks;
}

async function linkWrites(deps: Deps, linking: Linking) {
  const { kept, file } = linking;
  const { key } = kept;
  const edges = collection(deps, CODE_EDGES);
  const value = { ...kept.value, links: file.state };
  if (file.numbers) value.importance = sumOf(file.numbers);
  const writes: RecordWrite[] = [
    collection(deps, CODE_FILES).writeFor(key, value),
    ...(file.edges === undefined
      ? []
      : [file.edges === null ? edges.deletionOf(key) : edges.writeFor(key, { packed: file.edges }, { parent: key })]),
    ...(file.inbound ? inboundWrites(deps, kept, file.inbound) : []),
    ...(file.numbers ? await numberWrites(deps, linking, file.numbers) : []),
  ];
  return { writes, value };
}

function sumOf(numbers: NonNullable<FileLinks['numbers']>): number {
  const importance = numbers.reduce((sum, [, , , one]) => sum + one, 0);
  return Number(importance.toPrecision(3));
}

function inboundWrites(deps: Deps, { key, value }: KeptFile, parts: NonNullable<FileLinks['inbound']>): RecordWrite[] {
  const inbound = collection(deps, CODE_INBOUND);
  const surplus = Array.from({ length: Math.max(0, linkParts(value.links) - parts.length) }, (_, i) =>
    inbound.deletionOf(inboundKey(key, parts.length + i)),
  );
  return [...parts.map((part, i) => inbound.writeFor(inboundKey(key, i), { ...part }, { parent: key })), ...surplus];
}

async function numberWrites(
  deps: Deps,
  { store, kept, held, symbolsAgain }: Linking,
  numbers: NonNullable<FileLinks['numbers']>,
): Promise<RecordWrite[]> {
  const symbols = collection(deps, CODE_SYMBOLS);
  const now = new Map(numbers.map(([id, callers, callees, importance]) => [id, { callers, callees, importance }]));
  const anew = (all: FileSymbols['kept']) =>
    all.map(([id, record]) => symbols.writeFor(id, { ...record, ...now.get(id) }));
  const waiting = held.take(kept.key);
  if (waiting) return anew(waiting);
  if (now.size === 0) return [];
  const found = await symbolsOf(deps, store, kept.key);
  if (found.length < Math.min(now.size, kept.value.symbols)) return anew(await symbolsAgain(kept));
  return found.flatMap(({ key, value }) => {
    const said = now.get(key);
    const isSame =
      !said ||
      (said.callers === value.callers && said.callees === value.callees && said.importance === value.importance);
    return isSame ? [] : [symbols.writeFor(key, { ...value, ...said })];
  });
}

async function symbolsOf(deps: Deps, store: string, file: string): Promise<KeptSymbol[]> {
  const found: KeptSymbol[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await collection(deps, CODE_SYMBOLS).list(store, {
      index: 'by_file',
      where: { file },
      limit: PAGE,
      ...place,
    });
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}
