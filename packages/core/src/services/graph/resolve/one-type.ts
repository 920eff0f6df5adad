/**
 * The same name found with two types in one memory is one thing: within a text, people rarely call two things the same.
 * The type with most weight of evidence wins; a type that says little loses to any that says more.
 */
import { VAGUE_TYPES } from './vague-types.ts';
import type { Thing } from './thing.ts';

/** Mutates the things that win. */
export function unifyTypes(things: readonly Thing[]): Thing[] {
  const byKey = Map.groupBy(things, (thing) => thing.key);
  return [...byKey.values()].map((namesakes) => {
    const [best, ...others] = namesakes.toSorted((one, other) => weight(other) - weight(one)) as [Thing, ...Thing[]];
    for (const other of others) best.absorb(other);
    return best;
  });
}

function weight({ type, places }: Thing): number {
  const sum = places.reduce((total, { confidence }) => total + confidence, 0);
  return VAGUE_TYPES.has(type) ? sum / 1000 : sum;
}
