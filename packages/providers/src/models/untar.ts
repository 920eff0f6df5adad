/** The files of a tar archive, one after the other as they come; packed with gzip or not. */
import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { ZapomniError } from '@zapomni/core/errors';

const BLOCK = 512;
const GZIP = 0x1f8b;
/** A plain file, in either of the ways that archives say so. */
const IS_FILE = /^[0\0]$/;

export interface TarEntry {
  readonly name: string;
  /** To be read, if at all, before the next entry is asked for. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export async function* untar(archive: string): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(open(archive));
  for (;;) {
    const head = await bytes.take(BLOCK);
    if (head.length < BLOCK || head.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(head, 124, 12).trim() || '0', 8);
    if (!text(head, 257, 5).startsWith('ustar') || !Number.isSafeInteger(size)) throw notAnArchive();
    const name = [text(head, 345, 155), text(head, 0, 100)].filter((part) => part !== '').join('/');
    const content = bytes.limited(size);
    if (IS_FILE.test(String.fromCharCode(head[156] as number))) yield { name, pieces: content };
    for await (const piece of content) void piece;
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

function open(archive: string): AsyncIterable<Buffer> {
  const file = createReadStream(archive, { highWaterMark: 1 << 18 });
  if (firstBytes(archive) !== GZIP) return file;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

function firstBytes(archive: string): number {
  const file = openSync(archive, 'r');
  try {
    const two = Buffer.alloc(2);
    readSync(file, two);
    return two.readUInt16BE();
  } finally {
    closeSync(file);
  }
}

/** Bytes that come in pieces of any length, taken in pieces of the wanted one. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Fewer only at the end. */
  async take(count: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for await (const piece of this.limited(count)) taken.push(piece);
    return Buffer.concat(taken);
  }

  /** The next so many; read on where somebody stopped reading. */
  limited(count: number): AsyncIterable<Buffer> {
    let left = count;
    const next = async (): Promise<IteratorResult<Buffer>> => {
      if (left > 0 && this.#rest.length === 0) await this.#more();
      const piece = this.#rest.subarray(0, left);
      if (piece.length === 0) return { done: true, value: undefined };
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      return { done: false, value: piece };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async #more(): Promise<void> {
    try {
      const step = await this.#source.next();
      if (!step.done) this.#rest = step.value;
    } catch (cause) {
      throw notAnArchive(cause);
    }
  }
}

function text(head: Buffer, start: number, length: number): string {
  return head
    .subarray(start, start + length)
    .toString('utf8')
    .replace(/\0.*$/s, '');
}

function notAnArchive(cause?: unknown): ZapomniError {
  return new ZapomniError('INVALID_INPUT', 'The file that --from names is no archive that can be read.', {
    hint: 'It has to be a tar archive, packed with gzip or not (.tar, .tar.gz), of the folder with the files.',
    cause,
  });
}
