/**
 * Opens a file and proves where it lies. Links may be changed by others between any two steps, so that only what is known
 * of the open descriptor counts in the end:
 *
 *   path ── realpath ── within? ── lstat: plain? ── open without following ── fstat: plain? ── descriptor's path within?
 *
 * The earlier steps keep us from opening what should not even be opened, such as a device.
 */
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { admits, type Folders } from './boundary.ts';
import { FileRefused } from './file-refused.ts';
import { pathOfOpenFile } from './path-of-open-file.ts';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** Windows lacks all but the first. Without O_NONBLOCK, opening a pipe would wait for its writer. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Where the path leads, every link followed. `folders` are real ones. */
export async function resolveInside(path: string, folders: Folders): Promise<string> {
  // Whatever is wrong on the way, nobody learns more than that there is nothing: the way may lead through foreign folders.
  const real = await realpath(path).catch((error: unknown) => refuse('missing', error));
  if (!admits(folders, real)) throw new FileRefused('outside');
  return real;
}

/** `real` has just come from `resolveInside`. The caller closes the handle. */
export async function openResolved(real: string, folders: Folders): Promise<OpenFile> {
  requirePlain(await lstat(real).catch((error: unknown) => refuse('missing', error)));
  const handle = await open(real, FLAGS).catch((error: unknown) => refuse(reasonOf(error), error));
  try {
    const { size } = requirePlain(await handle.stat());
    if (!admits(folders, await pathOfOpenFile(handle, real))) throw new FileRefused('changed');
    return { handle, size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function requirePlain(facts: Stats): Stats {
  // A link where there was none a moment ago.
  if (facts.isSymbolicLink()) throw new FileRefused('changed');
  if (!facts.isFile()) throw new FileRefused('special');
  return facts;
}

/** What a system's error says of a file or folder; undefined for what we did not foresee. */
export function reasonOf(error: unknown): 'missing' | 'changed' | 'special' | 'unreadable' | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'ELOOP':
    case 'EMLINK':
      return 'changed';
    case 'ENXIO':
    case 'ENODEV':
    case 'EISDIR':
      return 'special';
    case 'EACCES':
    case 'EPERM':
      return 'unreadable';
    default:
      return undefined;
  }
}

/** What we did not foresee stays what it is. */
export function refuse(reason: ReturnType<typeof reasonOf>, error: unknown): never {
  throw reason === undefined ? error : new FileRefused(reason, { cause: error });
}
