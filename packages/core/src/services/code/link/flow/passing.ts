/**
 * Functions that give back what they were given: a decorator that registers and returns its argument, a method that returns `self`. What
 * such a call gives is what this caller handed over, not what anybody ever did.
 */
import type { Expr } from '../../../../ports/index.ts';
import type { ProgramFile } from '../program.ts';
import type { World } from './world.ts';

/** Stands for `this` where a parameter's place is asked. */
export const THIS = -1;

/** Before any call is followed: which parameters come back, by function. */
export function findPassing(world: World, file: ProgramFile): void {
  for (const { how, value, scope } of file.facts.flows) {
    if (how !== 'return') continue;
    const symbol = world.program.runnerOf(file, scope);
    for (const choice of value[0] === 'u' ? value[1] : [value]) {
      const place = passedBy(world, { file, scope, symbol }, choice);
      if (place === null) continue;
      const passed = world.passed.get(symbol);
      if (passed) passed.add(place);
      else world.passed.set(symbol, new Set([place]));
    }
  }
}

/** The place of the parameter that an expression is and nothing else; null if it is none. */
export function passedBy(
  world: World,
  { file, scope, symbol }: { file: ProgramFile; scope: number; symbol: number },
  expr: Expr,
): number | null {
  if (!world.program.isCallable(symbol)) return null;
  if (expr[0] === 't') return file.language === 'python' ? null : THIS;
  if (expr[0] !== 'n') return null;
  const binding = world.scopes.find(file, scope, expr[1]);
  if (!binding || binding.scope !== world.program.innerScope(symbol) || binding.count !== 1) return null;
  const { params } = world.program.symbol(symbol);
  const place = params.findIndex(({ name, kind }) => name === expr[1] && kind !== 'rest' && kind !== 'named');
  return place < 0 ? null : place;
}
