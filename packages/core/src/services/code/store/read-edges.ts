/** Edges as they are asked for: those of a file, and those that come to a symbol. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_EDGES, CODE_INBOUND, type FileEdges, type InEdge } from './edge-record.ts';
import { decodeEdges, decodeInbound } from './encode-edges.ts';

const PAGE = 200;
const NONE: FileEdges = { edges: [], unresolved: [] };

/** What goes out of a file. `store` is the repository's own workspace. */
export async function readEdges(deps: Deps, store: string, file: string): Promise<FileEdges> {
  const kept = await collection(deps, CODE_EDGES).get(store, file);
  return kept ? decodeEdges(kept.value.packed) : NONE;
}

/** What comes into a file from anywhere, in the order of the symbols; of one of them alone where it is named. */
export async function readInbound(deps: Deps, store: string, file: string, symbol?: string): Promise<InEdge[]> {
  const parts = await inboundParts(deps, store, file);
  const edges: InEdge[] = [];
  for (const [i, { value }] of parts.entries()) {
    const next = parts[i + 1];
    // Edges to one symbol may go on in the next part, which then begins with it.
    if (symbol !== undefined && (value.first > symbol || (next && next.value.first < symbol))) continue;
    const some = decodeInbound(value.packed);
    edges.push(...(symbol === undefined ? some : some.filter(({ to }) => to === symbol)));
  }
  return edges;
}

export async function inboundParts(deps: Deps, store: string, file: string) {
  const inbound = collection(deps, CODE_INBOUND);
  const parts = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await inbound.list(store, { prefix: `${file}.`, limit: PAGE, ...place });
    parts.push(...page.items);
    cursor = page.next;
  }
  return parts;
}

const DIGITS = 5;

/** So that keys are in the order of the parts. */
export function inboundKey(file: string, part: number): string {
  return `${file}.${String(part).padStart(DIGITS, '0')}`;
}
