/** Takes an answer out of its compression, as the other side says it was packed. */
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { HttpFailure } from '../http-failure.ts';

export const ACCEPTED_ENCODINGS = 'gzip, br, zstd, deflate';

type Unpacker = Transform & { readonly bytesWritten: number };

/** What comes out, and how many bytes of it went in so far. */
export interface Unpacked {
  readonly stream: AsyncIterable<Buffer>;
  /** Null where nothing was packed. */
  readonly packedBytes: (() => number) | null;
}

/** By the first byte of what is packed. */
const UNPACKERS: Readonly<Record<string, (first: number) => Unpacker>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
  // The name stands for two formats, and servers send either.
  deflate: (first) => ((first & 0x0f) === ZLIB_METHOD ? createInflate() : createInflateRaw()),
};
const ZLIB_METHOD = 8;

/** Fails with `garbage` for an encoding that was not asked for, or several on top of each other. */
export async function unpack(response: IncomingMessage): Promise<Unpacked> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return { stream: response, packedBytes: null };
  const unpackerFor = UNPACKERS[encoding];
  if (!unpackerFor) throw new HttpFailure('garbage');
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  const first = await chunks.next();
  // Nothing at all is not worth packing, whatever the head says.
  if (first.done) return { stream: response, packedBytes: null };
  return through(Readable.from(withFirst(first, chunks), { objectMode: false }), unpackerFor(first.value[0] ?? 0));
}

async function* withFirst(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}

function through(packed: Readable, unpacker: Unpacker): Unpacked {
  pipeline(packed, unpacker, () => {
    // Whoever reads the end of it sees the error.
  });
  return { stream: unpacker, packedBytes: () => unpacker.bytesWritten };
}

/** Whether the error says that what came is not what it was said to be. */
export function isBadPacking(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return /^(Z_|ZSTD_|ERR__|ERR_BROTLI|ERR_ZSTD)/i.test(code);
}
