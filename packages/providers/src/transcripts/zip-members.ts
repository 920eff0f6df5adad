/** The members of a zip archive on disk, unpacked piece by piece: an export may be larger than memory. */
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ZapomniError } from '@zapomni/core/errors';
import { findDirectory, readEntries, type ZipEntry } from '../readers/zip/directory.ts';

/** Why it cannot be unpacked. */
export class BrokenZip extends Error {}

/** The end of a file in which the place of the directory stands, whatever is noted after it. */
const TAIL = 65_535 + 22 + 20 + 56;
const LARGEST_DIRECTORY = 64_000_000;
const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

export async function zipEntries(file: string): Promise<ZipEntry[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const base = Math.max(0, size - TAIL);
    const { count, offset } = findDirectory(await viewOf(handle, base, size), base);
    if (size - offset > LARGEST_DIRECTORY) throw new BrokenZip('is a zip archive with too long a list of contents');
    return readEntries(await viewOf(handle, offset, size), 0, count);
  } catch (error) {
    if (error instanceof ZapomniError || error instanceof RangeError)
      throw new BrokenZip('is a zip archive whose list of contents cannot be read');
    throw error;
  } finally {
    await handle.close();
  }
}

async function viewOf(handle: FileHandle, from: number, to: number): Promise<DataView> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  return new DataView(bytes.buffer, 0, bytesRead);
}

/** `onBytes` counts what is read of the archive. */
export async function* unpacked(
  file: string,
  entry: ZipEntry,
  {
    signal,
    onBytes,
  }: { readonly signal?: AbortSignal | undefined; readonly onBytes?: ((n: number) => void) | undefined },
): AsyncGenerator<Buffer> {
  if ((entry.flags & ENCRYPTED) !== 0) throw new BrokenZip('is in a zip archive that opens with a password only');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new BrokenZip('is packed in a way that is not supported');
  if (entry.packedSize === 0) return;
  const start = await dataOf(file, entry);
  const packed = createReadStream(file, { start, end: start + entry.packedSize - 1, signal });
  packed.on('data', (piece) => onBytes?.(piece.length));
  const whole = entry.method === STORED ? packed : pipeline(packed, createInflateRaw(), () => undefined);
  let size = 0;
  for await (const piece of whole as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > entry.size) throw new BrokenZip('unpacks to more than it says, as zip bombs do');
    yield piece;
  }
  if (size < entry.size) throw new BrokenZip('is in a zip archive that is damaged or cut short');
}

async function dataOf(file: string, entry: ZipEntry): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const view = await viewOf(handle, entry.offset, entry.offset + 30);
    if (view.byteLength < 30 || view.getUint32(0, true) !== LOCAL_HEADER)
      throw new BrokenZip('is in a zip archive that is damaged or cut short');
    return entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  } finally {
    await handle.close();
  }
}
