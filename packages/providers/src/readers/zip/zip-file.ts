/**
 * A zip archive in memory, by its central directory. Whatever it unpacks is counted against the document's budget before a
 * byte is unpacked, and is never more than the directory says: an archive that lies about its sizes is refused, and so is one
 * whose members overlap or shrink like nothing that people make.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { tooLarge, unreadable, type Budget } from '../reading.ts';
import { readDirectory, type ZipEntry } from './directory.ts';

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Nothing that is meant to be read packs better than this, from a certain size on. */
const MOST_RATIO = 300;
const RATIO_FROM = 16_000_000;

export class ZipFile {
  readonly entries: readonly ZipEntry[];
  readonly #bytes: Uint8Array;
  readonly #budget: Budget;
  readonly #byName: ReadonlyMap<string, ZipEntry>;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.entries = readDirectory(bytes);
    this.#byName = new Map(this.entries.map((entry) => [entry.name, entry]));
    refuseBombs(this.entries);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The member of that name, unpacked; null if there is none. */
  read(name: string): Uint8Array | null {
    const entry = this.#byName.get(name);
    return entry ? this.unpack(entry) : null;
  }

  unpack(entry: ZipEntry): Uint8Array {
    if ((entry.flags & ENCRYPTED) !== 0) throw unreadable('It is encrypted: it opens with a password only.');
    this.#budget.unpack(entry.size);
    const packed = this.#packed(entry);
    const unpacked = inflate(entry, packed);
    if (unpacked.length !== entry.size || crc32(unpacked) !== entry.crc) throw damaged();
    return unpacked;
  }

  #packed(entry: ZipEntry): Uint8Array {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    const at = entry.offset;
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== 0x04034b50) throw damaged();
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (start + entry.packedSize > view.byteLength) throw damaged();
    return this.#bytes.subarray(start, start + entry.packedSize);
  }
}

function inflate({ method, size }: ZipEntry, packed: Uint8Array): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw unreadable('It is packed in a way that is not supported.');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge('It unpacks to more than it says, as zip bombs do.');
    }
    throw damaged(error);
  }
}

function refuseBombs(entries: readonly ZipEntry[]): void {
  const [size, packedSize] = entries.reduce(([a, b], entry) => [a + entry.size, b + entry.packedSize], [0, 0]);
  if (size > RATIO_FROM && size > packedSize * MOST_RATIO) throw tooLarge('It is packed like a zip bomb.');
  const byOffset = entries.toSorted((a, b) => a.offset - b.offset);
  byOffset.forEach((entry, n) => {
    const before = byOffset[n - 1];
    if (before && before.offset + before.packedSize > entry.offset)
      throw tooLarge('Its parts overlap, as in a zip bomb.');
  });
}

function damaged(cause?: unknown): Error {
  return unreadable('The file is damaged, or cut short: it is a zip archive that cannot be unpacked.', cause);
}
