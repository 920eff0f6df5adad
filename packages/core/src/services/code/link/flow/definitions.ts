/** What definitions put into names: functions, classes with their bases, defaults of parameters. */
import type { CodeParam, CodeSymbol, Expr } from '../../../../ports/index.ts';
import type { ProgramFile } from '../program.ts';
import { lower, valueOfSymbol } from './lower.ts';
import { NOWHERE } from './solver.ts';
import { placeAt, type World } from './world.ts';

export function lowerDefinitions(world: World, file: ProgramFile): void {
  for (let i = 1; i < file.facts.symbols.length; i++) {
    const id = file.symbols + i;
    const node = world.scopes.definition(id);
    if (node === NOWHERE) continue;
    const { kind, inner, name } = world.program.symbol(id);
    // `mod x;` of Rust: what it holds is in a file of its own.
    if (kind === 'namespace' && inner === null) world.solver.flow(world.modules.required(file, `self::${name}`), node);
    else world.solver.add(node, valueOfSymbol(world, id));
  }
}

/** Methods of Go and of an `impl` of Rust name their type, which may stand in another file of the package. */
export function findOwners(world: World, file: ProgramFile): void {
  const { symbols } = file.facts;
  for (let i = 0; i < symbols.length; i++) {
    const { owner, name } = symbols[i] as CodeSymbol;
    if (owner === undefined) continue;
    const binding = world.scopes.find(file, 0, owner) ?? world.modules.beside(file, owner);
    if (!binding || binding.symbol === null || !world.program.isClass(binding.symbol)) continue;
    world.program.setOwner(file.symbols + i, binding.symbol);
    world.classes.addMember(binding.symbol, name, file.symbols + i);
  }
}

export function lowerBases(world: World, file: ProgramFile): void {
  const { symbols } = file.facts;
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] as CodeSymbol;
    for (const base of symbol.bases) {
      const node = lower(world, withoutArguments(base), placeAt(file, symbol));
      world.solver.react(node, (value) => world.classes.inherit(file.symbols + i, value));
    }
  }
}

/** `class A(Base[T])` inherits from `Base`. */
function withoutArguments(base: Expr): Expr {
  return base[0] === 's' ? withoutArguments(base[1]) : base;
}

export function lowerDefaults(world: World, file: ProgramFile): void {
  const { symbols } = file.facts;
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] as CodeSymbol;
    for (let place = 0; place < symbol.params.length; place++) {
      const { value } = symbol.params[place] as CodeParam;
      if (value === null) continue;
      const node = lower(world, value, placeAt(file, symbol));
      world.solver.flow(node, world.scopes.param(file.symbols + i, place));
      if (world.passed.get(file.symbols + i)?.has(place)) world.solver.flow(node, world.returnOf(file.symbols + i));
    }
  }
}
