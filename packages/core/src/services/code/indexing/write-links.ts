/** Writes what linking found of those files of which it found something else than before. */
import { hash } from 'node:crypto';
import type { RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import {
  CODE_EDGES,
  CODE_FILES,
  CODE_INBOUND,
  CODE_SYMBOLS,
  encodeEdges,
  encodeInbound,
  inboundKey,
  type InEdge,
  type KeptFile,
  type KeptSymbol,
} from '../store/index.ts';
import { keptAs } from './index-files.ts';
import { linkParts, linkState } from './link-state.ts';
import type { LinkedFile, LinkedFiles } from './linked-files.ts';

/** Edges of one part: so many are read at most to know who calls one symbol. */
const MOST_IN_PART = 2000;
const MOST_WRITES = 2000;
const MOST_BYTES = 4_000_000;
const PAGE = 1000;
const DIGEST = 24;

export interface LinksRequest {
  readonly store: string;
  /** By path. Kept up to date. */
  readonly known: Map<string, KeptFile>;
  readonly linked: LinkedFiles;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** How many files were written. */
export async function writeLinks(
  deps: Deps,
  { store, known, linked, signal, onProgress }: LinksRequest,
): Promise<number> {
  let [writes, bytes, written, done]: [RecordWrite[], number, number, number] = [[], 0, 0, 0];
  const flush = async () => {
    if (writes.length > 0) await deps.storage.records.write(store, writes, deps.clock.now());
    [writes, bytes] = [[], 0];
  };
  for (const [path, file] of linked.files) {
    signal?.throwIfAborted();
    onProgress(++done, linked.files.size);
    const kept = known.get(path);
    const packed = kept && packedLinks(file);
    if (!kept || !packed || kept.value.links === packed.links) continue;
    const some = await linkWrites(deps, { store, kept, file, packed });
    writes.push(...some.writes);
    bytes += packed.edges.length + packed.parts.reduce((sum, part) => sum + part.packed.length, 0);
    known.set(path, keptAs(kept.key, some.value, deps.clock.now()));
    written += 1;
    if (writes.length >= MOST_WRITES || bytes >= MOST_BYTES) await flush();
  }
  await flush();
  return written;
}

interface Packed {
  readonly edges: string;
  readonly parts: readonly { readonly first: string; readonly packed: string }[];
  readonly links: string;
}

function packedLinks(file: LinkedFile): Packed {
  const edges = encodeEdges(file);
  const parts = inParts(file.inbound);
  const said = JSON.stringify([edges, parts.map(({ packed }) => packed), [...file.numbers]]);
  return { edges, parts, links: linkState(hash('sha256', said).slice(0, DIGEST), parts.length) };
}

function inParts(inbound: readonly InEdge[]): { first: string; packed: string }[] {
  return Array.from({ length: Math.ceil(inbound.length / MOST_IN_PART) }, (_, part) => {
    const some = inbound.slice(part * MOST_IN_PART, (part + 1) * MOST_IN_PART);
    return { first: (some[0] as InEdge).to, packed: encodeInbound(some) };
  });
}

interface Linking {
  readonly store: string;
  readonly kept: KeptFile;
  readonly file: LinkedFile;
  readonly packed: Packed;
}

async function linkWrites(deps: Deps, { store, kept, file, packed }: Linking) {
  const { key } = kept;
  const [edges, inbound] = [collection(deps, CODE_EDGES), collection(deps, CODE_INBOUND)];
  const importance = [...file.numbers.values()].reduce((sum, one) => sum + one.importance, 0);
  const value = { ...kept.value, links: packed.links, importance: Number(importance.toPrecision(3)) };
  const before = linkParts(kept.value.links);
  const surplus = Array.from({ length: Math.max(0, before - packed.parts.length) }, (_, i) =>
    inbound.deletionOf(inboundKey(key, packed.parts.length + i)),
  );
  const isEmpty = file.edges.length === 0 && file.unresolved.length === 0;
  const writes: RecordWrite[] = [
    collection(deps, CODE_FILES).writeFor(key, value),
    isEmpty ? edges.deletionOf(key) : edges.writeFor(key, { packed: packed.edges }, { parent: key }),
    ...packed.parts.map((part, i) => inbound.writeFor(inboundKey(key, i), part, { parent: key })),
    ...surplus,
    ...(await numberWrites(deps, store, key, file)),
  ];
  return { writes, value };
}

async function numberWrites(deps: Deps, store: string, file: string, { numbers }: LinkedFile): Promise<RecordWrite[]> {
  if (numbers.size === 0) return [];
  const symbols = collection(deps, CODE_SYMBOLS);
  const writes: RecordWrite[] = [];
  for (const { key, value } of await symbolsOf(deps, store, file)) {
    const now = numbers.get(key);
    const isSame =
      !now || (now.callers === value.callers && now.callees === value.callees && now.importance === value.importance);
    if (!isSame) writes.push(symbols.writeFor(key, { ...value, ...now }));
  }
  return writes;
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
