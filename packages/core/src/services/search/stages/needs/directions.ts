/**
 * Directions in a model's space that tell what a text is rather than what it is about: a request that wants an answer to somebody's taste ("plan my
 * dinner") from a question for a fact, and a sentence that says how somebody wants things ("I do not eat cheese") from one that does not. Each is the
 * difference of the means of two lists of examples; `scripts/needs/` has the lists and makes the table. A model without a line there has none.
 */
import { BUILTIN_DIRECTIONS } from './builtin-directions.ts';

export interface Direction {
  /** Unit length. */
  readonly vector: Float32Array;
  /** Half way between the two means, and from there to either. */
  readonly level: number;
  readonly spread: number;
}

export interface Directions {
  readonly request: Direction;
  readonly want: Direction;
  /** The mean of the requests: what all of them have in common, whatever they are about. */
  readonly anyRequest: Float32Array;
}

/** As the table has them: whole numbers from −127 to 127 in base64, and what one of them is worth. */
export interface Packed {
  readonly scale: number;
  readonly bytes: string;
}

export interface PackedDirections {
  readonly model: string;
  readonly request: Packed & { readonly level: number; readonly spread: number };
  readonly want: Packed & { readonly level: number; readonly spread: number };
  readonly anyRequest: Packed;
}

const unpacked = new Map<string, Directions>();

export function directionsOf(model: string): Directions | null {
  const known = unpacked.get(model);
  if (known) return known;
  const packed = [BUILTIN_DIRECTIONS].find((one) => one.model === model);
  if (!packed) return null;
  const { request, want, anyRequest } = packed;
  const directions = {
    request: { ...request, vector: unpack(request) },
    want: { ...want, vector: unpack(want) },
    anyRequest: unpack(anyRequest),
  };
  unpacked.set(model, directions);
  return directions;
}

/** How far along a direction, 0–1: from half way between the means up to the mean of its own kind. */
export function along({ level, spread }: Direction, product: number): number {
  return Math.min(1, Math.max(0, (product - level) / spread));
}

function unpack({ scale, bytes }: Packed): Float32Array {
  const numbers = new Int8Array(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer);
  return Float32Array.from(numbers, (number) => number * scale);
}
