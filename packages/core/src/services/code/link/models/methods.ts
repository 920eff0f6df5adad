/** Methods of lists, dictionaries, generators, strings and functions, as far as functions can go through them. */
import { loadItem } from '../flow/items.ts';
import { copyAll } from '../flow/lower.ts';
import { NOWHERE } from '../flow/solver.ts';
import { KIND } from '../flow/values.ts';
import { argument, callBack, elements, give, giveNode, listOf, named, tupleOf, type Use } from './helpers.ts';
import { FUNCTION_METHODS } from './function-methods.ts';

export interface MethodUse extends Use {
  /** What the method is called on. */
  readonly on: number;
}

type MethodModel = (use: MethodUse) => void;

const holding = ({ world, on }: MethodUse): number => world.fields.elements(on);
const put = (use: MethodUse, node: number): void => use.world.solver.flow(node, use.world.fields.anywhere(use.on));
const item = (use: MethodUse, place: number): void => {
  const { world, invocation } = use;
  const key = { node: argument(use, place) };
  loadItem(world, world.constant(use.on), { key, into: invocation.result, place: invocation.site.place });
};

const putFirst: MethodModel = (use) => put(use, argument(use, 0));
const putSecond: MethodModel = (use) => put(use, argument(use, 1));
const putAll: MethodModel = (use) => {
  for (const [i, arg] of use.invocation.args.entries())
    put(use, arg.spread ? elements(use, arg.node) : argument(use, i));
};
const putElements: MethodModel = (use) => put(use, elements(use, argument(use, 0)));
const giveElement: MethodModel = (use) => giveNode(use, holding(use));
const giveAll: MethodModel = (use) => give(use, listOf(use, holding(use)));
const giveSame: MethodModel = (use) => give(use, use.on);
const givePairs: MethodModel = (use) => {
  const key = use.world.solver.node();
  use.world.fields.watch(use.on, (name) => {
    if (name !== null) use.world.solver.add(key, use.world.values.named(KIND.constant, name));
  });
  give(use, listOf(use, use.world.constant(tupleOf(use, [key, holding(use)]))));
};

const PYTHON: ReadonlyMap<string, MethodModel> = new Map<string, MethodModel>([
  ['append', putFirst],
  ['appendleft', putFirst],
  ['add', putFirst],
  ['insert', putSecond],
  ['extend', putElements],
  ['pop', giveElement],
  ['popleft', giveElement],
  ['popitem', giveElement],
  ['copy', giveSame],
  ['values', giveAll],
  ['items', givePairs],
  ['__iter__', giveSame],
  [
    'get',
    (use) => {
      item(use, 0);
      giveNode(use, argument(use, 1));
    },
  ],
  [
    'setdefault',
    (use) => {
      putSecond(use);
      item(use, 0);
    },
  ],
  [
    'update',
    (use) => {
      for (const arg of use.invocation.args) {
        if (arg.name === undefined) copyAll(use.world, arg.node, use.on);
        else use.world.solver.flow(arg.node, use.world.fields.node(use.on, arg.name));
      }
    },
  ],
  ['sort', (use) => void callBack(use, named(use, 'key'), [holding(use)])],
]);

const called = (use: MethodUse): number =>
  callBack(use, argument(use, 0), [holding(use), NOWHERE, use.world.constant(use.on)]);
const callAndKeep: MethodModel = (use) => {
  called(use);
  give(use, use.on);
};
const callAndFind: MethodModel = (use) => {
  called(use);
  giveElement(use);
};
const fold: MethodModel = (use) => {
  giveNode(use, callBack(use, argument(use, 0), [use.invocation.result, holding(use)]));
  giveNode(use, argument(use, 1));
  if (use.invocation.args.length < 2) giveElement(use);
};

const JAVASCRIPT: ReadonlyMap<string, MethodModel> = new Map<string, MethodModel>([
  ['push', putAll],
  ['unshift', putAll],
  ['add', putAll],
  ['fill', putFirst],
  [
    'set',
    (use) => {
      putSecond(use);
      giveSame(use);
    },
  ],
  ['get', giveElement],
  ['pop', giveElement],
  ['shift', giveElement],
  ['at', giveElement],
  ['values', giveAll],
  ['slice', giveAll],
  ['splice', giveAll],
  ['flat', giveAll],
  ['toReversed', giveAll],
  ['reverse', giveSame],
  ['keys', giveSame],
  ['entries', givePairs],
  ['forEach', (use) => void called(use)],
  ['map', (use) => give(use, listOf(use, called(use)))],
  ['flatMap', (use) => give(use, listOf(use, called(use)))],
  ['filter', callAndKeep],
  ['some', (use) => void called(use)],
  ['every', (use) => void called(use)],
  ['find', callAndFind],
  ['findLast', callAndFind],
  ['findIndex', (use) => void called(use)],
  ['reduce', fold],
  ['reduceRight', fold],
  [
    'sort',
    (use) => {
      callBack(use, argument(use, 0), [holding(use), holding(use)]);
      giveSame(use);
    },
  ],
  [
    'concat',
    (use) => {
      const all = use.invocation.args.map((_, i) => elements(use, argument(use, i)));
      const list = listOf(use, holding(use));
      for (const node of all) use.world.solver.flow(node, use.world.fields.anywhere(list));
      give(use, list);
    },
  ],
]);

/** Those of which it is known that they call what they are given, on whatever they are called. */
export const CALLING_METHODS: ReadonlySet<string> = new Set(
  'forEach map flatMap filter some every find findLast findIndex reduce reduceRight sort'.split(' '),
);

/** Whether the method is one of the language's own; what it does is then modelled. */
export function callMethod(use: MethodUse, name: string): void {
  const { world, invocation, on } = use;
  switch (world.values.kind(on)) {
    case KIND.object:
      return callOnObject(use, name);
    case KIND.constant:
      world.callsOther(invocation.site, world.builtinMethod(stringName(use), name));
      return;
    case KIND.generator:
      return callOnGenerator(use, name);
    case KIND.function:
    case KIND.bound:
    case KIND.class:
      FUNCTION_METHODS.get(invocation.site.place.file.language)?.get(name)?.(use);
  }
}

function callOnObject(use: MethodUse, name: string): void {
  const { world, invocation, on } = use;
  const isPython = world.isPython(on);
  if (!isPython && world.fields.has(on, name) && !world.solver.isEmpty(world.fields.node(on, name))) return;
  const model = (isPython ? PYTHON : JAVASCRIPT).get(name);
  if (!model && !(isPython || world.shapeOf(on) === 'list')) return;
  const owner = isPython ? (world.shapeOf(on) === 'list' ? 'list' : 'dict') : 'Array';
  world.callsOther(invocation.site, world.builtinMethod(owner, name));
  model?.(use);
}

function callOnGenerator(use: MethodUse, name: string): void {
  const { world, invocation, on } = use;
  const isPython = invocation.site.place.file.language === 'python';
  world.callsOther(invocation.site, world.builtinMethod('generator', name));
  if (isPython) giveNode(use, world.yieldOf(world.values.of(on)));
  else give(use, on);
}

function stringName({ invocation }: Use): string {
  return invocation.site.place.file.language === 'python' ? 'str' : 'String';
}
