/** The statements of a file: assignments, returns, loops, `with`, `raise`, and calls. */
import type { CodeCall, CodeFlow, Expr } from '../../../../ports/index.ts';
import { CALLING_METHODS } from '../models/methods.ts';
import type { ProgramFile } from '../program.ts';
import { store } from './attributes.ts';
import { callSpecial, elementsOf, loadItem, loadSlice, storeItem } from './items.ts';
import { keyNode, lower } from './lower.ts';
import { passedBy } from './passing.ts';
import { NOWHERE } from './solver.ts';
import { KIND } from './values.ts';
import { placeAt, type Argument, type Invocation, type Place, type World } from './world.ts';

export function lowerStatements(world: World, file: ProgramFile): void {
  const { flows, calls } = file.facts;
  for (let i = 0; i < flows.length; i++) {
    const flow = flows[i] as CodeFlow;
    lowerFlow(world, flow, { i, place: placeAt(file, flow) });
  }
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i] as CodeCall;
    // Of files outside, bodies of functions are closed.
    if (file.isOutside && call.callee[0] === '?') continue;
    lowerCall(world, call, { i, place: placeAt(file, call) });
  }
}

function lowerFlow(world: World, flow: CodeFlow, { i, place }: { i: number; place: Place }): void {
  const { solver, program } = world;
  const put = (node: number, expr?: Expr): void => {
    if (flow.target?.[0] === 'n') solver.flow(node, world.scopes.writtenBy(place.file, i));
    else if (flow.target) assign(world, flow.target, { node, place, ...(expr && { expr }) });
  };
  if (flow.how === 'return') return lowerReturn(world, flow, place);
  const value = lower(world, flow.value, place);
  switch (flow.how) {
    case 'yield':
      return solver.flow(value, world.yieldOf(program.runnerOf(place.file, flow.scope)));
    case 'raise':
      return raise(world, value, place);
    case 'iterate': {
      const element = solver.node();
      elementsOf(world, value, { into: element, place });
      return put(element);
    }
    case 'enter':
      return put(entered(world, value, place));
    default:
      return put(value, flow.value);
  }
}

/** What the caller handed over itself is given back to that caller alone, when it calls. */
function lowerReturn(world: World, { value, scope }: CodeFlow, place: Place): void {
  const symbol = world.program.runnerOf(place.file, scope);
  for (const choice of value[0] === 'u' ? value[1] : [value]) {
    if (passedBy(world, { file: place.file, scope, symbol }, choice) !== null) continue;
    world.solver.flow(lower(world, choice, place), world.returnOf(symbol));
  }
}

/** A class that is raised is called first. */
function raise(world: World, value: number, place: Place): void {
  world.solver.react(value, (one) => {
    if (world.values.kind(one) !== KIND.class) return;
    world.invoke(world.invocation(world.impliedAt(place), {}), one);
  });
}

/** What `with` gives of a value. */
function entered(world: World, value: number, place: Place): number {
  const given = world.solver.node();
  world.solver.react(value, (one) => {
    if (world.values.kind(one) === KIND.instance) {
      callSpecial(world, one, { name: '__enter__', into: given, place });
      callSpecial(world, one, { name: '__exit__', into: NOWHERE, place });
    } else if (world.values.kind(one) === KIND.generator) world.solver.flow(world.yieldOf(world.values.of(one)), given);
    else world.solver.add(given, one);
  });
  return given;
}

interface Given {
  readonly node: number;
  /** What is assigned, where it is written out. */
  readonly expr?: Expr;
  readonly place: Place;
}

function assign(world: World, target: Expr, given: Given): void {
  const { solver } = world;
  const { node, place } = given;
  switch (target[0]) {
    case 'n':
      return solver.flow(node, world.scopes.written(target));
    case 'a': {
      keep(world, target, given);
      return solver.react(lower(world, target[1], place), (value) => {
        store(world, value, { name: target[2], from: node, place });
      });
    }
    case 's':
      keep(world, target, given);
      return storeItem(world, lower(world, target[1], place), {
        key: keyNode(world, target[2], place),
        from: node,
        place,
      });
    case 'l':
      return assignList(world, target[1], given);
    case 'o':
      return assignObject(world, target[1], given);
    case 'u': {
      const [into, ...otherwise] = target[1];
      const either = solver.node();
      solver.flow(node, either);
      for (const one of otherwise) solver.flow(lower(world, one, place), either);
      return into ? assign(world, into, { node: either, place }) : undefined;
    }
    case 'e':
      return assign(world, target[1], given);
  }
}

/** Beside the object, for those who read it next. */
function keep(world: World, target: Expr, { node, place }: Given): void {
  const kept = world.paths(place.file).written(target);
  if (kept !== undefined) world.solver.flow(node, kept);
}

function assignList(world: World, targets: readonly Expr[], { node, expr, place }: Given): void {
  const { solver } = world;
  const items =
    expr?.[0] === 'l' && expr[1].length === targets.length && ![...expr[1], ...targets].some(isSpread) ? expr[1] : null;
  for (const [i, target] of targets.entries()) {
    const item = items?.[i];
    const into = solver.node();
    if (item) solver.flow(lower(world, item, place), into);
    else if (isSpread(target)) loadSlice(world, node, { from: i, to: null, into, file: place.file });
    else loadItem(world, node, { key: String(i), into, place });
    if (!item && !isSpread(target)) throughGenerator(world, node, { into, place });
    assign(world, target, { node: into, place, ...(item && { expr: item }) });
  }
}

/** `a, b = generator()` takes what it yields. */
function throughGenerator(world: World, node: number, { into, place }: { into: number; place: Place }): void {
  world.solver.react(node, (value) => {
    if (world.values.kind(value) === KIND.generator) elementsOf(world, world.constant(value), { into, place });
  });
}

function isSpread(expr: Expr): boolean {
  return expr[0] === 'e';
}

function assignObject(
  world: World,
  entries: readonly (readonly [string | null, Expr])[],
  { node, place }: Given,
): void {
  for (const [key, target] of entries) {
    if (isSpread(target)) {
      assign(world, target, { node, place });
      continue;
    }
    const into = world.solver.node();
    if (key === null) loadItem(world, node, { key: null, into, place });
    else world.solver.on(node, world.handlers.load, world.ask({ name: key, into, toCall: false, place }).number);
    assign(world, target, { node: into, place });
  }
}

function lowerCall(world: World, call: CodeCall, { i, place }: { i: number; place: Place }): void {
  const args: Argument[] = [];
  let isOpen = false;
  for (const arg of call.args) {
    const lowered = argumentOf(world, arg, place);
    isOpen ||= lowered.spread === true;
    args.push(lowered);
  }
  const site = world.site(place, call.callee, isOpen ? null : args.length);
  const result = world.resultOf(place.file.calls + i);
  keepUpdates(world, call, place);
  const invocation = world.invocation(site, { args, result, isNew: call.isNew === true });
  site.calleeNode = lowerCallee(world, call, invocation);
  world.solver.on(site.calleeNode, world.handlers.invoke, invocation.number);
}

function argumentOf(world: World, { name, spread, value }: CodeCall['args'][number], place: Place): Argument {
  const isSpreadOut = spread === true || value[0] === 'e';
  const node = lower(world, value[0] === 'e' ? value[1] : value, place);
  if (name === undefined) return isSpreadOut ? { node, spread: true } : { node };
  return isSpreadOut ? { node, name, spread: true } : { node, name };
}

function lowerCallee(world: World, { callee }: CodeCall, invocation: Invocation): number {
  const { site } = invocation;
  const { place } = site;
  if (callee[0] !== 'a') return lower(world, callee, place);
  const [, of, name] = callee;
  const kept = world.paths(place.file).read(of, name, place);
  if (kept !== null) return kept;
  const into = world.solver.node();
  const base = lower(world, of, place);
  site.baseNode = base;
  const { number } = world.ask({ name, into, toCall: true, place });
  world.solver.on(base, world.handlers.loadToCall, number, invocation.number);
  if (place.file.language !== 'javascript') return into;
  callLater(world, base, { invocation, name });
  if (CALLING_METHODS.has(name) && invocation.args.length > 0) world.openMethods.push({ base, invocation });
  return into;
}

/** `promise.then(f)`: `f` gets what the promise is of, but it is not this call that calls it. */
function callLater(world: World, base: number, { invocation, name }: { invocation: Invocation; name: string }): void {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return;
  const hidden = world.hiddenSite(invocation.site.place);
  for (const { node } of invocation.args) {
    world.call(node, { site: hidden, args: name === 'then' ? [{ node: base }] : [], result: invocation.result });
  }
  if (name !== 'then') world.solver.flow(base, invocation.result);
}

function keepUpdates(world: World, call: CodeCall, place: Place): void {
  const given = call.args[0]?.value;
  if (given?.[0] !== 'o') return;
  for (const [, value] of given[1]) {
    const kept = world.paths(place.file).written(value);
    if (kept !== undefined) world.solver.flow(lower(world, value, place), kept);
  }
}
