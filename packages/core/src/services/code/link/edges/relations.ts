/** What symbols are to each other beside calls: inheriting, implementing, overriding, being named, being tested. */
import type { CodeCall, CodeFlow, Expr } from '../../../../ports/index.ts';
import { KIND } from '../flow/values.ts';
import { placeAt, type Place, type World } from '../flow/world.ts';
import type { ProgramFile } from '../program.ts';
import type { EdgeKind, LinkEdge } from '../types.ts';
import { lower } from '../flow/lower.ts';

/** Gives way after every thousand symbols. */
export function* classEdges(world: World): Generator<void, LinkEdge[]> {
  const edges: LinkEdge[] = [];
  for (const [id, symbol] of world.program.symbols.entries()) {
    if (id % 1000 === 999) yield;
    if (world.program.file(id).isOutside) continue;
    if (world.program.isClass(id)) {
      for (const base of world.classes.entry(id).bases)
        edges.push(relation(world, inheriting(world, base), [id, base]));
    }
    const around = world.program.classOf(id);
    if (around === null || !world.program.isCallable(id) || symbol.kind === 'constructor') continue;
    const above = overridden(world, around, symbol.name);
    if (above !== null) edges.push(relation(world, 'overrides', [id, above]));
  }
  return edges;
}

function inheriting(world: World, base: number): EdgeKind {
  const { kind } = world.program.symbol(base);
  return kind === 'interface' || kind === 'trait' ? 'implements' : 'inherits';
}

function overridden(world: World, around: number, name: string): number | null {
  for (const one of world.classes.orderOf(around).slice(1)) {
    const inner = world.program.innerScope(one);
    const symbol = inner === null ? null : (world.scopes.own(inner, name)?.symbol ?? null);
    if (symbol !== null) return symbol;
  }
  return null;
}

function relation(world: World, kind: EdgeKind, [from, to]: readonly [number, number]): LinkEdge {
  const { line } = world.program.symbol(from);
  return { kind, from, to: [{ symbol: to, how: 'scope' }], line, site: null };
}

/** Definitions that are named without being called: handed over, returned, put into tables. */
export function referenceEdges(world: World, file: ProgramFile, put: (edge: LinkEdge) => void): void {
  const seen = new Set<string>();
  const note = (expr: Name, { scope, line, start, end }: CodeFlow | CodeCall): void => {
    const to = meant(world, expr, { file, scope, line, start, end });
    if (to === null) return;
    const from = world.program.runnerOf(file, scope);
    if (to === from) return;
    const key = `${from} ${to} ${line}`;
    if (seen.has(key)) return;
    seen.add(key);
    put({ kind: 'references', from, to: [{ symbol: to, how: 'scope' }], line, site: [start, end] });
  };
  for (const flow of file.facts.flows) eachName(flow.value, flow, note);
  for (const call of file.facts.calls) for (const { value } of call.args) eachName(value, call, note);
}

type Name = Extract<Expr, readonly ['n', string]>;

/** The one definition that a name is, if it is one by definition or import. */
function meant(world: World, expr: Name, where: Omit<Place, 'implied'>): number | null {
  const binding = world.scopes.find(where.file, where.scope, expr[1]);
  if (!binding) return null;
  if (binding.symbol !== null && binding.count === 1) return binding.symbol;
  if (!binding.import) return null;
  const values = world.solver.valuesOf(lower(world, expr, placeAt(where.file, where)));
  const kind = values.length === 1 ? world.values.kind(values[0] as number) : null;
  return kind === KIND.function || kind === KIND.class ? world.values.of(values[0] as number) : null;
}

function eachName<T>(expr: Expr, of: T, note: (name: Name, of: T) => void): void {
  switch (expr[0]) {
    case 'n':
      return note(expr, of);
    case 'l':
    case 'u':
      for (const one of expr[1]) eachName(one, of, note);
      return;
    case 'o':
      for (const [, value] of expr[1]) eachName(value, of, note);
      return;
    case 'e':
    case 'm':
    case 'w':
      return eachName(expr[1], of, note);
  }
}

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|spec)\.[^/]+$|_test\.\w+$/;

/** Calls from tests to what is none. */
export function testEdges(world: World, calls: readonly LinkEdge[], put: (edge: LinkEdge) => void): void {
  const inTests = world.program.files.map(({ path }) => TEST_PATH.test(path));
  const isTest = (id: number): boolean => {
    if (inTests[world.program.fileOf[id] as number]) return true;
    for (let at: number | null = id; at !== null; at = world.program.parentOf(at)) {
      if (world.program.symbol(at).flags.includes('test')) return true;
    }
    return false;
  };
  for (const edge of calls) {
    if (edge.low || !isTest(edge.from)) continue;
    const to = edge.to.filter((target) => 'symbol' in target && !isTest(target.symbol));
    if (to.length > 0) put({ ...edge, kind: 'tests', to });
  }
}
