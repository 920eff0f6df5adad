/** What JavaScript's builtin functions do with what they are given, as far as functions can go through them. */
import { copyAll } from '../flow/lower.ts';
import { keysOf } from '../flow/items.ts';
import { KIND } from '../flow/values.ts';
import { argument, callBack, elements, give, giveNode, listOf, tupleOf, type Model, type Use } from './helpers.ts';

const create: Model = (use) => {
  const { world, invocation } = use;
  const object = world.object('dictionary', invocation.site.place.file);
  world.solver.flow(argument(use, 0), world.fields.parentOf(object));
  give(use, object);
};

const assign: Model = (use) => {
  const { world, invocation } = use;
  giveNode(use, argument(use, 0));
  world.solver.react(argument(use, 0), (target) => {
    for (let i = 1; i < invocation.args.length; i++) copyAll(world, argument(use, i), target);
  });
};

const setPrototype: Model = (use) => {
  const { world } = use;
  giveNode(use, argument(use, 0));
  world.solver.react(argument(use, 0), (target) => {
    if (world.values.kind(target) === KIND.object) world.solver.flow(argument(use, 1), world.fields.parentOf(target));
  });
};

const held = (use: Use): number => {
  const { world } = use;
  const into = world.solver.node();
  world.solver.react(argument(use, 0), (value) => {
    const kind = world.values.kind(value);
    if (kind === KIND.object || kind === KIND.instance) world.solver.flow(world.fields.elements(value), into);
  });
  return into;
};

const keys: Model = (use) => {
  const { world } = use;
  const into = world.solver.node();
  world.solver.react(argument(use, 0), (value) => {
    if (world.values.kind(value) === KIND.object) keysOf(world, value, into);
  });
  give(use, listOf(use, into));
};

const values: Model = (use) => give(use, listOf(use, held(use)));

const entries: Model = (use) => {
  const pair = tupleOf(use, [0, held(use)]);
  give(use, listOf(use, use.world.constant(pair)));
};

const fromEntries: Model = (use) => {
  const { world, invocation } = use;
  const object = world.object('dictionary', invocation.site.place.file);
  world.solver.react(elements(use, argument(use, 0)), (pair) => {
    if (world.values.kind(pair) === KIND.object)
      world.solver.flow(world.fields.node(pair, '1'), world.fields.anywhere(object));
  });
  give(use, object);
};

const arrayFrom: Model = (use) => {
  const element = elements(use, argument(use, 0));
  if (use.invocation.args.length < 2) return give(use, listOf(use, element));
  return give(use, listOf(use, callBack(use, argument(use, 1), [element])));
};

const arrayOf: Model = (use) =>
  give(
    use,
    tupleOf(
      use,
      use.invocation.args.map((_, i) => argument(use, i)),
    ),
  );

/** What is handed to `resolve` is what the promise is of; a promise is taken for what it is of. */
const promise: Model = (use) => {
  const { world, invocation } = use;
  const settle = world.values.fresh(KIND.builtin, 0);
  world.settlers.set(settle, invocation.result);
  callBack(use, argument(use, 0), [world.constant(settle)]);
};

const passing: Model = (use) => giveNode(use, argument(use, 0));

const all: Model = (use) => giveNode(use, argument(use, 0));

const collection: Model = (use) => {
  const { world, invocation } = use;
  const object = world.object('list', invocation.site.place.file);
  const element = elements(use, argument(use, 0));
  world.solver.react(element, (one) => {
    if (world.values.kind(one) !== KIND.object) return world.solver.add(world.fields.anywhere(object), one);
    world.solver.flow(world.fields.node(one, '1'), world.fields.anywhere(object));
    return world.solver.add(world.fields.anywhere(object), one);
  });
  give(use, object);
};

const apply: Model = (use) => {
  const element = elements(use, argument(use, 2));
  giveNode(use, callBack(use, argument(use, 0), [element]));
};

export const JAVASCRIPT_MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['Object.create', create],
  ['Object.assign', assign],
  ['Object.setPrototypeOf', setPrototype],
  ['Object.freeze', passing],
  ['Object.seal', passing],
  ['Object.keys', keys],
  ['Object.values', values],
  ['Object.entries', entries],
  ['Object.fromEntries', fromEntries],
  ['Array.from', arrayFrom],
  ['Array.of', arrayOf],
  ['Promise', promise],
  ['Promise.resolve', passing],
  ['Promise.all', all],
  ['Map', collection],
  ['Set', collection],
  ['WeakMap', collection],
  ['Reflect.apply', apply],
]);
