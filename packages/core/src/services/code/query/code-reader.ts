/** Reads what is kept of one repository, many at a time: a question costs a call to the store for each step it takes, not for each symbol. */
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import {
  CODE_EDGES,
  CODE_FILES,
  CODE_INBOUND,
  CODE_SYMBOLS,
  decodeEdges,
  fileKey,
  inboundKey,
  inboundTo,
  unpackInbound,
  type FileEdges,
  type InEdge,
  type KeptFile,
  type KeptRepository,
  type KeptSymbol,
  type PackedInbound,
} from '../store/index.ts';

/** Keys in one call: the store's thread answers others in between. */
const PORTION = 500;
const PAGE = 1000;

export type ReaderDeps = Pick<Deps, 'storage' | 'clock'>;

/** A part of what comes into a file; unpacked once it was asked for. */
interface Part {
  readonly first: string;
  readonly packed: string;
  unpacked?: PackedInbound;
}

export class CodeReader {
  readonly repository: KeptRepository;
  /** The workspace that it is kept in. */
  readonly store: string;
  readonly symbols;
  readonly files;
  readonly #edges;
  readonly #inbound;
  /** By file: a walk comes back to most of them. */
  readonly #parts = new Map<string, Part[]>();

  constructor(deps: ReaderDeps, repository: KeptRepository) {
    this.repository = repository;
    this.store = repository.value.store;
    this.symbols = collection(deps, CODE_SYMBOLS);
    this.files = collection(deps, CODE_FILES);
    this.#edges = collection(deps, CODE_EDGES);
    this.#inbound = collection(deps, CODE_INBOUND);
  }

  /** Those that are symbols of the index, by id. What a file does when it is loaded has an id and is none. */
  async symbolsOf(ids: Iterable<string>): Promise<Map<string, KeptSymbol>> {
    const found = await inPortions([...new Set(ids)], (keys) => this.symbols.getMany(this.store, keys));
    return new Map(found.map((symbol) => [symbol.key, symbol]));
  }

  async filesOf(keys: Iterable<string>): Promise<Map<string, KeptFile>> {
    const found = await inPortions([...new Set(keys)], (some) => this.files.getMany(this.store, some));
    return new Map(found.map((file) => [file.key, file]));
  }

  /** Symbols of a file in the order of their lines, within these lines. */
  async symbolsIn(file: string, [from, to]: readonly [number, number] = [0, Infinity]): Promise<KeptSymbol[]> {
    const found: KeptSymbol[] = [];
    const range = { index: 'by_file', where: { file }, from, ...(to === Infinity ? {} : { to: to + 1 }) } as const;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const place = cursor === undefined ? {} : { cursor };
      const page: { items: readonly KeptSymbol[]; next: string | null } = await this.symbols.list(this.store, {
        ...range,
        limit: PAGE,
        ...place,
      });
      found.push(...page.items);
      cursor = page.next;
    }
    return found;
  }

  /** What goes out of these files, by the key of the file. */
  async edgesOf(files: Iterable<string>): Promise<Map<string, FileEdges>> {
    const found = await inPortions([...new Set(files)], (keys) => this.#edges.getMany(this.store, keys));
    return new Map(found.map(({ key, value }) => [key, decodeEdges(value.packed)]));
  }

  /** What comes to these symbols from anywhere. Each says the file that it is in. */
  async inboundOf(symbols: Iterable<{ readonly id: string; readonly file: string }>): Promise<InEdge[]> {
    const wanted = new Map<string, Set<string>>();
    for (const { id, file } of symbols) {
      const ids = wanted.get(file);
      if (ids) ids.add(id);
      else wanted.set(file, new Set([id]));
    }
    await this.#readParts([...wanted.keys()].filter((file) => !this.#parts.has(file)));
    const found: InEdge[] = [];
    for (const [file, ids] of wanted) for (const edge of edgesTo(ids, this.#parts.get(file) ?? [])) found.push(edge);
    return found;
  }

  /** Most files have one part, hardly any more than two. */
  async #readParts(files: readonly string[]): Promise<void> {
    const keys = files.flatMap((file) => [inboundKey(file, 0), inboundKey(file, 1)]);
    const parts = new Map<string, Part[]>(files.map((file) => [file, []]));
    for (const { key, value } of await inPortions(keys, (some) => this.#inbound.getMany(this.store, some))) {
      const file = key.slice(0, key.lastIndexOf('.'));
      parts.get(file)?.push({ ...value });
    }
    for (const [file, some] of parts) this.#parts.set(file, some.length > 1 ? await this.#allParts(file, some) : some);
  }

  async #allParts(file: string, parts: readonly Part[]): Promise<Part[]> {
    const all = [...parts];
    for (;;) {
      const keys = Array.from({ length: all.length }, (_, i) => inboundKey(file, all.length + i));
      const more = await this.#inbound.getMany(this.store, keys);
      all.push(...more.map(({ value }) => ({ ...value })));
      if (more.length < keys.length) return all;
    }
  }
}

/** Parts are in the order of the symbols they come to, so most need not be unpacked. */
function* edgesTo(ids: ReadonlySet<string>, parts: readonly Part[]): Generator<InEdge> {
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1]?.first;
    const mayHold = [...ids].some((id) => id >= part.first && (next === undefined || id <= next));
    if (!mayHold) continue;
    part.unpacked ??= unpackInbound(part.packed);
    yield* inboundTo(part.unpacked, ids);
  }
}

async function inPortions<Value>(
  keys: readonly string[],
  get: (keys: readonly string[]) => Promise<Kept<Value>[]>,
): Promise<Kept<Value>[]> {
  if (keys.length <= PORTION) return keys.length === 0 ? [] : get(keys);
  const found: Kept<Value>[] = [];
  for (let at = 0; at < keys.length; at += PORTION) found.push(...(await get(keys.slice(at, at + PORTION))));
  return found;
}

/** The file that an edge stands in. */
export function fileOf({ path }: Pick<InEdge, 'path'>): string {
  return fileKey(path);
}
