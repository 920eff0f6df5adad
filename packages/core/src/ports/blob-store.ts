export interface Blob {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
}

export interface StoredBlob extends Blob {
  /** When it was last put. */
  readonly putAt: number;
}

/**
 * Bytes by their hash. Contract:
 * - A blob appears whole or not at all, whatever happens to the process or the machine; when `put` resolves it is on disk.
 *   Putting what is there already keeps one copy, and makes it as young as a new one.
 * - `read` gives exactly the bytes asked for, in pieces; memory is bounded by a piece. A blob that no longer has its hash is
 *   never given out whole without a word: a full read fails with STORE_CORRUPT at its end.
 * - A range is cut to what is there; one that begins behind the end is empty.
 * - Several processes, on several machines where the folder is shared, may use it at once.
 * - Who may remove: the sweep alone (services/blobs), which asks the records what is in use and spares what is young. So
 *   whoever refers to a blob puts it first, even if it should be there already: that makes it young. However a removal and
 *   a put of the same bytes fall together, what `put` has resolved stays.
 *
 * Fails with INVALID_INPUT for what is no hash (64 lower-case hex digits) or no range, NOT_FOUND, TOO_LARGE (more bytes than
 * `maxBytes`), CANCELLED, or a STORE_* code; what `bytes` fails with is passed on. No path reaches a message.
 */
export interface BlobStore {
  put(
    bytes: AsyncIterable<Uint8Array>,
    options?: { readonly signal?: AbortSignal; readonly maxBytes?: number },
  ): Promise<Blob>;
  /** Null when it is not there. */
  stat(hash: string): Promise<StoredBlob | null>;
  /** `end` is exclusive. */
  read(
    hash: string,
    range?: { readonly start?: number; readonly end?: number; readonly signal?: AbortSignal },
  ): AsyncIterable<Uint8Array>;
  /** In order of hashes, after the given one. */
  list(after: string | null, limit: number): Promise<readonly StoredBlob[]>;
  /** Reads all of it and compares. */
  verify(hash: string, signal?: AbortSignal): Promise<'ok' | 'damaged' | 'missing'>;
  /** False when it was put at `unlessPutSince` or later, or is not there. */
  remove(hash: string, unlessPutSince: number): Promise<boolean>;
  /** Takes away what writers that died left behind and nobody has written to since `before`. How many there were. */
  removeLeftovers(before: number): Promise<number>;
}
