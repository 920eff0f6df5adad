/** A function is called: the arguments go to its parameters, what it returns goes to the call. */
import type { CodeParam } from '../../../../ports/index.ts';
import { THIS } from './passing.ts';
import { KIND } from './values.ts';
import type { Argument, Invocation, World } from './world.ts';

/** A function that hands its `*args` to itself with one more before them would else have a place for each, without end. */
const MOST_PLACES = 64;

/** `receiver` is what it is called on; null for none. */
export function enter(world: World, invocation: Invocation, symbol: number, receiver: number | null): void {
  world.calls(invocation.site, symbol);
  if (receiver !== null) handReceiver(world, invocation, { symbol, receiver });
  if (!world.lists.pushOnce(invocation.entered, symbol)) return;
  const shift = receiver !== null && world.program.file(symbol).language === 'python' ? 1 : 0;
  handOver(world, invocation, { symbol, shift });
  if (world.yields(symbol)) world.solver.add(invocation.result, world.values.make(KIND.generator, symbol));
  else world.solver.flow(world.returnOf(symbol), invocation.result);
}

function handReceiver(
  world: World,
  { result }: Invocation,
  { symbol, receiver }: { symbol: number; receiver: number },
): void {
  world.solver.add(world.selfOf(symbol), receiver);
  const place = world.program.file(symbol).language === 'python' ? 0 : THIS;
  if (world.passed.get(symbol)?.has(place)) world.solver.add(result, receiver);
}

interface Callee {
  readonly symbol: number;
  readonly shift: number;
  /** Where the answer goes, for what is given back as it was handed over. */
  readonly result: number;
}

function hand(world: World, node: number, { callee, place }: { callee: Callee; place: number }): void {
  world.solver.flow(node, world.scopes.param(callee.symbol, place));
  if (world.passed.get(callee.symbol)?.has(place)) world.solver.flow(node, callee.result);
}

function handOver(world: World, { args, result }: Invocation, bare: Omit<Callee, 'result'>): void {
  const callee: Callee = { ...bare, result };
  const { params } = world.program.symbol(callee.symbol);
  let at = callee.shift + (params[0]?.kind === 'self' && callee.shift === 0 && !isPython(world, callee) ? 1 : 0);
  for (const arg of args) {
    if (arg.name !== undefined) byName(world, arg, { callee, name: arg.name });
    else if (arg.spread) spread(world, arg, { callee, at });
    else byPlace(world, arg.node, { callee, at: at++ });
  }
}

function isPython(world: World, { symbol }: Callee): boolean {
  return world.program.file(symbol).language === 'python';
}

function byPlace(world: World, node: number, { callee, at }: { callee: Callee; at: number }): void {
  const { params } = world.program.symbol(callee.symbol);
  const rest = world.program.restOf[callee.symbol] as number;
  if (rest >= 0 && at >= rest) {
    const all = collected(world, callee.symbol, rest);
    const place = at - rest;
    world.solver.flow(node, place < MOST_PLACES ? world.fields.node(all, String(place)) : world.fields.anywhere(all));
    return;
  }
  const param = params[at];
  if (param && param.kind !== 'keyword') hand(world, node, { callee, place: at });
}

function byName(world: World, arg: Argument, { callee, name }: { callee: Callee; name: string }): void {
  const { params } = world.program.symbol(callee.symbol);
  const at = params.findIndex((param) => param.name === name && isPlain(param));
  if (at >= 0) {
    hand(world, arg.node, { callee, place: at });
    return;
  }
  const rest = params.findIndex(({ kind }) => kind === 'named');
  if (rest >= 0) world.solver.flow(arg.node, world.fields.node(collected(world, callee.symbol, rest), name));
}

function isPlain({ kind }: CodeParam): boolean {
  return kind === 'plain' || kind === 'keyword';
}

/** `f(*list)` and `f(**dictionary)`: what is known by place goes to its place, by name to its name. */
function spread(world: World, arg: Argument, { callee, at }: { callee: Callee; at: number }): void {
  const { params } = world.program.symbol(callee.symbol);
  world.solver.react(arg.node, (value) => {
    if (world.values.kind(value) !== KIND.object) return;
    const isList = world.shapeOf(value) === 'list';
    world.fields.watch(value, (name, node) => {
      if (name === null) {
        for (let i = at; i < params.length; i++) byPlace(world, node, { callee, at: i });
      } else if (isList) byPlace(world, node, { callee, at: at + Number(name) });
      else byName(world, { node }, { callee, name });
    });
  });
}

/** The list or dictionary in which a function finds the arguments that have no parameter of their own. */
function collected(world: World, symbol: number, place: number): number {
  const node = world.scopes.param(symbol, place);
  const there = world.collected.get(node);
  if (there !== undefined) return there;
  const shape = world.program.symbol(symbol).params[place]?.kind === 'rest' ? 'list' : 'dictionary';
  const value = world.object(shape, world.program.file(symbol));
  world.collected.set(node, value);
  world.solver.add(node, value);
  return value;
}
