/** Bytes that a number stands for, so that several processes know the same ones without telling each other. */
import { createHash } from 'node:crypto';

const LENGTHS = [0, 17, 70_000, 400_000, 1_500_000];
const PIECE = 60_000;

function numberedBytes(number: number): Buffer {
  const length = LENGTHS[number % LENGTHS.length] ?? 0;
  return Buffer.alloc(length, createHash('sha512').update(String(number)).digest());
}

export function numberedHash(number: number): string {
  return createHash('sha256').update(numberedBytes(number)).digest('hex');
}

export async function* numberedPieces(number: number): AsyncGenerator<Uint8Array> {
  const bytes = numberedBytes(number);
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
