/** The central directory at the end of a zip archive: what is in it, and where. */
import { tooLarge, unreadable } from '../reading.ts';

export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of its local header. */
  readonly offset: number;
}

const MOST_ENTRIES = 20_000;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const HEADER = 0x02014b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const UTF8_NAME = 0x800;
/** Stands in a field that is too small for its value; the value is then in the extra field. */
const ELSEWHERE = 0xffffffff;

/** Folders are left out. */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, offset } = findDirectory(view);
  return readEntries(view, offset, count);
}

/** So many entries of the directory, which begins there in the view. */
export function readEntries(view: DataView, offset: number, count: number): ZipEntry[] {
  if (count > MOST_ENTRIES) throw tooLarge(`It has ${count} parts, and ${MOST_ENTRIES} are the limit.`);
  const entries: ZipEntry[] = [];
  let at = offset;
  for (let n = 0; n < count; n++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== HEADER) throw broken();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const end = at + 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    if (end > view.byteLength) throw broken();
    const entry = readEntry(view, at);
    if (!entry.name.endsWith('/')) entries.push(entry);
    at = end;
  }
  return entries;
}

/** Of a view that is the end of a file, `base` is how much of it lies before. The place is that in the file. */
export function findDirectory(view: DataView, base = 0): { readonly count: number; readonly offset: number } {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const [count, offset] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
    return offset === ELSEWHERE || count === 0xffff ? findDirectory64(view, at, base) : { count, offset };
  }
  throw broken();
}

function findDirectory64(
  view: DataView,
  end: number,
  base: number,
): { readonly count: number; readonly offset: number } {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) throw broken();
  const at = Number(view.getBigUint64(locator + 8, true)) - base;
  if (at < 0 || at + 56 > view.byteLength || view.getUint32(at, true) !== END_64) throw broken();
  return { count: Number(view.getBigUint64(at + 32, true)), offset: Number(view.getBigUint64(at + 48, true)) };
}

function readEntry(view: DataView, at: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const nameLength = view.getUint16(at + 28, true);
  const name = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
  const entry = {
    name: decodeName(name, flags).replaceAll('\\', '/'),
    flags,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  return withLargeNumbers(entry, view, at + 46 + nameLength, view.getUint16(at + 30, true));
}

function withLargeNumbers(entry: ZipEntry, view: DataView, start: number, length: number): ZipEntry {
  const missing = (['size', 'packedSize', 'offset'] as const).filter((field) => entry[field] === ELSEWHERE);
  if (missing.length === 0) return entry;
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const values = missing.map((field, n) => [field, Number(view.getBigUint64(at + 4 + n * 8, true))] as const);
    return { ...entry, ...Object.fromEntries(values) };
  }
  throw broken();
}

/** Older programs say nothing of the encoding; those who meant UTF-8 are recognised by its being valid. */
function decodeName(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & UTF8_NAME) === 0 }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function broken(): Error {
  return unreadable('The file is damaged, or cut short: it is a zip archive whose list of contents is missing.');
}
