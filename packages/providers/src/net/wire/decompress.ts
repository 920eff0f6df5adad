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

const UNPACKERS: Readonly<Record<string, () => Unpacker>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};
const ZLIB_METHOD = 8;

/** Fails with `garbage` for an encoding that was not asked for, or several on top of each other. */
export async function unpack(response: IncomingMessage): Promise<Unpacked> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return { stream: response, packedBytes: null };
  if (encoding === 'deflate') return inflate(response);
  const unpacker = UNPACKERS[encoding]?.();
  if (!unpacker) {
    response.destroy();
    throw new HttpFailure('garbage');
  }
  return through(response, unpacker);
}

/** The name stands for two formats: servers send either. The first byte tells. */
async function inflate(response: IncomingMessage): Promise<Unpacked> {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  const first = await chunks.next();
  const isZlib = !first.done && ((first.value[0] ?? 0) & 0x0f) === ZLIB_METHOD;
  const whole = Readable.from(withFirst(first, chunks), { objectMode: false });
  return through(whole, isZlib ? createInflate() : createInflateRaw());
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
