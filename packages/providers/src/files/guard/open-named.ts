/** By the path that a caller named, below folders as the user named them. */
import type { FileStat } from '@zapomni/core/ports';
import { toFileStat } from '../reading/file-stat.ts';
import { admits, bothSpellings, realFolders, type Folders } from './boundary.ts';
import { FileRefused } from './file-refused.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';
import { openResolved, resolveInside, type OpenFile } from './open-inside.ts';

/** The caller closes it. */
export async function openNamed(target: string, named: Folders): Promise<OpenFile> {
  const { real, folders } = await locate(target, named);
  return openResolved(real, folders);
}

/** Of a plain file or a folder, as it is when it is open. */
export async function statNamed(target: string, named: Folders): Promise<FileStat> {
  const { real, folders } = await locate(target, named);
  const opened = await openEither(real, folders);
  try {
    return toFileStat(opened.facts);
  } finally {
    await opened.close();
  }
}

async function locate(target: string, named: Folders): Promise<{ real: string; folders: Folders }> {
  const folders = await realFolders(named);
  if (!admits(bothSpellings(named, folders), target)) throw new FileRefused('outside');
  return { real: await resolveInside(target, folders), folders };
}

async function openEither(real: string, folders: Folders): Promise<Pick<OpenFolder, 'facts' | 'close'>> {
  try {
    const { handle } = await openResolved(real, folders);
    return { facts: await handle.stat({ bigint: true }), close: () => handle.close() };
  } catch (error) {
    // Not a plain file: a folder, or something that this will not open either.
    if (error instanceof FileRefused && error.reason === 'special') return openFolder(real, folders);
    throw error;
  }
}
