/**
 * Facts as bytes, to be kept. As JSON they are two to five times as long as the source, because every name stands where it is used; packed
 * they are about as long as the source or half of that, at a few milliseconds for a megabyte. Levels above this one take three times as
 * long for a tenth less.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ZapomniError } from '../../errors/index.ts';
import type { CodeFacts } from './code-parser.ts';

/** The first byte says how the rest is written, so that it can be written otherwise one day. */
const PACKED_JSON = 1;
const LEVEL = 1;
/** No file that is parsed has facts as long as this; what claims to is not ours. */
const LONGEST = 512 * 1024 * 1024;

export function encodeFacts(facts: CodeFacts): Uint8Array {
  const packed = zstdCompressSync(JSON.stringify(facts), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const bytes = new Uint8Array(packed.length + 1);
  bytes[0] = PACKED_JSON;
  bytes.set(packed, 1);
  return bytes;
}

/** INVALID_INPUT for bytes that `encodeFacts` did not write, or that were cut off. */
export function decodeFacts(bytes: Uint8Array): CodeFacts {
  if (bytes[0] !== PACKED_JSON) throw notFacts();
  try {
    return JSON.parse(zstdDecompressSync(bytes.subarray(1), { maxOutputLength: LONGEST }).toString()) as CodeFacts;
  } catch (cause) {
    throw notFacts(cause);
  }
}

function notFacts(cause?: unknown): ZapomniError {
  return new ZapomniError('INVALID_INPUT', 'The kept facts of a file cannot be read: parse it again.', { cause });
}
