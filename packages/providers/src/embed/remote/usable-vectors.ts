/** Vectors as an endpoint sent them, checked: as many as texts, as long as the others, all numbers, and of unit length. */
import { HttpFailure } from '../../net/index.ts';

/** What came cannot be used; asking the same again would bring the same. */
export class UnusableVectors extends Error {
  override readonly name = 'UnusableVectors';
}

/** `dimensions` is 0 while nobody knows it: the first vector decides. */
export function toUnitVectors(sent: unknown, count: number, dimensions: number): Float32Array[] {
  if (!Array.isArray(sent)) throw new HttpFailure('garbage');
  if (sent.length !== count) throw new UnusableVectors('another number of vectors than of texts');
  const length = dimensions || (Array.isArray(sent[0]) ? sent[0].length : 0);
  return sent.map((vector: unknown) => toUnitVector(vector, length));
}

function toUnitVector(sent: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(sent) || sent.length === 0) throw new UnusableVectors('an empty vector');
  if (sent.length !== dimensions) throw new UnusableVectors('a vector of another length');
  if (!sent.every((part) => typeof part === 'number' && Number.isFinite(part))) {
    throw new UnusableVectors('a part that is no number');
  }
  const parts = sent as number[];
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  if (length === 0 || !Number.isFinite(length)) throw new UnusableVectors('a vector without direction');
  return Float32Array.from(parts, (part) => part / length);
}
