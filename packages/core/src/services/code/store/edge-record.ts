/**
 * Edges, by file. There are ten for each symbol, so that a record for each would be most of the store and most of the time of writing it.
 * `code_edges` has what goes out of a file, `code_inbound` what comes into it from anywhere; both are packed, and name symbols by their ids,
 * which stay when lines move. Asking for callers reads one record of the file that the symbol is in, asking for callees one of its own.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { ZapomniError } from '../../../errors/index.ts';
import { defineCollection } from '../../records/define-collection.ts';
import type { EdgeHow, EdgeKind } from '../link/index.ts';

/** Who a call can mean: a symbol of the repository, or what is not ours by its name. */
export type KeptTarget =
  | { readonly symbol: string; readonly how: EdgeHow }
  | { readonly external: string }
  | { readonly builtin: string };

/** One call or other relation with all that it may mean. */
export interface OutEdge {
  readonly kind: EdgeKind;
  /** Id of the symbol that calls; the key of the file (`fileKey`) for what runs when it is loaded. */
  readonly from: string;
  readonly line: number;
  readonly to: readonly KeptTarget[];
  readonly implied?: true;
  /** As in `LinkEdge`. */
  readonly args?: number;
  readonly member?: true;
  /** Only the name speaks for it. */
  readonly low?: true;
  /** More targets were possible than are listed. */
  readonly cut?: true;
}

export interface OpenCall {
  readonly from: string;
  readonly line: number;
  readonly name: string;
}

export interface FileEdges {
  readonly edges: readonly OutEdge[];
  readonly unresolved: readonly OpenCall[];
}

/** The same seen from what is called. `candidates`: how many the call may mean, this one among them. */
export interface InEdge {
  readonly kind: EdgeKind;
  readonly to: string;
  readonly from: string;
  /** Path of the file that it stands in. */
  readonly path: string;
  readonly line: number;
  readonly how: EdgeHow;
  readonly candidates: number;
  readonly implied?: true;
  readonly args?: number;
  readonly member?: true;
  readonly low?: true;
}

const packed = z.strictObject({ packed: z.string() });

/** The key is that of the file. */
export const CODE_EDGES = defineCollection({
  name: 'code_edges',
  schema: packed,
  parent: { collection: 'code_files' },
});

/** The key is that of the file, a dot and the number of the part: edges in the order of the symbols they come to, from `first` on. */
export const CODE_INBOUND = defineCollection({
  name: 'code_inbound',
  schema: packed.extend({ first: z.string() }),
  parent: { collection: 'code_files' },
});

const LEVEL = 1;
const LONGEST = 64 * 1024 * 1024;

/** Plain data as text that a record can hold. */
export function pack(data: unknown): string {
  return packText(JSON.stringify(data));
}

/** The same of what is JSON already. */
export function packText(json: string): string {
  return packedText(packBytes(json));
}

/** The same in two steps, for who keeps much of it for a while. */
export function packBytes(json: string): Uint8Array {
  return zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

export function packedText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

export function unpack(text: string): unknown {
  try {
    return JSON.parse(zstdDecompressSync(Buffer.from(text, 'base64'), { maxOutputLength: LONGEST }).toString());
  } catch (cause) {
    throw new ZapomniError('STORE_CORRUPT', 'Edges of a file of code cannot be read: index the repository again.', {
      cause,
    });
  }
}
