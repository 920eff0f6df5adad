/** The weights of the heads: one small file, made by `scripts/heads/build.py` and trusted for its hash alone. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ZapomniError } from '@zapomni/core/errors';

/** What the file must hash to. Change it with the file, and the name of the reader with both. */
export const HEADS_SHA256 = '83af0177b812991073cfa6016b47f1622f5624fcec1f36b5746296d8d614e539';

export interface HeadWeights {
  readonly tags: readonly string[];
  readonly types: readonly string[];
  /** Taken off the score of "no name": finds more names, and a few more wrong ones. */
  readonly bias: number;
  /** From what speaks for and against a relation to how often such a one is right: for each clue, and for each type. */
  readonly confidence: { readonly clues: readonly number[]; readonly types: readonly number[] };
  /** By name, each number a 32-bit float, row by row. */
  readonly arrays: Readonly<Record<string, Float32Array>>;
}

interface Header extends Omit<HeadWeights, 'arrays'> {
  readonly arrays: readonly (readonly [string, string, readonly number[]])[];
}

/** In the sources beside this folder's package, in a bundle beside the model. */
function headsPath(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../../heads/heads.bin' : './model/heads.bin';
  return fileURLToPath(new URL(place, import.meta.url));
}

/** Fails with MODEL_UNAVAILABLE when the file is missing or another. */
export function loadHeads(path = headsPath()): HeadWeights {
  return parseHeads(checked(path));
}

function checked(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw unusable('cannot be read', cause);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== HEADS_SHA256)
    throw unusable('is damaged or is another', new Error(`SHA-256 is ${hash}, expected ${HEADS_SHA256}`));
  return bytes;
}

function unusable(what: string, cause: unknown): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', `The file with the weights of the reader ${what}.`, {
    hint: 'Reinstall Zapomni, which brings the file. Until then texts are stored and found, but not read for the graph.',
    cause,
  });
}

const READERS: Readonly<Record<string, (view: DataView, at: number) => number>> = {
  int8: (view, at) => view.getInt8(at),
  float16: (view, at) => view.getFloat16(at, true),
  float32: (view, at) => view.getFloat32(at, true),
};
const SIZES: Readonly<Record<string, number>> = { int8: 1, float16: 2, float32: 4 };

/** Four bytes say how long the header is; the arrays follow it in its order. */
export function parseHeads(bytes: Buffer): HeadWeights {
  const length = bytes.readUInt32LE(0);
  const { arrays: described, ...rest } = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const arrays: Record<string, Float32Array> = {};
  let at = 4 + length;
  for (const [name, type, shape] of described) {
    const count = shape.reduce((product, size) => product * size, 1);
    const [read, size] = [READERS[type] as (typeof READERS)[string], SIZES[type] as number];
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = read(view, at + i * size);
    arrays[name] = values;
    at += count * size;
  }
  return { ...rest, arrays };
}
