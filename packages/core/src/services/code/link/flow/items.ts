/** What lists, dictionaries, generators and other things that can be walked hold, by place, by key, by slice or all of it. */
import type { ProgramFile } from '../program.ts';
import { load, store } from './attributes.ts';
import { KIND } from './values.ts';
import type { Place, World } from './world.ts';

/** A literal key, a node of keys, or null for any. */
export type Key = string | { readonly node: number } | null;

export function loadItem(
  world: World,
  of: number,
  { key, into, place }: { key: Key; into: number; place: Place },
): void {
  world.solver.react(of, (value) => {
    withKeys(world, key, (known) => {
      if (known === null) anyItem(world, value, { into, place });
      else itemAt(world, value, { name: known, into, place });
    });
  });
}

/** Of an object of a class, `x[key]` walks through nothing: Python has a method for it, and JavaScript reads a member that nobody can name. */
function anyItem(world: World, value: number, { into, place }: { into: number; place: Place }): void {
  if (world.values.kind(value) !== KIND.instance) walk(world, value, { into, place, keysOnly: false });
  else if (isPythonInstance(world, value)) callSpecial(world, value, { name: '__getitem__', into, place });
}

function itemAt(
  world: World,
  value: number,
  { name, into, place }: { name: string; into: number; place: Place },
): void {
  const { values, fields, solver } = world;
  if (values.kind(value) === KIND.object && world.isPython(value)) {
    solver.flow(namedItem(world, value, name), into);
    solver.flow(fields.anywhere(value), into);
  } else if (isPythonInstance(world, value)) {
    callSpecial(world, value, { name: '__getitem__', into, place });
  } else load(world, value, world.ask({ name, into, toCall: false, place }));
}

/** `x[-1]` counts from the end that the list was written with; what was put there later may be anywhere. */
function namedItem(world: World, list: number, name: string): number {
  const isBehind = world.shapeOf(list) === 'list' && /^-\d+$/.test(name);
  if (!isBehind) return world.fields.node(list, name);
  const at = (world.lengths.get(list) ?? -Infinity) + Number(name);
  return at >= 0 ? world.fields.node(list, String(at)) : world.fields.elements(list);
}

export function storeItem(
  world: World,
  of: number,
  { key, from, place }: { key: Key; from: number; place: Place },
): void {
  world.solver.react(of, (value) => {
    withKeys(world, key, (known) => {
      const isObject = world.values.kind(value) === KIND.object;
      if (known === null) {
        if (isObject) world.solver.flow(from, world.fields.anywhere(value));
      } else if (isObject || !isPythonInstance(world, value)) store(world, value, { name: known, from, place });
    });
  });
}

function isPythonInstance(world: World, value: number): boolean {
  return world.values.kind(value) === KIND.instance && world.program.file(world.values.of(value)).language === 'python';
}

/** Each literal that a key can be. One that is never known to be any is told by `settleKeys`. */
function withKeys(world: World, key: Key, use: (known: string | null) => void): void {
  if (key === null || typeof key === 'string') return use(key);
  const ask = { node: key.node, used: false, use };
  if (key.node === 0) return use(null);
  world.openKeys.push(ask);
  world.solver.react(key.node, (value) => {
    if (world.values.kind(value) !== KIND.constant) return;
    ask.used = true;
    use(String(world.values.text(value)));
  });
}

/** Keys of which nothing is known by the end may be any. */
export function settleKeys(world: World): void {
  for (const ask of world.openKeys.splice(0)) if (!ask.used) ask.use(null);
}

export function loadSlice(
  world: World,
  of: number,
  slice: { readonly from: number; readonly to: number | null; readonly into: number; readonly file: ProgramFile },
): void {
  const { fields, solver, values } = world;
  const part = world.object('list', slice.file);
  solver.react(of, (value) => {
    if (values.kind(value) !== KIND.object) return;
    solver.add(slice.into, part);
    const sure = slice.from >= 0 && (slice.to === null || slice.to >= 0);
    fields.watch(value, (name, node) => {
      const at = Number(name);
      if (name === null || !sure || Number.isNaN(at)) solver.flow(node, fields.anywhere(part));
      else if (at >= slice.from && at < (slice.to ?? Infinity))
        solver.flow(node, fields.node(part, String(at - slice.from)));
    });
  });
}

/** What iterating over it gives. */
export function elementsOf(world: World, of: number, { into, place }: { into: number; place: Place }): void {
  world.solver.react(of, (value) => walk(world, value, { into, place, keysOnly: true }));
}

function walk(
  world: World,
  value: number,
  { into, place, keysOnly }: { into: number; place: Place; keysOnly: boolean },
): void {
  const { values, solver, fields } = world;
  switch (values.kind(value)) {
    case KIND.object:
      if (keysOnly && world.isPython(value) && world.shapeOf(value) === 'dictionary') keysOf(world, value, into);
      else solver.flow(fields.elements(value), into);
      return;
    case KIND.generator:
      solver.flow(world.yieldOf(values.of(value)), into);
      return;
    case KIND.instance:
      if (world.program.file(values.of(value)).language === 'python') walkInstance(world, value, { into, place });
      else walkIterator(world, value, { into, place });
  }
}

export function keysOf(world: World, value: number, into: number): void {
  world.fields.watch(value, (name) => {
    if (name !== null) world.solver.add(into, world.values.named(KIND.constant, name));
  });
}

/** Python asks for an iterator and then that for one element after another. */
function walkInstance(world: World, value: number, { into, place }: { into: number; place: Place }): void {
  const iterator = world.solver.node();
  callSpecial(world, value, { name: '__iter__', into: iterator, place });
  world.solver.react(iterator, (one) => {
    if (world.values.kind(one) === KIND.instance) callSpecial(world, one, { name: '__next__', into, place });
    else walk(world, one, { into, place, keysOnly: true });
  });
}

function walkIterator(world: World, iterable: number, { into, place }: { into: number; place: Place }): void {
  const iterator = world.solver.node();
  callSpecial(world, iterable, { name: '[Symbol.iterator]', into: iterator, place });
  world.solver.react(iterator, (one) => {
    if (world.values.kind(one) === KIND.generator) return walk(world, one, { into, place, keysOnly: true });
    const next = world.solver.node();
    callSpecial(world, one, { name: 'next', into: next, place });
    const value = world.ask({ name: 'value', into, toCall: false, place });
    world.solver.react(next, (step) => load(world, step, value));
  });
}

/** A method that the language calls by itself. */
export function callSpecial(
  world: World,
  value: number,
  { name, into, place }: { name: string; into: number; place: Place },
): void {
  const member = world.solver.node();
  load(world, value, world.ask({ name, into: member, toCall: true, place }));
  world.solver.react(member, (callee) => {
    const invocation = world.invocation(world.impliedAt(place), { result: into });
    if (world.values.kind(callee) !== KIND.external) world.invoke(invocation, callee);
  });
}
