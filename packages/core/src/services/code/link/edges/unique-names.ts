/**
 * The last resort for a method of something unknown: the only definition of that name in the whole index. Never for names that many
 * things have, never where the number of arguments does not fit, and always marked as no more than that.
 */
import type { Site } from '../flow/world.ts';
import { COMMON_METHODS } from '../models/names.ts';
import type { Program } from '../program.ts';

const SHORTEST = 4;

export class UniqueNames {
  readonly #program: Program;
  /** By language; null for a name that several have. */
  readonly #byName = new Map<string, Map<string, number | null>>();

  constructor(program: Program) {
    this.#program = program;
    for (const file of program.files) {
      let names = this.#byName.get(file.language);
      if (!names) this.#byName.set(file.language, (names = new Map()));
      for (let id = file.symbols; id < file.symbols + file.facts.symbols.length; id++) {
        const { name } = program.symbol(id);
        // What has no class around it is never guessed, but makes the name one of several.
        if (name !== '' && program.isCallable(id)) names.set(name, names.has(name) ? null : id);
      }
    }
  }

  guess({ callee, place, argumentCount }: Site): number | null {
    if (callee?.[0] !== 'a') return null;
    const name = callee[2];
    if (name.length < SHORTEST || COMMON_METHODS.has(name) || name.startsWith('__')) return null;
    const found = this.#byName.get(place.file.language)?.get(name) ?? null;
    if (found === null || this.#program.classOf(found) === null) return null;
    return this.#fits(found, argumentCount) ? found : null;
  }

  #fits(symbol: number, count: number | null): boolean {
    if (count === null) return true;
    const { params } = this.#program.symbol(symbol);
    if (params.some(({ kind }) => kind === 'rest' || kind === 'named')) return true;
    const self = this.#program.file(symbol).language === 'python' || params[0]?.kind === 'self' ? 1 : 0;
    const needed = params.filter(({ value, kind }) => value === null && kind !== 'keyword').length - self;
    return count >= needed && count <= params.length - self;
  }
}
