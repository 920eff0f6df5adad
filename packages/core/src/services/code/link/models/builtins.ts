/** Builtins by name. What has no model takes its arguments and gives nothing that is followed. */
import type { Invocation, World } from '../flow/world.ts';
import type { Model } from './helpers.ts';
import { JAVASCRIPT_MODELS } from './javascript.ts';
import { PYTHON_MODELS } from './python.ts';

const MODELS: ReadonlyMap<string, ReadonlyMap<string, Model>> = new Map([
  ['python', PYTHON_MODELS],
  ['javascript', JAVASCRIPT_MODELS],
]);

export function callBuiltin(world: World, invocation: Invocation, name: string): void {
  MODELS.get(invocation.site.place.file.language)?.get(name)?.({ world, invocation });
}

/** `resolve` of a promise was called, or something else that only passes on what it gets. */
export function settle(world: World, invocation: Invocation, value: number): boolean {
  const into = world.settlers.get(value);
  const first = invocation.args[0];
  if (into === undefined) return false;
  if (first && !first.spread) world.solver.flow(first.node, into);
  return true;
}
