/**
 * What is assumed where nothing was seen to flow: `self` is an object of its class, and a parameter, field or result is what its
 * annotation says. Where something was seen, that says more.
 */
import type { CodeParam, CodeSymbol, Expr } from '../../../../ports/index.ts';
import type { ProgramFile } from '../program.ts';
import { lower } from './lower.ts';
import { NOWHERE } from './solver.ts';
import { KIND } from './values.ts';
import { placeAt, type Place, type World } from './world.ts';

/** Gives way after every file, and after some hundred of what is assumed. */
export function* seed(world: World): Generator<void> {
  const empty: (() => void)[] = [];
  for (const file of world.program.files) {
    const { symbols } = file.facts;
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as CodeSymbol;
      seedSelf(world, file.symbols + i, empty);
      seedTypes(world, { file, symbol, id: file.symbols + i }, empty);
    }
    yield;
  }
  // All at once, so that what is assumed for one is no reason not to assume it for another.
  for (const [i, fill] of empty.entries()) {
    fill();
    if (i % 250 === 249) yield;
  }
}

function isEmpty(world: World, node: number): boolean {
  return node !== NOWHERE && world.solver.isEmpty(node);
}

function seedSelf(world: World, id: number, empty: (() => void)[]): void {
  const around = world.program.isCallable(id) ? world.program.classOf(id) : null;
  if (around === null) return;
  const role = world.roleOf(id);
  const isPython = world.program.file(id).language === 'python';
  const node = role === 'static' && isPython ? NOWHERE : world.selfOf(id);
  if (!isEmpty(world, node)) return;
  const isClass = role === 'class' || (role === 'static' && !isPython);
  empty.push(() => world.solver.add(node, world.values.make(isClass ? KIND.class : KIND.instance, around)));
}

interface Defined {
  readonly file: ProgramFile;
  readonly symbol: CodeSymbol;
  readonly id: number;
}

function seedTypes(world: World, { file, symbol, id }: Defined, empty: (() => void)[]): void {
  const { params, inner } = symbol;
  let place: Place | null = null;
  const fill = (type: Expr | null, node: number): void => {
    if (!type || !isEmpty(world, node)) return;
    const there = (place ??= placeAt(file, symbol));
    empty.push(() => typed(world, type, { into: node, place: there }));
  };
  for (let i = 0; i < params.length; i++) {
    const { type, kind } = params[i] as CodeParam;
    if (type && inner !== null && kind !== 'rest' && kind !== 'named') fill(type, world.scopes.param(id, i));
  }
  if (symbol.returns && world.program.isCallable(id)) fill(symbol.returns, world.returnOf(id));
  if (!symbol.type) return;
  const binding = world.scopes.own(file.scopes + symbol.scope, symbol.name);
  if (binding) fill(symbol.type, binding.node);
  const around = world.program.classOf(id);
  if (around !== null) fill(symbol.type, world.fields.node(world.values.make(KIND.instance, around), symbol.name));
}

/** Around what something may be: these say no more than what is in them. */
export const WRAPPERS: ReadonlySet<string> = new Set(
  'Optional Union Annotated Final ClassVar Promise Awaited Readonly Partial Required NonNullable'.split(' '),
);
export const LISTS: ReadonlySet<string> = new Set(
  'List list Sequence Iterable Iterator Set set FrozenSet frozenset Tuple tuple Collection Deque Array ReadonlyArray'.split(
    ' ',
  ),
);

/** An object of what a type names. */
function typed(world: World, type: Expr, { into, place }: { into: number; place: Place }): void {
  switch (type[0]) {
    case 'n':
    case 'a':
      return ofClass(world, type, { into, place });
    case 'u':
    case 'l':
      for (const one of type[1]) typed(world, one, { into, place });
      return;
    case 's':
      return typedByArguments(world, type, { into, place });
    case 'm':
      return listOf(world, type[1], { into, place });
    case 'k':
      if (typeof type[1] === 'string' && /^[\w.]+$/.test(type[1])) typed(world, pathOf(type[1]), { into, place });
  }
}

/** `Optional[A]`, `Promise<A>`, `List[A]`, `A[B]`. */
function typedByArguments(
  world: World,
  [, of, argument]: Extract<Expr, readonly ['s', ...unknown[]]>,
  { into, place }: { into: number; place: Place },
): void {
  const name = lastName(of);
  const inside = typeof argument === 'object' ? argument : null;
  if (WRAPPERS.has(name) && inside) return typed(world, inside, { into, place });
  if (!LISTS.has(name)) return typed(world, of, { into, place });
  return inside ? listOf(world, inside, { into, place }) : undefined;
}

function ofClass(world: World, type: Expr, { into, place }: { into: number; place: Place }): void {
  world.solver.react(lower(world, type, place), (value) => {
    if (world.values.kind(value) !== KIND.class) return;
    world.solver.add(into, world.values.make(KIND.instance, world.values.of(value)));
  });
}

function listOf(world: World, type: Expr, { into, place }: { into: number; place: Place }): void {
  const list = world.object('list', place.file);
  typed(world, type, { into: world.fields.anywhere(list), place });
  world.solver.add(into, list);
}

function lastName(expr: Expr): string {
  return expr[0] === 'n' ? expr[1] : expr[0] === 'a' ? expr[2] : '';
}

function pathOf(text: string): Expr {
  const [first = '', ...rest] = text.split('.');
  return rest.reduce<Expr>((of, name) => ['a', of, name], ['n', first]);
}

/** `things.map(f)` where nothing is known of the things: that method calls what it is given, whosever it is. */
export function seedCallbacks(world: World): void {
  for (const { base, invocation } of world.openMethods.splice(0)) {
    const callee = invocation.args[0];
    if (!callee || (base !== NOWHERE && !isEmpty(world, base))) continue;
    world.call(callee.node, { site: invocation.site, args: [], result: NOWHERE });
  }
}
