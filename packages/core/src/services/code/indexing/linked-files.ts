/**
 * What linking found, by file and as it is kept. Symbols that nobody can ask for (lambdas, what functions keep to themselves) stand for
 * those around them: what they call is called by the symbol that they are in. A call of one is told as a call of what it was put into
 * (`const retry = () => …`), and left out where that is only a function that happens to be around.
 */
import { importanceOf, type WeightedEdge } from '../importance.ts';
import type { EdgeTarget, Linked, LinkedSymbol, LinkEdge } from '../link/index.ts';
import { fileKey, type FileEdges, type InEdge, type KeptTarget, type OpenCall, type OutEdge } from '../store/index.ts';
import { keptAmong } from './kept-symbols.ts';
import type { Numbers } from './plan-file.ts';

export interface LinkedFile extends FileEdges {
  readonly edges: OutEdge[];
  readonly unresolved: OpenCall[];
  /** In the order of `to`, then of where they stand. */
  readonly inbound: InEdge[];
  /** By id. */
  readonly numbers: Map<string, Numbers>;
}

export interface LinkedFiles {
  /** By path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  readonly edges: number;
  readonly external: number;
  readonly unresolved: number;
}

const RUNS: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro']);

export function linkedFiles(linked: Linked): LinkedFiles {
  return new Sorting(linked).run();
}

class Sorting {
  readonly #linked: Linked;
  readonly #kept: readonly boolean[];
  readonly #files = new Map<string, LinkedFile>();
  readonly #callers = new Map<number, Set<number>>();
  readonly #callees = new Map<number, Set<number>>();
  readonly #weighted: WeightedEdge[] = [];
  readonly #counts = { edges: 0, external: 0, unresolved: 0 };

  constructor(linked: Linked) {
    this.#linked = linked;
    this.#kept = keptAmong(linked.symbols);
  }

  run(): LinkedFiles {
    const { symbols, edges, unresolved } = this.#linked;
    for (const { path } of symbols) if (!this.#files.has(path)) this.#files.set(path, emptyFile());
    for (const edge of edges) this.#take(edge);
    for (const { from, line, name } of unresolved) {
      const holder = this.#holder(from);
      this.#file(from).unresolved.push({ from: this.#idOf(holder), line, name: cut(name) });
    }
    this.#counts.unresolved = unresolved.length;
    this.#number();
    for (const { inbound } of this.#files.values()) inbound.sort(byPlace);
    return { files: this.#files, ...this.#counts };
  }

  #symbol(place: number): LinkedSymbol {
    return this.#linked.symbols[place] as LinkedSymbol;
  }

  #file(place: number): LinkedFile {
    return this.#files.get(this.#symbol(place).path) as LinkedFile;
  }

  /** The nearest symbol around that is kept, or the file. */
  #holder(place: number): number {
    for (let at = place; ;) {
      const { parent } = this.#symbol(at);
      if (this.#kept[at] || parent === null) return at;
      at = parent;
    }
  }

  /** What a target is told as; null where nothing that is kept stands for it. */
  #meant(place: number): number | null {
    for (let at: number | null = place; at !== null; at = this.#symbol(at).parent) {
      if (this.#kept[at]) return at === place || !RUNS.has(this.#symbol(at).kind) ? at : null;
    }
    return null;
  }

  #idOf(place: number): string {
    return this.#kept[place] ? this.#symbol(place).id : fileKey(this.#symbol(place).path);
  }

  #take(edge: LinkEdge): void {
    const from = this.#holder(edge.from);
    const { path } = this.#symbol(from);
    const ours: { readonly place: number; readonly target: Extract<KeptTarget, { symbol: string }> }[] = [];
    const to: KeptTarget[] = [];
    for (const target of edge.to) {
      const kept = this.#target(target);
      if (kept === null) continue;
      if (kept.place !== null) ours.push({ place: kept.place, target: kept.target as { symbol: string; how: never } });
      to.push(kept.target);
    }
    if (to.length === 0) return;
    const { kind, line } = edge;
    const marks = { ...(edge.implied ? { implied: true as const } : {}), ...(edge.low ? { low: true as const } : {}) };
    const cutShort = edge.cut ? { cut: true as const } : {};
    (this.#files.get(path) as LinkedFile).edges.push({ kind, from: this.#idOf(from), line, to, ...marks, ...cutShort });
    this.#counts[ours.length > 0 ? 'edges' : 'external'] += 1;
    for (const { place, target } of ours) {
      const { symbol, how } = target;
      const seen = { kind, to: symbol, from: this.#idOf(from), path, line, how, candidates: to.length, ...marks };
      this.#file(place).inbound.push(seen);
      this.#weigh(edge, from, place, ours.length);
    }
  }

  #target(target: EdgeTarget): { readonly place: number | null; readonly target: KeptTarget } | null {
    if (!('symbol' in target))
      return { place: null, target: 'external' in target ? { external: cut(target.external) } : target };
    const place = this.#meant(target.symbol);
    return place === null ? null : { place, target: { symbol: this.#symbol(place).id, how: target.how } };
  }

  /** Guesses and tests do not make a symbol important, and are no callers of its own kind. */
  #weigh({ kind, low }: LinkEdge, from: number, to: number, candidates: number): void {
    if (low || kind === 'tests') return;
    if (this.#kept[from]) this.#weighted.push({ from, to, weight: 1 / candidates });
    if (kind !== 'call' || from === to) return;
    setOf(this.#callers, to).add(from);
    setOf(this.#callees, from).add(to);
  }

  #number(): void {
    const places = [...this.#kept.entries()].filter(([, isKept]) => isKept).map(([place]) => place);
    const ranks = new Map(places.map((place, rank) => [place, rank]));
    const among = this.#weighted.map(({ from, to, weight }) => ({
      from: ranks.get(from) ?? -1,
      to: ranks.get(to) ?? -1,
      weight,
    }));
    const importance = importanceOf(places.length, among);
    for (const [rank, place] of places.entries()) {
      this.#file(place).numbers.set(this.#symbol(place).id, {
        callers: this.#callers.get(place)?.size ?? 0,
        callees: this.#callees.get(place)?.size ?? 0,
        importance: importance[rank] as number,
      });
    }
  }
}

function emptyFile(): LinkedFile {
  return { edges: [], unresolved: [], inbound: [], numbers: new Map() };
}

function setOf(map: Map<number, Set<number>>, key: number): Set<number> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<number>();
  map.set(key, made);
  return made;
}

function byPlace(a: InEdge, b: InEdge): number {
  return (
    compare(a.to, b.to) ||
    compare(a.path, b.path) ||
    a.line - b.line ||
    compare(a.from, b.from) ||
    compare(a.kind, b.kind)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const LONGEST = 300;

function cut(name: string): string {
  return name.slice(0, LONGEST).toWellFormed();
}
