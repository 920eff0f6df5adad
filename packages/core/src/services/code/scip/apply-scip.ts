/**
 * What a compiler said takes the place of what was found without one, call by call: the definition that it names, and of our own candidates
 * those that do what that one declares. What it does not name (values that were handed on, other languages) stays as it was found.
 */
import type { EdgeTarget, Linked, LinkedSymbol, LinkEdge, UnresolvedCall } from '../link/index.ts';
import { calledAt, keyOf, type Site } from './called-names.ts';
import { fitDocument, nameOf, type PlacedOccurrence } from './fit-document.ts';
import { readScip, type ScipDocument } from './read-scip.ts';

export interface ScipReport {
  /** Files whose text the index was made of, and those that have changed since or are not there. */
  readonly used: number;
  readonly ignored: number;
  /** Calls that mean something else, or something at all, by what it says. */
  readonly calls: number;
  /** Relations that were not known. */
  readonly relations: number;
}

interface Fitting {
  readonly path: string;
  readonly text: string;
  readonly placed: PlacedOccurrence[];
  readonly implements: ScipDocument['implements'];
}

/** `textOf`: what a file says now; null where it is not indexed. INVALID_INPUT for bytes that are no index. */
export function applyScip(
  linked: Linked,
  bytes: Uint8Array,
  textOf: (path: string) => string | null,
): { readonly linked: Linked; readonly report: ScipReport } {
  const fitting: Fitting[] = [];
  let ignored = 0;
  for (const document of readScip(bytes)) {
    const text = textOf(document.path);
    const placed = text === null ? null : fitDocument(document, text);
    if (text === null || placed === null) ignored++;
    else fitting.push({ path: document.path, text, placed, implements: document.implements });
  }
  const applying = new Applying(linked, fitting);
  const { calls, relations, ...said } = applying.run();
  return { linked: { ...linked, ...said }, report: { used: fitting.length, ignored, calls, relations } };
}

class Applying {
  readonly #linked: Linked;
  /** Our symbols by the name that they have in the index. */
  readonly #symbols = new Map<string, number>();
  /** By path and site: what is called there. */
  readonly #called = new Map<string, ReadonlyMap<string, PlacedOccurrence>>();
  /** What does what a symbol only declares. */
  readonly #doing = new Map<number, Set<number>>();
  readonly #related: LinkEdge[] = [];
  #calls = 0;

  constructor(linked: Linked, fitting: readonly Fitting[]) {
    this.#linked = linked;
    for (const { kind, from, to } of linked.edges) {
      if (kind !== 'overrides') continue;
      for (const target of to) if ('symbol' in target) this.#does(from, target.symbol);
    }
    this.#define(fitting);
    const sites = this.#sites();
    for (const { path, placed, text } of fitting) this.#called.set(path, calledAt(sites.get(path) ?? [], placed, text));
    for (const one of fitting) this.#relate(one);
  }

  run(): Pick<Linked, 'edges' | 'unresolved'> & { calls: number; relations: number } {
    const known = new Set(this.#linked.edges.filter(({ site }) => site === null).map(relationKey));
    const related = this.#related.filter((edge) => !known.has(relationKey(edge)));
    const edges = this.#linked.edges.map((edge) => (edge.kind === 'call' && !edge.implied ? this.#settle(edge) : edge));
    const unresolved: UnresolvedCall[] = [];
    for (const call of this.#linked.unresolved) {
      const named = this.#namedAt(call);
      if (named === null) unresolved.push(call);
      else edges.push(this.#found(call, named));
    }
    const all = inOrder(this.#linked.symbols, [...edges, ...related]);
    return { edges: all, unresolved, calls: this.#calls, relations: related.length };
  }

  #symbol(place: number): LinkedSymbol {
    return this.#linked.symbols[place] as LinkedSymbol;
  }

  #define(fitting: readonly Fitting[]): void {
    const places = new Map<string, number>();
    for (const [i, { path, line, name }] of this.#linked.symbols.entries()) places.set(`${path}\0${line}\0${name}`, i);
    for (const { path, placed } of fitting) {
      for (const { symbol, start, isDefinition } of placed) {
        const own = isDefinition ? places.get(`${path}\0${start[0] + 1}\0${nameOf(symbol)}`) : undefined;
        if (own !== undefined && !this.#symbols.has(symbol)) this.#symbols.set(symbol, own);
      }
    }
  }

  #sites(): Map<string, Site[]> {
    const sites = new Map<string, Site[]>();
    const note = ({ from, site }: Pick<LinkEdge, 'from' | 'site'>): void => {
      if (site === null) return;
      const { path } = this.#symbol(from);
      const known = sites.get(path);
      if (known) known.push(site);
      else sites.set(path, [site]);
    };
    for (const edge of this.#linked.edges) if (edge.kind === 'call' && !edge.implied) note(edge);
    for (const call of this.#linked.unresolved) note(call);
    return sites;
  }

  #relate({ implements: pairs }: Fitting): void {
    for (const [symbol, implemented] of pairs) {
      const [from, to] = [this.#symbols.get(symbol), this.#symbols.get(implemented)];
      if (from === undefined || to === undefined || from === to) continue;
      this.#does(from, to);
      const { kind, line } = this.#symbol(from);
      const how = MEMBERS.has(kind) ? 'overrides' : 'implements';
      this.#related.push({ kind: how, from, to: [{ symbol: to, how: 'type' }], line, site: null });
    }
  }

  #found({ from, line, site }: UnresolvedCall, symbol: number): LinkEdge {
    this.#calls++;
    return { kind: 'call', from, line, site, to: [{ symbol, how: 'type' }] };
  }

  #settle(edge: LinkEdge): LinkEdge {
    const named = this.#namedAt(edge);
    if (named === null) return edge;
    const isNamed = (target: EdgeTarget): boolean => 'symbol' in target && this.#stands(target.symbol, named);
    const does = (target: EdgeTarget): boolean =>
      'symbol' in target && (this.#doing.get(named)?.has(target.symbol) ?? false);
    const kept = edge.to.filter((target) => isNamed(target) || does(target));
    const to: EdgeTarget[] = kept.some(isNamed) ? kept : [{ symbol: named, how: 'type' }, ...kept];
    if (!edge.low && to.length === edge.to.length && to.every((one, i) => one === edge.to[i])) return edge;
    this.#calls++;
    const { low: _low, cut: _cut, ...rest } = edge;
    return { ...rest, to };
  }

  /** The symbol itself, or the constructor of the class that it is. */
  #stands(target: number, named: number): boolean {
    if (target === named) return true;
    const { parent, kind, name } = this.#symbol(target);
    return parent === named && (kind === 'constructor' || name === '__init__');
  }

  #namedAt({ from, site }: Pick<LinkEdge, 'from' | 'site'>): number | null {
    const name = site && this.#called.get(this.#symbol(from).path)?.get(keyOf(site));
    return (name && this.#symbols.get(name.symbol)) ?? null;
  }

  #does(one: number, what: number): void {
    this.#doing.set(what, (this.#doing.get(what) ?? new Set()).add(one));
  }
}

const MEMBERS: ReadonlySet<string> = new Set(['method', 'function', 'property', 'field', 'constructor', 'lambda']);

function relationKey({ kind, from, to }: LinkEdge): string {
  return `${kind} ${from} ${to.map((target) => ('symbol' in target ? target.symbol : '')).join()}`;
}

/** By file, then by line, as linking leaves them. */
function inOrder(symbols: readonly LinkedSymbol[], edges: readonly LinkEdge[]): LinkEdge[] {
  const pathOf = ({ from }: LinkEdge): string => symbols[from]?.path ?? '';
  return edges.toSorted((a, b) => {
    const [left, right] = [pathOf(a), pathOf(b)];
    if (left !== right) return left < right ? -1 : 1;
    return a.line - b.line || (a.site?.[0] ?? 0) - (b.site?.[0] ?? 0);
  });
}
