/** Damages documents the way transfers, disks and malice do: the same seed damages them the same way. */
import { seeded } from '../../seeded.ts';
import { BYTE_DAMAGES, TEXT_DAMAGES, within, type Damage } from './damages.ts';
import { damagePart } from './mutate-package.ts';
import { damageStream } from './mutate-pdf.ts';

const ZIP = 0x50_4b;
const PDF = 0x25_50;

/** Half of the damages are to the bytes as they stand; the others to what is written in them, packed anew if it was packed. */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed);
  if (random() < 0.5) return oneOf(BYTE_DAMAGES, random)(bytes, random);
  const inner = oneOf([...TEXT_DAMAGES, ...BYTE_DAMAGES], random);
  const kind = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (kind === ZIP) return damagePart(bytes, inner, random);
  return kind === PDF ? damageStream(bytes, inner, random) : inner(bytes, random);
}

const oneOf = (damages: readonly Damage[], random: () => number) => damages[within(random, damages.length)] as Damage;
