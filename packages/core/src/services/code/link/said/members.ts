/** The members that a class, interface or the like is written with, by name: fields and properties too, which hold no value of their own. */
import type { World } from '../flow/world.ts';

export class Members {
  readonly #world: World;
  readonly #own = new Map<number, Map<string, number>>();

  constructor(world: World) {
    this.#world = world;
    const { symbols } = world.program;
    for (let id = 0; id < symbols.length; id++) {
      const around = world.program.classOf(id);
      if (around === null) continue;
      const { name, flags } = world.program.symbol(id);
      if (name === '' || flags.includes('static')) continue;
      let members = this.#own.get(around);
      if (!members) this.#own.set(around, (members = new Map<string, number>()));
      // Of several declarations of one method the first stands for all of them.
      if (!members.has(name)) members.set(name, id);
    }
  }

  /** The member of an object of the class, its own or inherited. */
  find(owner: number, name: string): number | null {
    for (const one of this.#world.classes.orderOf(owner)) {
      const found = this.#own.get(one)?.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Whether it says that there is such a member and leaves it to others to have it. */
  isOnlySaid(member: number): boolean {
    const { program } = this.#world;
    const around = program.classOf(member);
    if (around === null) return false;
    const { kind } = program.symbol(around);
    if (kind === 'interface' || kind === 'trait') return true;
    return program.file(member).language !== 'python' && program.symbol(member).flags.includes('abstract');
  }

  /** Those that do what is only said, in what inherits from its owner. */
  doing(member: number): number[] {
    const { program, classes } = this.#world;
    const owner = program.classOf(member);
    const { name } = program.symbol(member);
    if (owner === null) return [];
    const below = new Set([owner]);
    for (const one of below) for (const derived of classes.entry(one).derived) below.add(derived);
    below.delete(owner);
    return [...below].flatMap((one) => {
      const own = this.#own.get(one)?.get(name);
      return own !== undefined && program.isCallable(own) && !this.isOnlySaid(own) ? [own] : [];
    });
  }
}
