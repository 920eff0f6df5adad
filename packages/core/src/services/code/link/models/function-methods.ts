/** `f.call(…)`, `f.apply(…)`, `f.bind(…)`: functions that are called or readied through their own methods. */
import { KIND } from '../flow/values.ts';
import type { Argument } from '../flow/world.ts';
import { argument, give, type Use } from './helpers.ts';

interface FunctionUse extends Use {
  readonly on: number;
}

type FunctionModel = (use: FunctionUse) => void;

/** The function as it is with each thing that `this` is told to be. */
function boundTo(use: FunctionUse): number {
  const { world, on } = use;
  const into = world.solver.node();
  if (world.values.kind(on) === KIND.class) return world.constant(on);
  world.solver.add(into, world.values.make(KIND.function, world.values.of(on)));
  world.solver.react(argument(use, 0), (self) => {
    world.solver.add(into, world.values.make(KIND.bound, world.values.of(on), self));
  });
  return into;
}

function callWith(use: FunctionUse, args: readonly Argument[]): void {
  const { world, invocation } = use;
  world.call(boundTo(use), { site: invocation.site, args, result: invocation.result });
}

const JAVASCRIPT: ReadonlyMap<string, FunctionModel> = new Map<string, FunctionModel>([
  ['call', (use) => callWith(use, use.invocation.args.slice(1))],
  ['apply', (use) => callWith(use, [{ node: argument(use, 1), spread: true }])],
  [
    'bind',
    (use) => {
      const { world, invocation, on } = use;
      // What is bound to `this` alone is the function; arguments that are readied make a function that nobody wrote.
      if (invocation.args.length < 2) world.solver.flow(boundTo(use), invocation.result);
      else {
        const value = world.values.fresh(KIND.builtin, 0);
        world.readied.set(value, { callee: boundTo(use), args: invocation.args.slice(1) });
        give(use, value);
      }
      if (world.values.kind(on) === KIND.class) give(use, on);
    },
  ],
]);

const PYTHON: ReadonlyMap<string, FunctionModel> = new Map<string, FunctionModel>([
  ['__call__', (use) => use.world.invoke(use.invocation, use.on)],
]);

export const FUNCTION_METHODS: ReadonlyMap<string, ReadonlyMap<string, FunctionModel>> = new Map([
  ['javascript', JAVASCRIPT],
  ['python', PYTHON],
]);
