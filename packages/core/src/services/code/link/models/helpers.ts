/** What the models of builtins are made of. */
import { elementsOf } from '../flow/items.ts';
import { NOWHERE } from '../flow/solver.ts';
import type { Invocation, World } from '../flow/world.ts';

export interface Use {
  readonly world: World;
  readonly invocation: Invocation;
}

export type Model = (use: Use) => void;

export function argument({ invocation }: Use, place: number): number {
  const arg = invocation.args[place];
  return arg === undefined || arg.name !== undefined || arg.spread ? NOWHERE : arg.node;
}

export function named({ invocation }: Use, name: string): number {
  return invocation.args.find((arg) => arg.name === name)?.node ?? NOWHERE;
}

/** Calls what comes to a node, from where the builtin is called: there is nothing of ours in between. */
export function callBack({ world, invocation }: Use, callee: number, args: readonly number[]): number {
  const result = world.solver.node();
  if (callee === NOWHERE) return result;
  world.call(callee, { site: invocation.site, args: args.map((node) => ({ node })), result });
  return result;
}

export function elements({ world, invocation }: Use, of: number): number {
  const into = world.solver.node();
  elementsOf(world, of, { into, place: invocation.site.place });
  return into;
}

/** A new list, all of whose elements come from a node. */
export function listOf({ world, invocation }: Use, element: number): number {
  const list = world.object('list', invocation.site.place.file);
  world.solver.flow(element, world.fields.anywhere(list));
  return list;
}

/** A new list with elements whose places are known. */
export function tupleOf({ world, invocation }: Use, items: readonly number[]): number {
  const list = world.object('list', invocation.site.place.file);
  for (const [i, item] of items.entries()) world.solver.flow(item, world.fields.node(list, String(i)));
  return list;
}

export function give({ world, invocation }: Use, value: number): void {
  world.solver.add(invocation.result, value);
}

export function giveNode({ world, invocation }: Use, node: number): void {
  world.solver.flow(node, invocation.result);
}
