/**
 * A file of kept embeddings that only grows. Several processes append to it at once; each reads what has come since it
 * last looked and remembers where each embedding lies. What cannot be read as a record spoils the rest of the file.
 */
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { Embedding } from '@zapomni/core/ports';
import { HEAD_BYTES, isWhole, readHead, toEmbedding, type CacheKey } from './cache-record.ts';

interface Place {
  readonly at: number;
  readonly length: number;
}

const CHUNK_BYTES = 1_048_576;

export class CacheFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #inode: number;
  readonly #places = new Map<string, Place>();
  /** How far it has been read. */
  #end = 0;
  #isSpoilt = false;

  /** Makes the file where there is none. */
  static async open(path: string): Promise<CacheFile> {
    const handle = await open(path, 'a+', 0o600);
    return new CacheFile(path, handle, (await handle.stat()).ino);
  }

  private constructor(path: string, handle: FileHandle, inode: number) {
    this.#path = path;
    this.#handle = handle;
    this.#inode = inode;
  }

  get isSpoilt(): boolean {
    return this.#isSpoilt;
  }

  async facts(): Promise<{ readonly size: number; readonly madeAt: number }> {
    const { size, birthtimeMs } = await this.#handle.stat();
    return { size, madeAt: birthtimeMs };
  }

  /** Another process may have put another file in its place. */
  async isCurrent(): Promise<boolean> {
    return stat(this.#path).then(
      ({ ino }) => ino === this.#inode,
      () => false,
    );
  }

  /** In one go, so that what two processes append does not get mixed. */
  async append(records: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(records);
    for (let at = 0; at < bytes.length;) at += (await this.#handle.write(bytes, at)).bytesWritten;
  }

  /** Takes in what has been appended, by whichever process. */
  async follow(): Promise<void> {
    const { size } = await this.#handle.stat();
    for (let wanted = CHUNK_BYTES; this.#end + HEAD_BYTES <= size && !this.#isSpoilt;) {
      const bytes = await this.#read(this.#end, Math.min(wanted, size - this.#end));
      const used = this.#takeIn(bytes);
      this.#end += used;
      // The last one is still being written, or longer than the chunk.
      if (used === 0 && bytes.length < wanted) break;
      wanted = used === 0 ? wanted * 2 : CHUNK_BYTES;
    }
  }

  /** The record of the key, whole, with its embedding. */
  async find(key: CacheKey): Promise<Embedding | undefined> {
    const place = this.#places.get(key.id);
    if (!place) return undefined;
    const payload = await this.#read(place.at, place.length);
    return payload.length === place.length ? toEmbedding(key, payload) : undefined;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** How many bytes were whole records. */
  #takeIn(bytes: Buffer): number {
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const head = readHead(bytes, at);
      const begin = at + HEAD_BYTES;
      if (head && begin + head.length > bytes.length) break;
      if (!head || !isWhole(head, bytes.subarray(begin, begin + head.length))) {
        this.#isSpoilt = true;
        break;
      }
      this.#places.set(head.id, { at: this.#end + begin, length: head.length });
      at = begin + head.length;
    }
    return at;
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}
