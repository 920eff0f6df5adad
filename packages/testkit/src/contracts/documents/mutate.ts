/** Damages bytes the way transfers, disks and malice do: the same seed damages them the same way. */
import { seeded } from '../../seeded.ts';

type Damage = (bytes: Uint8Array, random: () => number) => Uint8Array;

const within = (random: () => number, length: number) => Math.floor(random() * length);

const DAMAGES: readonly Damage[] = [
  // Cut off.
  (bytes, random) => bytes.slice(0, within(random, bytes.length)),
  // Single bits.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    for (let n = within(random, 20); n >= 0; n--) damaged[within(random, bytes.length)]! ^= 1 << within(random, 8);
    return damaged;
  },
  // A stretch of noise.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    const at = within(random, bytes.length);
    for (let i = at; i < Math.min(bytes.length, at + 50); i++) damaged[i] = within(random, 256);
    return damaged;
  },
  // A stretch that is lost.
  (bytes, random) => {
    const at = within(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + within(random, 200))]);
  },
  // A stretch that is said again and again.
  (bytes, random) => {
    const at = within(random, bytes.length);
    const stretch = bytes.subarray(at, at + 1 + within(random, 40));
    const times = Array.from({ length: within(random, 500) }, () => stretch);
    return Buffer.concat([bytes.subarray(0, at), ...times, bytes.subarray(at)]);
  },
  // Lengths and numbers at their limits.
  (bytes, random) => {
    const damaged = Uint8Array.from(bytes);
    const at = within(random, bytes.length);
    damaged.fill(random() < 0.5 ? 0xff : 0, at, Math.min(bytes.length, at + 4));
    return damaged;
  },
];

export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed);
  const damage = DAMAGES[within(random, DAMAGES.length)];
  return damage ? damage(bytes, random) : bytes;
}
