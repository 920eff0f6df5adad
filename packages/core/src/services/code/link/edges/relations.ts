/** What symbols are to each other beside calls: inheriting, implementing, overriding, being named, being tested. */
import type { CodeCall, CodeFlow, CodeSymbol, Expr } from '../../../../ports/index.ts';
import { KIND } from '../flow/values.ts';
import { placeAt, type Place, type World } from '../flow/world.ts';
import type { Program, ProgramFile } from '../program.ts';
import type { EdgeKind } from '../types.ts';
import { lower } from '../flow/lower.ts';
import { MARK, type EdgeBook } from './edge-book.ts';
import { HOW_NUMBER, KIND_NUMBER } from './edge-words.ts';

/** Gives way after every thousand symbols. */
export function* classEdges(world: World, book: EdgeBook): Generator<void> {
  const { symbols } = world.program;
  for (let id = 0; id < symbols.length; id++) {
    if (id % 1000 === 999) yield;
    if (world.program.file(id).isOutside) continue;
    if (world.program.isClass(id)) {
      for (const base of world.classes.entry(id).bases) relate(world, book, inheriting(world, base), [id, base]);
    }
    const around = world.program.classOf(id);
    const { kind, name } = symbols[id] as CodeSymbol;
    if (around === null || !world.program.isCallable(id) || kind === 'constructor') continue;
    const above = overridden(world, around, name);
    if (above !== null) relate(world, book, 'overrides', [id, above]);
  }
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

function relate({ program }: World, book: EdgeBook, kind: EdgeKind, [from, to]: readonly [number, number]): void {
  book.begin(program.fileOf[from] as number, KIND_NUMBER[kind], from, program.symbol(from).line);
  book.target(to, HOW_NUMBER.scope);
}

/** Definitions that are named without being called: handed over, returned, put into tables. */
export function referenceEdges(world: World, book: EdgeBook, file: ProgramFile): void {
  const seen = new Set<string>();
  const note = (expr: Name, { scope, line, start, end }: CodeFlow | CodeCall): void => {
    const to = meant(world, expr, { file, scope, line, start, end });
    if (to === null) return;
    const from = world.program.runnerOf(file, scope);
    if (to === from) return;
    const key = `${from} ${to} ${line}`;
    if (seen.has(key)) return;
    seen.add(key);
    book.begin(file.index, KIND_NUMBER.references, from, line);
    book.site(start, end);
    book.target(to, HOW_NUMBER.scope);
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
export function testEdges({ program }: World, book: EdgeBook, calls: number): void {
  const isTest = testsIn(program);
  for (let edge = 0; edge < calls; edge = book.after(edge)) {
    if (book.has(edge, MARK.low) || !isTest(book.from(edge))) continue;
    let isBegun = false;
    for (let i = 0; i < book.count(edge); i++) {
      const [what, how] = [book.what(edge, i), book.how(edge, i)];
      if (how < 0 || isTest(what)) continue;
      if (!isBegun) begin(book, edge, program.fileOf[book.from(edge)] as number);
      isBegun = true;
      book.target(what, how);
    }
  }
}

/** As the call is, without what it calls. */
function begin(book: EdgeBook, edge: number, file: number): void {
  book.begin(file, KIND_NUMBER.tests, book.from(edge), book.line(edge));
  book.site(book.start(edge), book.siteEnd(edge));
  book.mark(book.marks(edge));
  book.written(book.args(edge));
}

function testsIn(program: Program): (id: number) => boolean {
  const inTests = program.files.map(({ path }) => TEST_PATH.test(path));
  return (id) => {
    if (inTests[program.fileOf[id] as number]) return true;
    for (let at: number | null = id; at !== null; at = program.parentOf(at)) {
      if (program.symbol(at).flags.includes('test')) return true;
    }
    return false;
  };
}
