/** A backup read from its beginning to its end. What is wrong with it is said without a word of what it holds. */
import { createHash } from 'node:crypto';
import { ZapomniError } from '../../errors/index.ts';
import { PARTS, type Totals } from '../../model/index.ts';
import { checkExport } from '../migrate/read-export.ts';
import {
  BACKUP_VERSION,
  badBackup,
  blobSchema,
  endSchema,
  headSchema,
  manifestOf,
  type BackupEnd,
  type BackupHead,
  type BackupManifest,
} from './backup-format.ts';
import { ByteCursor } from './byte-cursor.ts';

type Pieces = AsyncIterable<Uint8Array>;

const EXPORT_END = '{"zapomni":"end"';

/** Reads all of it. INVALID_INPUT unless it is whole, every hash is right, and it holds as much as its manifest says. */
export async function checkBackup(pieces: Pieces): Promise<BackupManifest> {
  const cursor = new ByteCursor(pieces);
  try {
    const head = readHead(await cursor.line());
    const { records, totals } = await checkExport(exportPart(cursor));
    const { blobs, line, hash } = await passBlobs(cursor);
    const end = checkEnd(line, hash, { records, totals, blobs });
    if ((await cursor.line()) !== undefined) throw badBackup('The backup goes on after its end.');
    return manifestOf(head, end);
  } finally {
    await cursor.close();
  }
}

/** Answers with the first line that is none, and the hash of all before it. */
async function passBlobs(cursor: ByteCursor): Promise<{ blobs: Found['blobs']; line: unknown; hash: string }> {
  const blobs = { count: 0, bytes: 0 };
  for (;;) {
    const hash = cursor.digest();
    const line = parse(await cursor.line());
    const blob = blobSchema.safeParse(line).data;
    if (blob === undefined) return { blobs, line, hash };
    await checkBlob(cursor, blob);
    blobs.count += 1;
    blobs.bytes += blob.bytes;
  }
}

/** The lines of the export in it, for whoever imports them. */
export async function* backupLines(pieces: Pieces): AsyncGenerator<string> {
  const cursor = new ByteCursor(pieces);
  try {
    readHead(await cursor.line());
    yield* exportPart(cursor);
  } finally {
    await cursor.close();
  }
}

export interface BackedUpBlob {
  readonly hash: string;
  readonly bytes: number;
  /** To be read before the next one is asked for. */
  readonly pieces: Pieces;
}

export async function* backupBlobs(pieces: Pieces): AsyncGenerator<BackedUpBlob> {
  const cursor = new ByteCursor(pieces);
  try {
    readHead(await cursor.line());
    for await (const line of exportPart(cursor)) void line;
    for (;;) {
      const blob = blobSchema.safeParse(parse(await cursor.line())).data;
      if (blob === undefined) return;
      yield { hash: blob.blob, bytes: blob.bytes, pieces: cursor.take(blob.bytes) };
      await cursor.line();
    }
  } finally {
    await cursor.close();
  }
}

async function* exportPart(cursor: ByteCursor): AsyncGenerator<string> {
  for (;;) {
    const line = await cursor.line();
    if (line === undefined) return;
    yield line;
    if (line.startsWith(EXPORT_END)) return;
  }
}

async function checkBlob(cursor: ByteCursor, { blob, bytes }: { blob: string; bytes: number }): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of cursor.take(bytes)) hash.update(piece);
  if (hash.digest('hex') !== blob || (await cursor.line()) !== '') {
    throw badBackup('The backup was changed since it was written: a blob in it has another hash.');
  }
}

function parse(line: string | undefined): unknown {
  if (line === undefined) throw badBackup('The backup is cut off: its manifest is missing.');
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function readHead(line: string | undefined): BackupHead {
  const { data } = headSchema.safeParse(line === undefined ? null : parse(line));
  if (!data) {
    throw new ZapomniError('INVALID_INPUT', 'The file is not a backup of Zapomni.', {
      hint: 'Name a file that `zapomni backup` wrote; `zapomni import` reads what `zapomni export` wrote.',
    });
  }
  if (data.version <= BACKUP_VERSION) return data;
  throw new ZapomniError('STORE_TOO_NEW', 'The backup was written by a newer version of Zapomni.', {
    hint: 'Update Zapomni, then restore it.',
  });
}

interface Found {
  readonly records: number;
  readonly totals: Totals;
  readonly blobs: { readonly count: number; readonly bytes: number };
}

function checkEnd(value: unknown, hash: string, { records, totals, blobs }: Found): BackupEnd {
  const { data: end } = endSchema.safeParse(value);
  if (!end) throw badBackup('The backup was changed since it was written: what follows its records is no blob.');
  if (end.sha256 !== hash) throw badBackup('The backup was changed since it was written: its hash is another.');
  const isEqual =
    end.records === records &&
    end.blobs.count === blobs.count &&
    end.blobs.bytes === blobs.bytes &&
    PARTS.every((part) => end.parts[part].count === totals[part].count && end.parts[part].hash === totals[part].hash);
  if (!isEqual) throw badBackup('The backup does not hold what its manifest says.');
  return end;
}
