/**
 * One kept embedding, as bytes:
 *
 *   16 id │ 4 length of the payload │ 4 checksum │ payload: 2 dimensions │ 8 fluency │ numbers of the vector │ word bits
 *
 * The id is a hash of model and text, and the payload is enciphered with another hash of the same two. So only who has the
 * text can read what is kept of it: a memory that is forgotten leaves nothing here that tells of it.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Embedding } from '@zapomni/core/ports';

export interface CacheKey {
  /** Sixteen bytes, as a string. */
  readonly id: string;
  readonly secret: Buffer;
}

export interface RecordHead {
  readonly id: string;
  /** Of the payload. */
  readonly length: number;
  readonly checksum: number;
}

export const HEAD_BYTES = 24;
/** Longer ones are none of ours. */
const MAX_PAYLOAD = 4_194_304;
const ID_BYTES = 16;
const FIXED_BYTES = 10;
/** Each payload has a key of its own, so the counter may begin at the same place. */
const COUNTER = Buffer.alloc(16);

/** Exact: another case, another space or another model is another key. */
export function keyOf(model: string, text: string): CacheKey {
  return { id: hash('id', model, text).toString('latin1', 0, ID_BYTES), secret: hash('seal', model, text) };
}

function hash(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(parts.join('\0')).digest();
}

export function toRecord({ id, secret }: CacheKey, { vector, fluency, wordBits }: Embedding): Buffer {
  const bits = wordBits ?? new Uint8Array();
  const plain = Buffer.alloc(FIXED_BYTES + vector.byteLength + bits.length);
  plain.writeUInt16LE(vector.length, 0);
  plain.writeDoubleLE(fluency, 2);
  plain.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), FIXED_BYTES);
  plain.set(bits, FIXED_BYTES + vector.byteLength);
  const payload = cipher(secret, plain);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(payload.length, 16);
  head.writeUInt32LE(checksumOf(id, payload), 20);
  return Buffer.concat([head, payload]);
}

/** Undefined where no head of ours can be. */
export function readHead(bytes: Buffer, at: number): RecordHead | undefined {
  const length = bytes.readUInt32LE(at + 16);
  if (length < FIXED_BYTES || length > MAX_PAYLOAD) return undefined;
  return { id: bytes.toString('latin1', at, at + ID_BYTES), length, checksum: bytes.readUInt32LE(at + 20) };
}

export function isWhole({ id, checksum }: RecordHead, payload: Buffer): boolean {
  return checksumOf(id, payload) === checksum;
}

/** `payload` of a record that is whole. */
export function toEmbedding({ secret }: CacheKey, payload: Buffer): Embedding | undefined {
  const plain = cipher(secret, payload);
  const end = FIXED_BYTES + 4 * plain.readUInt16LE(0);
  if (end > plain.length) return undefined;
  // A copy, because numbers must begin at a multiple of four.
  const vector = new Float32Array(plain.buffer.slice(plain.byteOffset + FIXED_BYTES, plain.byteOffset + end));
  const bits = Uint8Array.from(plain.subarray(end));
  return { vector, fluency: plain.readDoubleLE(2), ...(bits.length > 0 ? { wordBits: bits } : {}) };
}

/** There and back. */
function cipher(secret: Buffer, bytes: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', secret, COUNTER).update(bytes);
}

function checksumOf(id: string, payload: Buffer): number {
  return crc32(payload, crc32(Buffer.from(id, 'latin1')));
}
