/** What happens with each value that comes to a node, where that happens so often that it is kept as numbers. */
import { callMethod } from '../models/methods.ts';
import { load, take } from './attributes.ts';
import { enter } from './enter.ts';
import { invoke } from './invoke.ts';
import { KIND } from './values.ts';
import type { Ask, Invocation, World } from './world.ts';

export interface Handlers {
  /** Called, by an invocation. */
  readonly invoke: number;
  /** Asked for a name, by an ask. */
  readonly load: number;
  /** The same to be called, by an ask and the invocation that calls. */
  readonly loadToCall: number;
  /** Found on an object itself or as a member of its class, by an ask and the object. */
  readonly takeField: number;
  readonly takeMember: number;
  /** A member that runs, by an invocation and the object. */
  readonly enterMember: number;
}

export function handlersOf(world: World): Handlers {
  const { solver } = world;
  const ask = (number: number): Ask => world.asks[number] as Ask;
  const invocation = (number: number): Invocation => world.invocations[number] as Invocation;
  const intoAsk = (number: number): number => ask(number).into;
  const intoResult = (number: number): number => invocation(number).result;
  return {
    invoke: solver.handler({ on: (value, by) => invoke(world, invocation(by), value), into: intoResult }),
    load: solver.handler({ on: (value, by) => load(world, value, ask(by)), into: intoAsk }),
    loadToCall: solver.handler({
      on: (value, by, caller) => {
        const asked = ask(by);
        load(world, value, asked);
        callMethod({ world, invocation: invocation(caller), on: value }, asked.name);
      },
      into: intoAsk,
    }),
    takeField: solver.handler({
      on: (value, by, receiver) => take(world, { value, receiver, ofClass: false }, ask(by)),
      into: intoAsk,
    }),
    takeMember: solver.handler({
      on: (value, by, receiver) => take(world, { value, receiver, ofClass: true }, ask(by)),
      into: intoAsk,
    }),
    enterMember: solver.handler({
      on: (value, by, receiver) => {
        if (world.values.kind(value) === KIND.function) enter(world, invocation(by), world.values.of(value), receiver);
      },
      into: intoResult,
    }),
  };
}
