/** Which paths lie where a client may read. Only paths are compared here; what a path leads to is found out elsewhere. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';

export interface Folders {
  /** Reading is allowed below these. */
  readonly roots: readonly string[];
  /** If given, below one of these as well. */
  readonly grants?: readonly string[] | undefined;
  /** Never below these. */
  readonly except: readonly string[];
}

/** The folder that holds the path, or is it. */
export function folderOf(target: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => isWithin(target, folder));
}

export function admits({ roots, grants, except }: Folders, target: string): boolean {
  return [roots, grants ?? roots].every((some) => folderOf(target, some)) && !folderOf(target, except);
}

/** The same folders as they are on the disk now, links followed. One that does not exist allows nothing. */
export async function realFolders({ roots, grants, except }: Folders): Promise<Folders> {
  return {
    roots: await resolveAll(roots),
    grants: grants && (await resolveAll(grants)),
    except: [...except, ...(await resolveAll(except))],
  };
}

/** Both spellings of each folder: a client may know either. */
export function bothSpellings(named: Folders, real: Folders): Folders {
  return {
    roots: [...named.roots, ...real.roots],
    grants: named.grants && [...named.grants, ...(real.grants ?? [])],
    except: real.except,
  };
}

async function resolveAll(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map(resolveOnce));
  return found.filter((folder) => folder !== undefined);
}

/** Of many files that are wanted in the same moment each asks for the same folders: they are looked up once for all. */
const asked = new Map<string, Promise<string | undefined>>();

function resolveOnce(folder: string): Promise<string | undefined> {
  if (asked.size === 0) setImmediate(() => asked.clear());
  const known = asked.get(folder) ?? realpath(folder).catch(() => undefined);
  asked.set(folder, known);
  return known;
}

function isWithin(target: string, folder: string): boolean {
  const way = path.relative(folder, target);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
