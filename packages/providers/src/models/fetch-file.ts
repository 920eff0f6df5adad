/**
 * One file of a model, from its source to its place. It grows under another name, goes on where it stopped when the line is cut
 * or the command is ended, and gets its name when its bytes have proved to be the right ones.
 *
 *   source ── pieces ──→ NAME.part ── length and SHA-256 ──→ NAME
 *      ↑ from byte n        │ wrong
 *      └── cut, stalled ────┘ removed
 */
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { ZapomniError, toZapomniError } from '@zapomni/core/errors';
import type { ModelFile } from './catalogue.ts';
import { hashFile } from './hash-file.ts';
import type { ModelSource } from './model-source.ts';

export interface Fetching {
  readonly source: ModelSource;
  readonly file: ModelFile;
  readonly place: string;
  /** Bytes of this file that are there. */
  readonly onProgress: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** How long nothing may come before the line counts as cut. */
  readonly stallMs?: number | undefined;
}

const STALL_MS = 60_000;
/** In a row without a single byte; one that brings some is worth another. */
const MOST_TRIES = 4;

/** Leaves the part of a file that came so far, for the next time, but never a wrong one. */
export async function fetchFile(fetching: Fetching): Promise<void> {
  const { file, place } = fetching;
  const part = `${place}.part`;
  const hadSome = (await sizeOf(part)) > 0;
  await complete(fetching, part);
  let hash = await hashFile(part);
  if (hash !== file.sha256 && hadSome) {
    // What lay there may have been of another source: once more, from the first byte.
    await rm(part, { force: true });
    await complete(fetching, part);
    hash = await hashFile(part);
  }
  if (hash === file.sha256) return rename(part, place);
  await rm(part, { force: true });
  throw wrong(file, hash);
}

async function complete(fetching: Fetching, part: string): Promise<void> {
  const { file, signal } = fetching;
  let fruitless = 0;
  for (;;) {
    const before = await sizeOf(part);
    if (before === file.bytes) return;
    if (before > file.bytes) return tooLong(file, part);
    try {
      await take(fetching, part, before);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isCut(error)) throw error;
      fruitless = (await sizeOf(part)) > before ? 0 : fruitless + 1;
      if (fruitless === MOST_TRIES) throw error;
      continue;
    }
    // It ended by itself. What is short then will not become longer.
    const size = await sizeOf(part);
    if (size < file.bytes && size <= before) throw await tooShort(file, part);
  }
}

/** The same line may be back in a moment. What the source says of itself will not change by asking again. */
function isCut(error: unknown): boolean {
  const { code } = toZapomniError(error);
  return (
    ['TIMEOUT', 'CANCELLED', 'UPSTREAM_FAILED'].includes(code) && !/\(status \d+\)/.test(toZapomniError(error).message)
  );
}

async function take({ source, file, onProgress, signal, stallMs = STALL_MS }: Fetching, part: string, from: number) {
  const stalled = new AbortController();
  const either = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  let watch = setTimeout(() => stalled.abort(), stallMs);
  let out: FileHandle | undefined;
  try {
    const { at, pieces } = await source({ file, from, signal: either });
    out = await open(part, at === 0 ? 'w' : 'a');
    let there = at;
    for await (const piece of pieces) {
      clearTimeout(watch);
      either.throwIfAborted();
      await out.write(piece);
      there += piece.length;
      if (there > file.bytes) return;
      onProgress(there);
      watch = setTimeout(() => stalled.abort(), stallMs);
    }
  } finally {
    clearTimeout(watch);
    await out?.sync();
    await out?.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function tooLong(file: ModelFile, part: string): Promise<never> {
  await rm(part, { force: true });
  throw wrong(file, 'longer');
}

async function tooShort(file: ModelFile, part: string): Promise<ZapomniError> {
  await rm(part, { force: true });
  return wrong(file, 'shorter');
}

function wrong(file: ModelFile, found: string): ZapomniError {
  return new ZapomniError(
    'UPSTREAM_FAILED',
    `What came as ${file.path} is not the file that was pinned; it was removed.`,
    {
      hint: 'The source has another version or a damaged copy: try again, or name another source with --from.',
      cause: new Error(`found ${found}, expected SHA-256 ${file.sha256}, ${file.bytes} bytes`),
    },
  );
}
