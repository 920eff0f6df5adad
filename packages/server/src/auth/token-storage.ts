/**
 * The token file on disk: read whole, replaced whole (a temporary file, then a rename), so that a reader sees the old list
 * or the new one and never half of either. Only its owner may read it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ServerError } from '../server-error.ts';
import { withFileLock } from './file-lock.ts';
import { tokenDocument, type TokenRecord } from './token-record.ts';

export interface StoredTokens {
  readonly records: readonly TokenRecord[];
  /** Differs whenever the file does. */
  readonly stamp: string;
}

const MAX_BYTES = 4 << 20;
const NO_FILE: StoredTokens = { records: [], stamp: 'none' };

/** A file that is not there holds no tokens. Throws a ServerError for one that cannot be trusted or read. */
export async function readTokens(path: string): Promise<StoredTokens> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return NO_FILE;
    throw unusable(path, 'it cannot be opened', error);
  }
  try {
    return await readOpened(path, file);
  } finally {
    await file.close();
  }
}

export async function stampOf(path: string): Promise<string> {
  try {
    return toStamp(await stat(path, { bigint: true }));
  } catch (error) {
    return isMissing(error) ? NO_FILE.stamp : 'unreadable';
  }
}

/** Replaces the list by what `change` makes of it, with no other process in between. The same list: nothing is written. */
export async function changeTokens(
  path: string,
  change: (records: readonly TokenRecord[]) => readonly TokenRecord[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await withFileLock(path, async (stillHeld) => {
    const { records } = await readTokens(path);
    const next = change(records);
    if (next !== records) await replace(path, next, stillHeld);
  });
}

async function readOpened(path: string, file: FileHandle): Promise<StoredTokens> {
  const found = await file.stat({ bigint: true });
  if (!found.isFile()) throw unusable(path, 'it is not a file');
  if (found.size > MAX_BYTES) throw unusable(path, 'it is too large');
  if (process.platform !== 'win32' && (found.mode & 0o022n) !== 0n) {
    throw unusable(path, 'others may write to it; make it yours alone (chmod 600)');
  }
  return { records: parse(path, await file.readFile('utf8')), stamp: toStamp(found) };
}

function parse(path: string, text: string): readonly TokenRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words quote the file.
    throw unusable(path, 'it is not JSON');
  }
  const parsed = tokenDocument.safeParse(value);
  if (parsed.success) return parsed.data.tokens;
  const [issue] = parsed.error.issues;
  throw unusable(path, `its ${issue?.path.join('.') || 'document'} is not what this version writes`);
}

async function replace(path: string, tokens: readonly TokenRecord[], stillHeld: () => Promise<boolean>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await stillHeld())) throw new ServerError('INVALID_OPTIONS', `${path} was busy and is unchanged. Try again.`);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function toStamp({ ino, size, mtimeNs, ctimeNs }: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }) {
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function unusable(path: string, why: string, cause?: unknown): ServerError {
  return new ServerError(
    'INVALID_OPTIONS',
    `The token file ${path} cannot be used: ${why}. Repair it, or move it away and create the tokens anew.`,
    cause,
  );
}
