/**
 * What linking found of the files of a part, as it is kept. Symbols that nobody can ask for (lambdas, what functions keep to themselves)
 * stand for those around them: what they call is called by the symbol that they are in. A call of one is told as a call of what it was
 * put into (`const retry = () => …`), and left out where that is only a function that happens to be around.
 */
import type { EdgeTarget, Linked, LinkedSymbol, LinkEdge } from '../link/index.ts';
import { keptAmong } from '../indexing/kept-symbols.ts';
import { fileKey, type KeptTarget, type OpenCall, type OutEdge } from '../store/index.ts';
import type { EdgeRow } from './edge-rows.ts';

export interface OutgoingFile {
  readonly edges: OutEdge[];
  readonly unresolved: OpenCall[];
  /** Of its symbols, by their number; null for one that nobody can ask for. */
  readonly ids: (string | null)[];
  readonly counts: { edges: number; external: number; unresolved: number };
}

const RUNS: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro']);

interface Meant {
  readonly place: number | null;
  readonly target: KeptTarget;
}

export class PartLinks {
  readonly #linked: Linked;
  readonly #kept: readonly boolean[];
  readonly #fileOf: (path: string) => number;
  readonly #push: (row: EdgeRow) => void;
  /** By path. */
  readonly files = new Map<string, OutgoingFile>();

  /** `fileOf`: the place of a file in the repository. `push` hears of all edges to symbols. */
  constructor(linked: Linked, fileOf: (path: string) => number, push: (row: EdgeRow) => void) {
    this.#linked = linked;
    this.#kept = keptAmong(linked.symbols);
    this.#fileOf = fileOf;
    this.#push = push;
  }

  /** Gives way after every thousand edges. */
  *run(): Generator<void> {
    const { symbols, edges, unresolved } = this.#linked;
    for (let place = 0; place < symbols.length; place++) {
      const { path, id } = this.#symbol(place);
      this.#at(path).ids.push(this.#kept[place] ? id : null);
    }
    for (let i = 0; i < edges.length; i++) {
      if (i % 1000 === 999) yield;
      this.#take(edges[i] as LinkEdge);
    }
    for (const { from, line, name } of unresolved) {
      const file = this.#at(this.#symbol(from).path);
      file.unresolved.push({ from: this.#idOf(this.#holder(from)), line, name: cut(name) });
      file.counts.unresolved += 1;
    }
  }

  #at(path: string): OutgoingFile {
    const known = this.files.get(path);
    if (known) return known;
    const made = { edges: [], unresolved: [], ids: [], counts: { edges: 0, external: 0, unresolved: 0 } };
    this.files.set(path, made);
    return made;
  }

  #symbol(place: number): LinkedSymbol {
    return this.#linked.symbols[place] as LinkedSymbol;
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
    const meant: Meant[] = [];
    const to: KeptTarget[] = [];
    let ours = 0;
    for (const target of edge.to) {
      const one = this.#target(target);
      if (one === null) continue;
      meant.push(one);
      to.push(one.target);
      if (one.place !== null) ours += 1;
    }
    if (meant.length === 0) return;
    const { kind, line } = edge;
    const file = this.#at(this.#symbol(from).path);
    file.edges.push({ kind, from: this.#idOf(from), line, to, ...marksOf(edge) });
    file.counts[ours > 0 ? 'edges' : 'external'] += 1;
    for (const one of meant) this.#tell(edge, { from, one, candidates: to.length, ours });
  }

  #tell(
    { kind, line, implied, low, args, member }: LinkEdge,
    { from, one, candidates, ours }: { from: number; one: Meant; candidates: number; ours: number },
  ): void {
    if (one.place === null || !('symbol' in one.target)) return;
    const [source, target] = [this.#symbol(from), this.#symbol(one.place)];
    this.#push({
      toFile: this.#fileOf(target.path),
      to: target.index,
      fromFile: this.#fileOf(source.path),
      from: this.#kept[from] ? source.index : -1,
      line,
      kind,
      how: one.target.how,
      implied: implied === true,
      low: low === true,
      args: args ?? -1,
      member: member === true,
      candidates,
      ours,
    });
  }

  #target(target: EdgeTarget): Meant | null {
    if ('external' in target) return { place: null, target: { external: cut(target.external) } };
    if ('builtin' in target) return { place: null, target };
    const place = this.#meant(target.symbol);
    return place === null ? null : { place, target: { symbol: this.#symbol(place).id, how: target.how } };
  }
}

function marksOf({ implied, low, cut: isCut, args, member }: LinkEdge): Omit<OutEdge, 'kind' | 'from' | 'line' | 'to'> {
  return {
    ...(implied ? { implied } : {}),
    ...(low ? { low } : {}),
    ...(args === undefined ? {} : { args }),
    ...(member ? { member } : {}),
    ...(isCut ? { cut: isCut } : {}),
  };
}

const LONGEST = 300;

function cut(name: string): string {
  return name.slice(0, LONGEST).toWellFormed();
}
