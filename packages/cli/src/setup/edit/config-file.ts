/** A file of another program's, changed whole or not at all: read, changed, read again to see that nobody else wrote, and put in place by one rename. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { UnusableText } from './config-text.ts';

const BOM = '\uFEFF';
const TRIES = 5;
const NEW_MODE = 0o600;

export interface FileText {
  /** Null for a file that is not there. */
  readonly bytes: Buffer | null;
  /** Without a byte order mark. */
  readonly text: string;
  readonly bom: string;
}

const backupOf = (file: string): string => `${file}.zapomni-backup`;

/** What a link leads to; files are changed there, and so their backups lie there. */
const targetOf = (file: string): Promise<string> => realpath(file).catch(() => file);

export async function readBackup(file: string): Promise<FileText> {
  return readText(backupOf(await targetOf(file)));
}

export async function dropBackup(file: string): Promise<void> {
  await rm(backupOf(await targetOf(file)), { force: true });
}

export async function readText(file: string): Promise<FileText> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UnusableText(`it cannot be read (${error.code}).`);
  });
  if (bytes === null) return { bytes, text: '', bom: '' };
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnusableText('it is not in UTF-8.');
  }
  const bom = whole.startsWith(BOM) ? BOM : '';
  return { bytes, text: whole.slice(bom.length), bom };
}

export interface Changed {
  readonly before: string;
  readonly after: string;
}

/** `change` gives the new text; the same one for nothing to do, null for no file. It may be called again when somebody writes meanwhile. */
export async function changeFile(file: string, change: (current: FileText) => string | null): Promise<Changed> {
  const target = await targetOf(file);
  for (let attempt = 1; ; attempt++) {
    const current = await readText(target);
    const after = change(current);
    if (after === current.text && current.bytes !== null) return { before: current.text, after };
    if (after === null && current.bytes === null) return { before: '', after: '' };
    if (await putInPlace(target, current, after)) return { before: current.text, after: after ?? '' };
    if (attempt === TRIES)
      throw new UnusableText('it is being written by another program; try again when that is closed.');
  }
}

async function putInPlace(target: string, current: FileText, after: string | null): Promise<boolean> {
  const mode = current.bytes === null ? NEW_MODE : (await stat(target)).mode & 0o7777;
  if ((mode & 0o222) === 0) throw new UnusableText('it is read-only.');
  if (after === null) {
    if (!(await isStill(target, current))) return false;
    await rm(target);
    return true;
  }
  await mkdir(path.dirname(target), { recursive: true });
  if (current.bytes !== null) await keepBackup(target, current.bytes, mode);
  const draft = `${target}.zapomni-${process.pid}-${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeWhole(draft, Buffer.from(current.bom + after), mode);
    if (!(await isStill(target, current))) return false;
    await rename(draft, target);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The first one: what was there before any of ours. */
async function keepBackup(target: string, bytes: Buffer, mode: number): Promise<void> {
  const backup = backupOf(target);
  const exists = await stat(backup).catch(() => null);
  if (!exists) await writeWhole(backup, bytes, mode);
}

async function writeWhole(file: string, bytes: Buffer, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(file, mode);
}

async function isStill(target: string, { bytes }: FileText): Promise<boolean> {
  const now = await readFile(target).catch(() => null);
  return bytes === null ? now === null : now !== null && bytes.equals(now);
}
