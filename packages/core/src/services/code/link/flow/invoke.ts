/** Something is called: what happens depends on what it is. */
import { enter } from './enter.ts';
import { callBuiltin, settle } from '../models/builtins.ts';
import { KIND } from './values.ts';
import type { Invocation, World } from './world.ts';

const LONGEST_NAME = 80;

export function invoke(world: World, invocation: Invocation, value: number): void {
  const { values } = world;
  switch (values.kind(value)) {
    case KIND.function:
      return callFunction(world, invocation, { symbol: values.of(value), receiver: null });
    case KIND.bound:
      return callFunction(world, invocation, { symbol: values.of(value), receiver: values.with(value) });
    case KIND.class:
      return construct(world, invocation, values.of(value));
    case KIND.instance:
      return callMember(world, invocation, { of: value, name: '__call__' });
    case KIND.super: {
      const [receiver, after] = [values.with(value), values.of(value)];
      const { members } = world.classes.lookup(values.of(receiver), world.words.of('constructor'), { after });
      return callMembers(world, invocation, { members, receiver });
    }
    case KIND.builtin:
      return callOwn(world, invocation, value);
    case KIND.external: {
      world.callsOther(invocation.site, value);
      const given = values.called(value, LONGEST_NAME);
      if (given >= 0) world.solver.add(invocation.result, given);
      return callBuiltin(world, invocation, String(values.text(value)));
    }
  }
}

function callOwn(world: World, invocation: Invocation, value: number): void {
  const readied = world.readied.get(value);
  if (readied) {
    const { site, args, result } = invocation;
    return world.call(readied.callee, { site, args: [...readied.args, ...args], result });
  }
  if (settle(world, invocation, value)) return undefined;
  world.callsOther(invocation.site, value);
  return callBuiltin(world, invocation, String(world.values.text(value)));
}

function callFunction(
  world: World,
  invocation: Invocation,
  { symbol, receiver }: { symbol: number; receiver: number | null },
): void {
  if (!invocation.isNew) return enter(world, invocation, symbol, receiver);
  const made = world.values.make(KIND.instance, symbol);
  enter(world, invocation, symbol, made);
  world.solver.add(invocation.result, made);
}

/** A class is called: its object is what comes back, and its constructor runs, its own or the one that it inherits. */
function construct(world: World, invocation: Invocation, symbol: number): void {
  const made = world.values.make(KIND.instance, symbol);
  world.solver.add(invocation.result, made);
  world.makes(invocation.site, symbol);
  const isPython = world.program.file(symbol).language === 'python';
  const name = isPython ? '__init__' : 'constructor';
  if (isPython) {
    const receiver = world.values.make(KIND.class, symbol);
    callMembers(world, invocation, {
      members: world.classes.lookup(symbol, world.words.of('__new__')).members,
      receiver,
    });
  }
  callMembers(world, invocation, {
    members: world.classes.lookup(symbol, world.words.of(name)).members,
    receiver: made,
  });
}

function callMember(world: World, invocation: Invocation, { of, name }: { of: number; name: string }): void {
  const lookup = world.classes.lookup(world.values.of(of), world.words.of(name));
  callMembers(world, invocation, { members: lookup.members, receiver: of });
}

function callMembers(
  world: World,
  invocation: Invocation,
  { members, receiver }: { members: number; receiver: number },
): void {
  world.solver.on(members, world.handlers.enterMember, world.plain(invocation).number, receiver);
}
