/** What `x.name` is for each thing that `x` can be, and what it becomes when something is put there. */
import type { Lookup } from '../classes/class-table.ts';
import { enter } from './enter.ts';
import { KIND } from './values.ts';
import type { Role } from './roles.ts';
import type { Ask, Place, World } from './world.ts';

/** Names of what is not ours grow with every dot; beyond this nobody wants to read them. */
const LONGEST_NAME = 80;

const STATIC = { isStatic: true };

export function load(world: World, value: number, ask: Ask): void {
  const { values, solver } = world;
  switch (values.kind(value)) {
    case KIND.instance:
    case KIND.prototype:
      return fromLookup(world, { lookup: world.classes.lookup(values.of(value), ask.word), receiver: value }, ask);
    case KIND.class:
      return loadOfClass(world, value, ask);
    case KIND.super:
      return loadOfSuper(world, value, ask);
    case KIND.module:
    case KIND.package:
      solver.flow(world.modules.member(value, ask.name), ask.into);
      return;
    case KIND.object:
      return loadOfObject(world, value, ask);
    case KIND.function:
    case KIND.generator:
      return loadOfFunction(world, value, ask);
    case KIND.external:
    case KIND.builtin:
      return loadOfForeign(world, value, ask);
  }
}

function loadOfSuper(world: World, value: number, ask: Ask): void {
  const { values } = world;
  const [after, receiver] = [values.of(value), values.with(value)];
  const isStatic = values.kind(receiver) === KIND.class;
  const lookup = world.classes.lookup(values.of(receiver), ask.word, { after, isStatic });
  fromLookup(world, { lookup, receiver }, ask);
}

/** Functions have fields in JavaScript; what a generator gives is the `value` of each of its steps. */
function loadOfFunction(world: World, value: number, ask: Ask): void {
  const { values, solver, fields } = world;
  if (values.kind(value) === KIND.generator) {
    if (ask.name === 'value') solver.flow(world.yieldOf(values.of(value)), ask.into);
    return;
  }
  if (ask.name === 'prototype') solver.add(ask.into, values.make(KIND.prototype, values.of(value)));
  solver.flow(fields.at(value, ask.word), ask.into);
}

function loadOfClass(world: World, value: number, ask: Ask): void {
  const symbol = world.values.of(value);
  if (ask.name === 'prototype' && world.program.file(symbol).language === 'javascript') {
    world.solver.add(ask.into, world.values.make(KIND.prototype, symbol));
    return;
  }
  fromLookup(world, { lookup: world.classes.lookup(symbol, ask.word, STATIC), receiver: value }, ask);
}

function loadOfObject(world: World, value: number, ask: Ask): void {
  // Objects can come to be their own prototypes, by some way round.
  if (world.isPython(value) || !world.asksFirst(ask.number, value)) return;
  const { solver, fields, handlers } = world;
  solver.on(fields.at(value, ask.word), handlers.takeMember, ask.number, value);
  // What lies somewhere in a list lies at a place of it, not under a name.
  if (world.shapeOf(value) !== 'list' || /^\d+$/.test(ask.name))
    solver.on(fields.anywhere(value), handlers.takeMember, ask.number, value);
  solver.on(fields.parentOf(value), handlers.load, ask.number);
}

function loadOfForeign(world: World, value: number, { name, word, into }: Ask): void {
  const inside = world.values.inside(value, { name, word, most: LONGEST_NAME });
  if (inside >= 0) world.solver.add(into, inside);
}

function fromLookup(world: World, { lookup, receiver }: { lookup: Lookup; receiver: number }, ask: Ask): void {
  const { solver, handlers } = world;
  solver.on(lookup.fields, handlers.takeField, ask.number, receiver);
  solver.on(lookup.members, handlers.takeMember, ask.number, receiver);
}

/** A function that is taken from an object goes with it, where the language says so; a getter is called at once. */
export function take(
  world: World,
  { value, receiver, ofClass }: { value: number; receiver: number; ofClass: boolean },
  ask: Ask,
): void {
  const { values, solver } = world;
  if (values.kind(value) !== KIND.function) {
    solver.add(ask.into, value);
    return;
  }
  const symbol = values.of(value);
  const role = world.roleOf(symbol);
  if (role === 'setter') return;
  if (role === 'getter') return get(world, { symbol, receiver }, ask);
  if (role === 'static' || !goesWith(world, receiver, { toCall: ask.toCall, ofClass, role }))
    solver.add(ask.into, value);
  else solver.add(ask.into, values.make(KIND.bound, symbol, role === 'class' ? classOf(world, receiver) : receiver));
}

function goesWith(
  world: World,
  receiver: number,
  ask: { readonly toCall: boolean; readonly ofClass: boolean; readonly role: Role },
): boolean {
  const { values, program } = world;
  const kind = values.kind(receiver);
  const isPython =
    (kind === KIND.instance || kind === KIND.class) && program.file(values.of(receiver)).language === 'python';
  if (!isPython) return ask.toCall;
  return ask.ofClass && (kind === KIND.instance || ask.role === 'class');
}

function classOf(world: World, receiver: number): number {
  const { values } = world;
  return values.kind(receiver) === KIND.instance ? values.make(KIND.class, values.of(receiver)) : receiver;
}

function get(world: World, { symbol, receiver }: { symbol: number; receiver: number }, ask: Ask): void {
  if (world.values.kind(receiver) === KIND.class && world.program.file(symbol).language === 'python') return;
  enter(world, world.invocation(world.impliedAt(ask.place), { result: ask.into }), symbol, receiver);
}

export function store(
  world: World,
  value: number,
  { name, from, place }: { name: string; from: number; place: Place },
): void {
  const { values, solver, fields } = world;
  switch (values.kind(value)) {
    case KIND.instance:
      solver.flow(from, fields.node(value, name));
      return set(world, value, { name, from, place });
    case KIND.module: {
      solver.flow(from, world.modules.member(value, name));
      return;
    }
    case KIND.object:
    case KIND.class:
    case KIND.prototype:
    case KIND.function:
      solver.flow(from, fields.node(value, name));
  }
}

/** A setter hears of what is put there. */
function set(
  world: World,
  receiver: number,
  { name, from, place }: { name: string; from: number; place: Place },
): void {
  const { solver, values, classes } = world;
  solver.react(classes.lookup(values.of(receiver), world.words.of(name)).members, (member) => {
    if (values.kind(member) !== KIND.function || world.roleOf(values.of(member)) !== 'setter') return;
    const invocation = world.invocation(world.impliedAt(place), { args: [{ node: from }] });
    enter(world, invocation, values.of(member), receiver);
  });
}
