/**
 * Opens a folder and proves where it lies, as open-inside.ts does with files. On Linux everything that follows goes through
 * the open folder itself, so that links that are put in its way later lead nowhere else. Elsewhere its path has to do, and
 * `confirm` finds out afterwards whether it still led there.
 */
import { constants, type BigIntStats } from 'node:fs';
import { open, readlink, type FileHandle } from 'node:fs/promises';
import { admits, type Folders } from './boundary.ts';
import { FileRefused } from './file-refused.ts';
import { reasonOf, refuse } from './open-inside.ts';
import { pathOfOpenFile } from './path-of-open-file.ts';

export interface OpenFolder {
  /** To be put before the names in it, for the system's calls. */
  readonly at: string;
  /** Where it lies, links followed. */
  readonly real: string;
  /** Two folders are the same if these are. */
  readonly identity: string;
  readonly facts: BigIntStats;
  /** Rejects with `changed` if what was asked through `at` may have been asked elsewhere. */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

const FLAGS =
  constants.O_RDONLY |
  (constants.O_DIRECTORY ?? 0) |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0);

/** `path` may lead through an open folder's `at`. A link is not followed. The caller closes it. */
export async function openFolder(
  path: string,
  folders: Folders,
  platform: NodeJS.Platform = process.platform,
): Promise<OpenFolder> {
  const handle = await open(path, FLAGS).catch((error: unknown) => refuse(reasonOfFolder(error), error));
  try {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isDirectory()) throw new FileRefused('special');
    const placed = await placeOf(handle, path, platform);
    if (!admits(folders, placed.real)) throw new FileRefused('changed');
    return {
      ...placed,
      identity: `${facts.dev}-${facts.ino}`,
      facts,
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function placeOf(
  handle: FileHandle,
  path: string,
  platform: NodeJS.Platform,
): Promise<Pick<OpenFolder, 'at' | 'real' | 'confirm'>> {
  const own = `/proc/self/fd/${handle.fd}`;
  const known = platform === 'linux' ? await readlink(own).catch(() => '') : '';
  if (known.startsWith('/')) return { at: own, real: known, confirm: async () => undefined };
  const real = await pathOfOpenFile(handle, path, platform);
  const confirm = async () => {
    if ((await pathOfOpenFile(handle, path, platform)) !== real) throw new FileRefused('changed');
  };
  return { at: real, real, confirm };
}

/** With O_DIRECTORY and O_NOFOLLOW a link is "not a directory". */
function reasonOfFolder(error: unknown): ReturnType<typeof reasonOf> {
  return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'changed' : reasonOf(error);
}
