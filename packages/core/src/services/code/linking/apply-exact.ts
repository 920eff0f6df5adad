/**
 * What a compiler said takes the place of what was found without one, call by call: the definition that it names, and of our own candidates
 * those that do what that one declares. What it does not name (values that were handed on, other languages) stays as it was found.
 */
import type { DefinitionPlace, ExactLinks } from '../../../ports/index.ts';
import type { EdgeTarget, Linked, LinkedSymbol, LinkEdge, UnresolvedCall } from '../link/index.ts';

export function applyExact(linked: Linked, exact: ReadonlyMap<string, ExactLinks>): Linked {
  return exact.size === 0 ? linked : new Applying(linked, exact).run();
}

class Applying {
  readonly #linked: Linked;
  readonly #places = new Map<string, number>();
  /** By path and site. */
  readonly #called = new Map<string, number>();
  /** What does what a symbol only declares. */
  readonly #doing = new Map<number, Set<number>>();
  readonly #related: LinkEdge[] = [];

  constructor(linked: Linked, exact: ReadonlyMap<string, ExactLinks>) {
    this.#linked = linked;
    for (const [i, { path, line, name }] of linked.symbols.entries()) this.#places.set(keyOf([path, line, name]), i);
    for (const { kind, from, to } of linked.edges) {
      if (kind !== 'overrides') continue;
      for (const target of to) if ('symbol' in target) this.#does(from, target.symbol);
    }
    for (const [path, { calls, implements: pairs }] of exact) {
      for (const [start, end, to] of calls) {
        const symbol = this.#places.get(keyOf(to));
        if (symbol !== undefined) this.#called.set(`${path} ${start} ${end}`, symbol);
      }
      for (const [from, to] of pairs) this.#relate(this.#places.get(keyOf(from)), this.#places.get(keyOf(to)));
    }
  }

  run(): Linked {
    const known = new Set(this.#linked.edges.filter(({ site }) => site === null).map(relationKey));
    const related = this.#related.filter((edge) => !known.has(relationKey(edge)));
    const edges = this.#linked.edges.map((edge) => (edge.kind === 'call' && !edge.implied ? this.#settle(edge) : edge));
    const unresolved: UnresolvedCall[] = [];
    for (const call of this.#linked.unresolved) {
      const named = this.#namedAt(call);
      const { from, line, site } = call;
      if (named === null) unresolved.push(call);
      else edges.push({ kind: 'call', from, line, site, to: [{ symbol: named, how: 'type' }] });
    }
    return { ...this.#linked, edges: inOrder(this.#linked.symbols, [...edges, ...related]), unresolved };
  }

  #symbol(place: number): LinkedSymbol {
    return this.#linked.symbols[place] as LinkedSymbol;
  }

  #relate(from: number | undefined, to: number | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    this.#does(from, to);
    const { kind, line } = this.#symbol(from);
    const how = MEMBERS.has(kind) ? 'overrides' : 'implements';
    this.#related.push({ kind: how, from, to: [{ symbol: to, how: 'type' }], line, site: null });
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
    return site ? (this.#called.get(`${this.#symbol(from).path} ${site[0]} ${site[1]}`) ?? null) : null;
  }

  #does(one: number, what: number): void {
    this.#doing.set(what, (this.#doing.get(what) ?? new Set()).add(one));
  }
}

const MEMBERS: ReadonlySet<string> = new Set(['method', 'function', 'property', 'field', 'constructor', 'lambda']);

function keyOf([path, line, name]: DefinitionPlace): string {
  return `${line} ${name} ${path}`;
}

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
