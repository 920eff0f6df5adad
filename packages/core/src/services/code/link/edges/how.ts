/** How the target of a call was found, in the words that a reader can check against the line. */
import type { Expr } from '../../../../ports/index.ts';
import type { Site, World } from '../flow/world.ts';
import type { Binding } from '../names/binding.ts';
import type { EdgeHow } from '../types.ts';
import { leadsTo } from './import-way.ts';

export function howOf(world: World, { place, callee }: Site, target: number): EdgeHow {
  if (callee === null) return 'type';
  const named = namedAs(world, target);
  if (callee[0] === 'n') return ofName(world, { name: callee[1], place }, named);
  if (callee[0] === 'p') return 'self';
  if (callee[0] !== 'a' || world.program.symbol(named).name !== callee[2]) return 'flow';
  return ofMember(world, { base: callee[1], place }, named);
}

/** A constructor is called by the name of its class. */
function namedAs(world: World, target: number): number {
  const { kind, name } = world.program.symbol(target);
  const isConstructor = kind === 'constructor' || name === '__init__';
  return (isConstructor ? world.program.classOf(target) : null) ?? target;
}

function ofName(world: World, { name, place }: { name: string; place: Site['place'] }, target: number): EdgeHow {
  const symbol = world.program.symbol(target);
  const binding = world.scopes.find(place.file, place.scope, name);
  if (!binding) return symbol.name === name ? 'import' : 'flow';
  if (isDefinedAs(world, binding, { target, name })) return 'scope';
  if (!binding.import) return 'flow';
  return binding.import.name === symbol.name || leadsTo(world, place.file, binding.import, target) ? 'import' : 'flow';
}

function isDefinedAs(world: World, binding: Binding, { target, name }: { target: number; name: string }): boolean {
  if (binding.symbol === target) return true;
  const symbol = world.program.symbol(target);
  return symbol.name === name && world.program.file(target).scopes + symbol.scope === binding.scope;
}

function ofMember(world: World, { base, place }: { base: Expr; place: Site['place'] }, target: number): EdgeHow {
  if (isSelf(world, base, place)) return 'self';
  const binding = base[0] === 'n' ? world.scopes.find(place.file, place.scope, base[1]) : undefined;
  if (binding?.import) return 'import';
  const around = world.program.classOf(target);
  if (binding?.symbol !== null && binding?.symbol === around) return 'scope';
  return around === null ? 'flow' : 'type';
}

function isSelf(world: World, base: Expr, { file, scope }: Site['place']): boolean {
  if (base[0] === 't' || base[0] === 'p') return true;
  if (base[0] === 'c') {
    const callee = file.facts.calls[base[1]]?.callee;
    return callee?.[0] === 'n' && callee[1] === 'super';
  }
  if (base[0] !== 'n') return false;
  const runner = world.program.runnerOf(file, scope);
  const first = world.program.symbol(runner).params[0];
  return world.program.classOf(runner) !== null && first?.name === base[1] && world.roleOf(runner) !== 'static';
}

/** `a.b().c` as far as it is written in names. */
export function calleeName(expr: Expr): string {
  switch (expr[0]) {
    case 'n':
      return expr[1];
    case 'a':
      return `${calleeName(expr[1])}.${expr[2]}`;
    case 's':
      return `${calleeName(expr[1])}[]`;
    case 'c':
      return '()';
    case 't':
      return 'this';
    case 'p':
      return 'super';
    default:
      return '';
  }
}
