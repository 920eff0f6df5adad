/**
 * A made-up repository of so many symbols, written as an index writes it: twenty symbols a file, fifty files a package. A symbol calls
 * five others, three of them near by, two anywhere, where a few are called by very many.
 */
import { hash } from 'node:crypto';
import type { Deps } from '@zapomni/core';
import {
  CODE_EDGES,
  CODE_FILES,
  CODE_INBOUND,
  CODE_SYMBOLS,
  encodeEdges,
  encodeInbound,
  fileKey,
  foldName,
  importanceOf,
  inboundKey,
  REPOSITORIES,
  type InEdge,
  type OutEdge,
  type SymbolRecord,
} from '@zapomni/core/code';
import type { RecordWrite } from '@zapomni/core/ports';
import { collection } from '@zapomni/core/records';
import { seeded } from '@zapomni/testkit/seeded';

export const WORKSPACE = 'default';
const STORE = 'code.default.bench';
const PER_FILE = 20;
const NEAR = 50 * PER_FILE;
const CALLS = 5;
const NEAR_CALLS = 3;
const COMMON = 2000;
const PART = 2000;
const PORTION = 2000;
const LINES = 12;

const pathOf = (file: number): string =>
  `src/area${Math.floor(file / 2500)}/pkg${Math.floor(file / 50)}/module_${file}.py`;

/** Each calls five; who calls whom is known by two rows. */
class Calls {
  readonly to: Int32Array;
  /** Calls by what they call, and where those of a symbol begin. */
  readonly order: Int32Array;
  readonly first: Int32Array;

  constructor(symbols: number) {
    const random = seeded(5);
    this.to = new Int32Array(symbols * CALLS);
    this.first = new Int32Array(symbols + 1);
    for (let i = 0; i < this.to.length; i++) {
      const near = Math.floor(i / CALLS / NEAR) * NEAR + Math.floor(random() * NEAR);
      const to = i % CALLS < NEAR_CALLS ? Math.min(near, symbols - 1) : Math.floor(symbols * random() ** 3);
      this.to[i] = to;
      this.first[to + 1] = (this.first[to + 1] as number) + 1;
    }
    for (let i = 0; i < symbols; i++) this.first[i + 1] = (this.first[i + 1] as number) + (this.first[i] as number);
    const place = this.first.slice();
    this.order = new Int32Array(this.to.length);
    for (const [call, to] of this.to.entries()) {
      this.order[place[to] as number] = call;
      place[to] = (place[to] as number) + 1;
    }
  }

  *edges(): Generator<{ from: number; to: number; weight: number }> {
    for (const [call, to] of this.to.entries()) yield { from: Math.floor(call / CALLS), to, weight: 1 };
  }

  callersOf(symbol: number): Int32Array {
    return this.order.subarray(this.first[symbol] as number, this.first[symbol + 1] as number);
  }
}

export interface FilledSymbols {
  readonly count: number;
  nameOf(symbol: number): string;
  qualifiedOf(symbol: number): string;
  placeOf(symbol: number): string;
  /** Those that are called most, first. */
  readonly hubs: readonly number[];
  readonly mostCallers: number;
}

export async function fillSymbols(deps: Deps, count: number): Promise<FilledSymbols> {
  const calls = new Calls(count);
  const importance = importanceOf(count, calls.edges());
  const ids = Array.from({ length: count }, (_, i) => hash('sha256', String(i)).slice(0, 32));
  await collection(deps, REPOSITORIES).put(WORKSPACE, 'bench', repository(count));
  const filling = { deps, calls, importance, ids };
  let writes: RecordWrite[] = [];
  for (let file = 0; file * PER_FILE < count; file++) {
    writes.push(...fileWrites(filling, file));
    if (writes.length < PORTION) continue;
    await deps.storage.records.write(STORE, writes, 1);
    writes = [];
  }
  await deps.storage.records.write(STORE, writes, 1);
  const hubs = Array.from({ length: 20 }, (_, i) => i);
  const mostCallers = Math.max(...hubs.map((hub) => calls.callersOf(hub).length));
  const placeOf = (symbol: number): string => `${pathOf(Math.floor(symbol / PER_FILE))}:${lineOf(symbol)}`;
  return { count, nameOf, qualifiedOf, placeOf, hubs, mostCallers };
}

interface Filling {
  readonly deps: Deps;
  readonly calls: Calls;
  readonly importance: Float64Array;
  readonly ids: readonly string[];
}

function fileWrites({ deps, calls, importance, ids }: Filling, file: number): RecordWrite[] {
  const [path, key] = [pathOf(file), fileKey(pathOf(file))];
  const own = Array.from({ length: PER_FILE }, (_, i) => file * PER_FILE + i).filter((i) => i < ids.length);
  const symbols = collection(deps, CODE_SYMBOLS);
  const edges = own.flatMap((symbol) =>
    Array.from({ length: CALLS }, (_, i): OutEdge => {
      const to = ids[calls.to[symbol * CALLS + i] as number] as string;
      return {
        kind: 'call',
        from: ids[symbol] as string,
        line: lineOf(symbol) + i,
        to: [{ symbol: to, how: 'import' }],
        args: i,
      };
    }),
  );
  const inbound = own.flatMap((symbol) => [...calls.callersOf(symbol)].map((call) => inEdge(ids, call, symbol)));
  inbound.sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0));
  const parts = Array.from({ length: Math.ceil(inbound.length / PART) }, (_, i) =>
    inbound.slice(i * PART, (i + 1) * PART),
  );
  return [
    collection(deps, CODE_FILES).writeFor(key, fileRecord(path, own, importance)),
    ...own.map((symbol) =>
      symbols.writeFor(ids[symbol] as string, symbolRecord(symbol, { ids, path, importance, calls })),
    ),
    collection(deps, CODE_EDGES).writeFor(key, { packed: encodeEdges({ edges, unresolved: [] }) }, { parent: key }),
    ...parts.map((part, i) =>
      collection(deps, CODE_INBOUND).writeFor(
        inboundKey(key, i),
        { first: part[0]?.to ?? '', packed: encodeInbound(part) },
        { parent: key },
      ),
    ),
  ];
}

function inEdge(ids: readonly string[], call: number, to: number): InEdge {
  const from = Math.floor(call / CALLS);
  const place = { path: pathOf(Math.floor(from / PER_FILE)), line: lineOf(from) + (call % CALLS) };
  return {
    kind: 'call',
    to: ids[to] as string,
    from: ids[from] as string,
    ...place,
    how: 'import',
    candidates: 1,
    args: call % CALLS,
  };
}

function lineOf(symbol: number): number {
  return 1 + (symbol % PER_FILE) * LINES;
}

/** The first of a file is a class, nine are its methods, with names that others have too; the rest are functions. */
function nameOf(symbol: number): string {
  const place = symbol % PER_FILE;
  if (place === 0) return `Thing${symbol / PER_FILE}`;
  return place < 10 ? `method_${(symbol * 7919) % COMMON}` : `function_${symbol}`;
}

function qualifiedOf(symbol: number): string {
  const place = symbol % PER_FILE;
  return place > 0 && place < 10 ? `${nameOf(symbol - place)}.${nameOf(symbol)}` : nameOf(symbol);
}

interface Around extends Omit<Filling, 'deps'> {
  readonly path: string;
}

function symbolRecord(symbol: number, { ids, path, importance, calls }: Around): SymbolRecord {
  const place = symbol % PER_FILE;
  const [name, isMethod] = [nameOf(symbol), place > 0 && place < 10];
  return {
    name,
    folded: foldName(name),
    qualified: qualifiedOf(symbol),
    kind: place === 0 ? 'class' : isMethod ? 'method' : 'function',
    language: 'python',
    file: fileKey(path),
    path,
    line: lineOf(symbol),
    lines: [lineOf(symbol), lineOf(symbol) + (place === 0 ? LINES * 10 : LINES) - 1],
    parent: isMethod ? (ids[symbol - place] as string) : null,
    signature: `def ${name}(self, first, second=None)`,
    doc: 'What it does, in one sentence of usual length.',
    visibility: 'public',
    flags: [],
    bases: [],
    decorators: [],
    params: 3,
    is_test: false,
    callers: calls.callersOf(symbol).length,
    callees: CALLS,
    importance: importance[symbol] as number,
  };
}

function fileRecord(path: string, own: readonly number[], importance: Float64Array) {
  return {
    path,
    folder: path,
    language: 'python',
    state: 'ok' as const,
    reason: null,
    size: 8000,
    lines: PER_FILE * LINES,
    stamp: '1',
    hash: hash('sha256', path),
    is_test: false,
    memory: null,
    symbols: own.length,
    unreadable: [],
    importance: own.reduce((sum, symbol) => sum + (importance[symbol] as number), 0),
    valid_from: 1,
    commit: null,
    links: null,
    checked_at: 1,
  };
}

function repository(symbols: number) {
  return {
    name: 'bench',
    root: '/bench',
    place: hash('sha256', '/bench'),
    identity: 'bench',
    store: STORE,
    git: false,
    branch: null,
    head: null,
    options: { languages: null, include_tests: true, max_file_size: 1e7, recursive: true, commits: false, exclude: [] },
    state: 'ready' as const,
    error: null,
    counts: {
      files: symbols / PER_FILE,
      lines: symbols * LINES,
      bytes: symbols * 400,
      symbols,
      edges: symbols * CALLS,
      external: 0,
      unresolved: 0,
      partial: 0,
      text: 0,
      stale: 0,
      left_out: {},
      languages: { python: symbols / PER_FILE },
    },
    generation: 1,
    linked: 1,
    added_at: 1,
    indexed_at: 1,
  };
}
