/**
 * Files of the user's, replaced one by one. What counts is what is there at the last moment:
 *
 *   folder ── no link on the way ── draft beside it ── descriptor's path within? ── write ── sync ── still expected? ── rename
 */
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { link, lstat, mkdir, open, realpath, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { invalidField, toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { FileStat, FolderWriter, Logger } from '@zapomni/core/ports';
import { folderOf } from '../guard/boundary.ts';
import { pathOfOpenFile } from '../guard/path-of-open-file.ts';
import { toFileStat } from '../reading/file-stat.ts';
import { toWriteError, WriteRefused } from './write-refused.ts';

export interface LocalFolderWriterOptions {
  /** Folders in which nothing is ever written, such as the store's own. */
  readonly except?: readonly string[];
  readonly logger: Logger;
}

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** Where something is already, and what systems say that know no hard links: a look then tells. */
const NO_LINK: ReadonlySet<string> = new Set(['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
/** What is new; a file that is replaced keeps who may read it. */
const FOR_THE_USER_ALONE = { folder: 0o700, file: 0o600 };
const FIELD = 'folder';

export function createLocalFolderWriter({ except = [], logger }: LocalFolderWriterOptions): FolderWriter {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const told = error instanceof ZapomniError ? error : toFolderError(error);
      logger.log('info', 'note_not_written', { code: toZapomniError(told).code });
      throw told;
    }
  };
  return {
    open: (folder) => guarded(() => openRoot(folder, except)),
    put: (folder, relative, text, expected) => guarded(() => putFile(placeOf(folder, relative), text, expected)),
    remove: (folder, relative, expected) =>
      guarded(async () => {
        const { root, target } = placeOf(folder, relative);
        await requireNoLink({ root, target });
        const there = await lookAt(target);
        if (!there) return;
        requireExpected(there, expected);
        await unlink(target);
      }),
    flush: (folder, relatives) =>
      guarded(async () => {
        const parents = new Set(relatives.map((relative) => path.dirname(path.join(folder, ...partsOf(relative)))));
        for (const parent of parents) await syncFolder(parent);
      }),
  };
}

async function openRoot(folder: string, except: readonly string[]): Promise<string> {
  if (!path.isAbsolute(folder)) throw invalidField(FIELD, 'has to be an absolute path');
  await mkdir(folder, { recursive: true, mode: FOR_THE_USER_ALONE.folder });
  const root = await realpath(folder);
  const own = await Promise.all(except.map((one) => realpath(one).catch(() => one)));
  if (own.some((one) => folderOf(root, [one]) || folderOf(one, [root])))
    throw new ZapomniError('FORBIDDEN', `${FIELD}: the store lies there.`, { hint: 'Name a folder of its own.' });
  return root;
}

interface Place {
  readonly root: string;
  readonly target: string;
}

function placeOf(folder: string, relative: string): Place {
  return { root: folder, target: path.join(folder, ...partsOf(relative)) };
}

async function requireNoLink({ root, target }: Place): Promise<void> {
  const parent = path.dirname(target);
  if (!folderOf(parent, [root]) || (await realpath(parent)) !== parent) throw new WriteRefused('elsewhere');
}

/** What a walk tells, and nothing that leads elsewhere. */
function partsOf(relative: string): string[] {
  const parts = relative.split('/');
  const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0');
  const isHere = path.sep === '/' || !/[\\:]/.test(relative);
  if (!parts.every(isPlain) || !isHere) throw invalidField('file', 'is no name below the folder');
  return parts;
}

async function putFile({ root, target }: Place, text: string, expected: string | null): Promise<FileStat> {
  // In the folder itself the open draft tells as much.
  if (path.dirname(target) !== root) await requireNoLink({ root, target });
  // Of a new file, the last step will tell.
  const there = expected === null ? undefined : await lookAt(target);
  if (expected !== null) requireExpected(there, expected);
  const draft = draftOf(target);
  const handle = await openDraft(draft, there ? Number(there.mode) & 0o777 : FOR_THE_USER_ALONE.file);
  try {
    await requireInside(handle, draft, root);
    await handle.writeFile(text);
    await handle.sync();
    await requireNoLink({ root, target });
    const written = await handle.stat({ bigint: true });
    await publish(draft, target, expected);
    return toFileStat(written);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** The same for the same file, so that what a process left behind is replaced; hidden, and never too long. */
function draftOf(target: string): string {
  const name = createHash('sha256').update(path.basename(target)).digest('hex').slice(0, 24);
  return path.join(path.dirname(target), `.zapomni-${name}.partial`);
}

async function openDraft(draft: string, mode: number): Promise<FileHandle> {
  try {
    return await open(draft, FLAGS, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await unlink(draft);
    return open(draft, FLAGS, mode);
  }
}

async function requireInside(handle: FileHandle, draft: string, root: string): Promise<void> {
  const place = await pathOfOpenFile(handle, draft).catch(() => '');
  if (!folderOf(place, [root])) throw new WriteRefused('elsewhere');
}

async function publish(draft: string, target: string, expected: string | null): Promise<void> {
  if (expected === null && (await isLinked(draft, target))) return unlink(draft);
  requireExpected(await lookAt(target), expected);
  await rename(draft, target);
}

/** A link fails where there is a file already, so that nobody's is replaced. Some file systems know none. */
async function isLinked(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if (NO_LINK.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function lookAt(target: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(target, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function requireExpected(there: BigIntStats | undefined, expected: string | null): void {
  if (there && !there.isFile()) throw new WriteRefused('special');
  const version = there ? toFileStat(there).version : null;
  if (version !== expected) throw new WriteRefused('exists');
}

/** Windows and some file systems cannot; there the rename itself has to do. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function toFolderError(error: unknown): unknown {
  if (error instanceof WriteRefused) {
    if (error.reason === 'exists')
      return new ZapomniError('CONFLICT', 'The file was changed meanwhile.', { hint: 'Look at it again.' });
    const [what, hint] =
      error.reason === 'special'
        ? ['there is something that is not a plain file', 'Move it away.']
        : ['leads out of the folder', 'Put a plain folder in the place of the link.'];
    return new ZapomniError('FORBIDDEN', `file: ${what}.`, { hint, cause: error });
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENAMETOOLONG':
      return invalidField('file', 'has a name that is too long here');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ZapomniError('FORBIDDEN', `${FIELD}: may not be written.`, {
        hint: 'Let this user write to it, and to the files in it, or name another folder.',
        cause: error,
      });
    case 'EEXIST':
    case 'ENOTDIR':
      return new ZapomniError('FORBIDDEN', `${FIELD}: is not a folder.`, { hint: 'Name a folder.', cause: error });
    default:
      return toWriteError(error, FIELD);
  }
}
