/**
 * Files below one folder, written whole or not at all. Links may be changed by others at any time, so that what counts is
 * where the open file lies:
 *
 *   folder ── no link on the way ── open beside it, exclusively ── descriptor's path within? ── write ── sync ── rename
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, realpath, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { FileWriter, Logger, WriteRequest, WrittenFile } from '@zapomni/core/ports';
import { folderOf } from '../guard/boundary.ts';
import { toFileParts } from './file-name.ts';
import { pathOfOpenFile } from '../guard/path-of-open-file.ts';
import { toWriteError, WriteRefused } from './write-refused.ts';

export interface LocalFileWriterOptions {
  /** Absolute. Made with the first file. */
  readonly folder: string;
  /** How callers call the name of a file, for errors. */
  readonly field?: string;
  readonly logger: Logger;
}

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const FOR_THE_USER_ALONE = { folder: 0o700, file: 0o600 };

export function createLocalFileWriter({ folder, field = 'file', logger }: LocalFileWriterOptions): FileWriter {
  if (!path.isAbsolute(folder)) throw new ZapomniError('INVALID_CONFIG', 'ZAPOMNI_EXPORT_DIR: must be absolute.');
  return {
    check: (name) => void toFileParts(name, field),
    async write(name, pieces, request = {}) {
      const parts = toFileParts(name, field);
      try {
        const written = await writeBelow(folder, { parts, pieces, request });
        logger.log('info', 'file_written', { file: name, bytes: written.bytes });
        return written;
      } catch (error) {
        const told = error instanceof ZapomniError ? error : toWriteError(error, field);
        logger.log('warning', 'file_not_written', { file: name, code: toZapomniError(told).code, error: told });
        throw told;
      }
    },
  };
}

interface Order {
  readonly parts: readonly string[];
  readonly pieces: AsyncIterable<string | Uint8Array>;
  readonly request: WriteRequest;
}

async function writeBelow(folder: string, { parts, pieces, request }: Order): Promise<WrittenFile> {
  await mkdir(folder, { recursive: true, mode: FOR_THE_USER_ALONE.folder });
  const root = await realpath(folder);
  const target = path.join(root, ...parts);
  await requireRoom(root, target, request);
  const draft = path.join(path.dirname(target), `.${randomUUID()}.partial`);
  const handle = await open(draft, FLAGS, FOR_THE_USER_ALONE.file);
  try {
    await requireInside(handle, draft, root);
    const bytes = await writeAll(handle, pieces, request.signal);
    await handle.close();
    await publish(draft, target, request);
    return { path: target, bytes };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** Asked before the work is begun; `publish` sees to what changes meanwhile. */
async function requireRoom(root: string, target: string, { overwrite = false }: WriteRequest): Promise<void> {
  const parent = path.dirname(target);
  if (!folderOf(target, [root]) || (await realpath(parent)) !== parent) throw new WriteRefused('elsewhere');
  const there = await lstat(target).catch(() => undefined);
  if (there && !there.isFile()) throw new WriteRefused('special');
  if (there && !overwrite) throw new WriteRefused('exists');
}

async function requireInside(handle: FileHandle, draft: string, root: string): Promise<void> {
  const place = await pathOfOpenFile(handle, draft).catch(() => '');
  if (!folderOf(place, [root])) throw new WriteRefused('elsewhere');
}

async function writeAll(handle: FileHandle, pieces: Order['pieces'], signal?: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const data of together(pieces, signal)) {
    await handle.writeFile(data);
    bytes += data.length;
  }
  signal?.throwIfAborted();
  await handle.sync();
  return bytes;
}

/** To write a line by itself takes longer than to make it: small texts go to the disk together. */
const WRITTEN_TOGETHER = 65_536;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

async function* together(pieces: Order['pieces'], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const texts = new TextRoom();
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    if (typeof piece === 'string') yield* texts.put(piece);
    else {
      yield* texts.rest();
      yield piece;
    }
  }
  yield* texts.rest();
}

/**
 * Texts are put into the same bytes again and again, so that a long file leaves neither texts nor buffers behind: what is yielded is written
 * before more is asked for.
 */
class TextRoom {
  readonly #encoder = new TextEncoder();
  readonly #room = new Uint8Array(WRITTEN_TOGETHER);
  #filled = 0;
  /** Of a character that goes on in the next text. */
  #half = '';

  *put(text: string): Generator<Uint8Array> {
    const all = this.#half + text;
    this.#half = HIGH_SURROGATE.exec(all)?.[0] ?? '';
    for (let rest = all.slice(0, all.length - this.#half.length); ;) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#room.subarray(this.#filled));
      this.#filled += written;
      if (read === rest.length) return;
      yield this.#taken();
      rest = rest.slice(read);
    }
  }

  *rest(): Generator<Uint8Array> {
    if (this.#filled > 0) yield this.#taken();
    if (this.#half !== '') yield this.#encoder.encode(this.#half);
    this.#half = '';
  }

  #taken(): Uint8Array {
    const bytes = this.#room.subarray(0, this.#filled);
    this.#filled = 0;
    return bytes;
  }
}

/** A link fails where there is a file already, so that nobody's is replaced unasked. */
async function publish(draft: string, target: string, { overwrite = false }: WriteRequest): Promise<void> {
  const parent = path.dirname(target);
  if ((await realpath(parent)) !== parent) throw new WriteRefused('elsewhere');
  if (overwrite) return rename(draft, target);
  await link(draft, target).catch((error: unknown) => withoutLinks(error, draft, target));
  await unlink(draft).catch(() => undefined);
}

/** Some file systems know no links; there the last look is what there is. */
async function withoutLinks(error: unknown, draft: string, target: string): Promise<void> {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') throw new WriteRefused('exists');
  const isThere = await lstat(target).catch(() => undefined);
  if (isThere) throw new WriteRefused('exists');
  await rename(draft, target);
}
