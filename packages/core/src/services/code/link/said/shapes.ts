/** A type as it is written somewhere, and what is left of it when names, wrappers and choices are looked through. */
import type { Expr } from '../../../../ports/index.ts';
import { lower } from '../flow/lower.ts';
import { KIND } from '../flow/values.ts';
import { placeAt, type World } from '../flow/world.ts';
import type { ProgramFile } from '../program.ts';
import { argumentsOf, holdingOf, nameOf } from './type-words.ts';

export interface Written {
  readonly type: Expr;
  readonly file: ProgramFile;
  readonly scope: number;
}

/** An object of a class or interface. */
export interface Made {
  readonly of: number;
}

export type Said = Written | Made;

/** Names that lead to names: what is further away is not worth it, and some go round in circles. */
export const DEEPEST = 12;
/** Of a choice between more than these nobody learns anything. */
export const MOST = 8;

export class Shapes {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Classes, and types that are written out: objects with their members, lists, maps. */
  of(said: readonly Said[], depth = 0): Said[] {
    if (depth > DEEPEST) return [];
    return said.slice(0, MOST).flatMap((one) => ('of' in one ? [one] : this.#through(one, depth)));
  }

  #through(written: Written, depth: number): Said[] {
    const { type } = written;
    const again = (some: readonly Expr[]): Said[] =>
      this.of(
        some.map((one) => ({ ...written, type: one })),
        depth + 1,
      );
    switch (type[0]) {
      case 'n':
        return this.#named(written, depth);
      case 'u':
        return again(type[1]);
      case 's': {
        // What is ours may have the name of something of the language.
        const own = again([type[1]]);
        if (own.length > 0) return own;
        const holding = holdingOf(nameOf(type));
        if (holding === 'around') return again(argumentsOf(type).slice(0, 1));
        return holding === null ? [] : [written];
      }
      case 'o':
      case 'm':
        return [written];
      default:
        return [];
    }
  }

  #named({ type, file, scope }: Written, depth: number): Said[] {
    const { values, solver, program } = this.#world;
    const node = lower(this.#world, type, placeAt(file, { scope, line: 0, start: 0, end: 0 }));
    return solver.valuesOf(node).flatMap((value): Said[] => {
      const symbol = values.of(value);
      if (values.kind(value) === KIND.class) return [{ of: symbol }];
      if (values.kind(value) !== KIND.alias) return [];
      const alias = program.symbol(symbol);
      return alias.type
        ? this.of([{ type: alias.type, file: program.file(symbol), scope: alias.scope }], depth + 1)
        : [];
    });
  }

  /** What lists and maps hold: the last that their type names. */
  elements(said: readonly Said[], wanted: 'list' | 'map'): Said[] {
    return this.of(said).flatMap((one): Said[] => {
      if ('of' in one) return [];
      if (one.type[0] === 'm') return wanted === 'list' ? [{ ...one, type: one.type[1] }] : [];
      if (one.type[0] !== 's' || holdingOf(nameOf(one.type)) !== wanted) return [];
      const element = argumentsOf(one.type).at(wanted === 'map' ? -1 : 0);
      return element ? [{ ...one, type: element }] : [];
    });
  }
}
