/** What Python's builtin functions do with what they are given, as far as functions can go through them. */
import { store } from '../flow/attributes.ts';
import { copyAll } from '../flow/lower.ts';
import { callSpecial } from '../flow/items.ts';
import { KIND } from '../flow/values.ts';
import {
  argument,
  callBack,
  elements,
  give,
  giveNode,
  listOf,
  named,
  tupleOf,
  type Model,
  type Use,
} from './helpers.ts';

const sameElements: Model = (use) => give(use, listOf(use, elements(use, argument(use, 0))));

/** Whatever of its arguments can be called is called with elements of the others. */
const mapping: Model = (use) => {
  const given = use.invocation.args.map((_, i) => argument(use, i));
  for (const callee of given) {
    const others = given.filter((node) => node !== callee).map((node) => elements(use, node));
    give(use, listOf(use, callBack(use, callee, others)));
  }
};

const filtering: Model = (use) => {
  const element = elements(use, argument(use, 1));
  callBack(use, argument(use, 0), [element]);
  give(use, listOf(use, element));
};

const sorting: Model = (use) => {
  const element = elements(use, argument(use, 0));
  callBack(use, named(use, 'key'), [element]);
  give(use, listOf(use, element));
};

const choosing: Model = (use) => {
  const first = argument(use, 0);
  const element = elements(use, first);
  callBack(use, named(use, 'key'), [element]);
  giveNode(use, element);
  if (use.invocation.args.filter(({ name }) => name === undefined).length < 2) return;
  for (const [i] of use.invocation.args.entries()) giveNode(use, argument(use, i));
};

const reducing: Model = (use) => {
  const element = elements(use, argument(use, 1));
  giveNode(use, callBack(use, argument(use, 0), [use.invocation.result, element]));
  giveNode(use, argument(use, 2));
};

const stepping: Model = (use) => {
  const { world, invocation } = use;
  const { values, solver } = world;
  solver.react(argument(use, 0), (value) => {
    if (values.kind(value) === KIND.generator) solver.flow(world.yieldOf(values.of(value)), invocation.result);
    else if (values.kind(value) === KIND.object) solver.flow(world.fields.elements(value), invocation.result);
    else callSpecial(world, value, { name: '__next__', into: invocation.result, place: invocation.site.place });
  });
};

const iterating: Model = (use) => {
  const { world, invocation } = use;
  world.solver.react(argument(use, 0), (value) => {
    if (world.values.kind(value) !== KIND.instance) return give(use, value);
    callSpecial(world, value, { name: '__iter__', into: invocation.result, place: invocation.site.place });
  });
};

const numbering: Model = (use) =>
  give(use, listOf(use, nodeOf(use, tupleOf(use, [0, elements(use, argument(use, 0))]))));

const zipping: Model = (use) => {
  const items = use.invocation.args.map((_, i) => elements(use, argument(use, i)));
  give(use, listOf(use, nodeOf(use, tupleOf(use, items))));
};

const dictionary: Model = (use) => {
  const { world, invocation } = use;
  const object = world.object('dictionary', invocation.site.place.file);
  for (const arg of invocation.args) {
    if (arg.name !== undefined) world.solver.flow(arg.node, world.fields.node(object, arg.name));
    else copyAll(world, arg.node, object);
  }
  give(use, object);
};

/** With a name that flows tell. */
const getting: Model = (use) => {
  const { world, invocation } = use;
  giveNode(use, argument(use, 2));
  world.solver.react(argument(use, 1), (key) => {
    if (world.values.kind(key) !== KIND.constant) return;
    const name = String(world.values.text(key));
    const ask = world.ask({ name, into: invocation.result, toCall: false, place: invocation.site.place });
    world.solver.on(argument(use, 0), world.handlers.load, ask.number);
  });
};

const setting: Model = (use) => {
  const { world, invocation } = use;
  world.solver.react(argument(use, 1), (key) => {
    if (world.values.kind(key) !== KIND.constant) return;
    const name = String(world.values.text(key));
    world.solver.react(argument(use, 0), (value) => {
      store(world, value, { name, from: argument(use, 2), place: invocation.site.place });
    });
  });
};

const typing: Model = (use) => {
  const { world } = use;
  world.solver.react(argument(use, 0), (value) => {
    if (world.values.kind(value) === KIND.instance) give(use, world.values.make(KIND.class, world.values.of(value)));
  });
};

const superclass: Model = (use) => {
  const { world, invocation } = use;
  const { file, scope } = invocation.site.place;
  const runner = world.program.runnerOf(file, scope);
  const around = methodAround(use, runner);
  if (around === null) return;
  world.solver.react(world.selfOf(around.method), (self) => {
    give(use, world.values.make(KIND.super, around.ofClass, self));
  });
};

function methodAround({ world }: Use, runner: number): { method: number; ofClass: number } | null {
  for (let id: number | null = runner; id !== null; id = world.program.parentOf(id)) {
    const ofClass = world.program.classOf(id);
    if (ofClass !== null) return { method: id, ofClass };
  }
  return null;
}

function nodeOf({ world }: Use, value: number): number {
  return world.constant(value);
}

export const PYTHON_MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['map', mapping],
  ['filter', filtering],
  ['sorted', sorting],
  ['min', choosing],
  ['max', choosing],
  ['functools.reduce', reducing],
  ['next', stepping],
  ['anext', stepping],
  ['iter', iterating],
  ['aiter', iterating],
  ['list', sameElements],
  ['tuple', sameElements],
  ['set', sameElements],
  ['frozenset', sameElements],
  ['reversed', sameElements],
  ['enumerate', numbering],
  ['zip', zipping],
  ['dict', dictionary],
  ['getattr', getting],
  ['setattr', setting],
  ['type', typing],
  ['super', superclass],
]);
