/**
 * What a call means by the types that are written down, beside what was followed. An interface's method has no body and no value flows
 * through it, but who reads the call is told of it, and who changes it changes all that call it: so it is named with what runs. Where
 * nothing of ours was found to run, the type alone says what may.
 */
import type { Site, World } from '../flow/world.ts';
import { SaidTypes } from './said-types.ts';

export class SaidTargets {
  readonly #world: World;
  readonly #types: SaidTypes;

  constructor(world: World) {
    this.#world = world;
    this.#types = new SaidTypes(world);
  }

  /** Adds the symbols that are to be named besides those that were found. */
  addTo(found: number[], { callee, place }: Site): void {
    if (callee?.[0] !== 'a') return;
    const { members } = this.#types;
    const isAlone = found.length === 0;
    for (const owner of this.#types.classesOf(callee[1], place)) {
      const member = members.find(owner, callee[2]);
      if (member === null || !this.#world.program.isCallable(member)) continue;
      const isOnlySaid = members.isOnlySaid(member);
      if (isAlone || isOnlySaid) addOnce(found, member);
      if (isAlone && isOnlySaid) for (const one of members.doing(member)) addOnce(found, one);
    }
  }
}

function addOnce(found: number[], symbol: number): void {
  if (!found.includes(symbol)) found.push(symbol);
}
