/** The ignore files of a folder, read as carefully as any other file of the user's. */
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Folders } from '../guard/boundary.ts';
import type { OpenFolder } from '../guard/open-folder.ts';
import { openResolved } from '../guard/open-inside.ts';
import { GIT_EXCLUDE, GIT_FOLDER, IGNORE_FILES, type IgnoreRules } from './ignore-rules.ts';

/** Of a longer one, only the beginning counts. */
const MAX_BYTES = 1_048_576;

export interface RulesPlace {
  readonly folder: OpenFolder;
  readonly folders: Folders;
  /** From where paths begin, in names. */
  readonly depth: number;
  /** What is in the folder, if it is known. */
  readonly names?: ReadonlySet<string>;
}

/** The rules above, and those of the folder. What cannot be read says nothing; a link neither, as with Git. */
export async function readRules(
  above: IgnoreRules,
  { folder, folders, depth, names }: RulesPlace,
): Promise<IgnoreRules> {
  const files = new Map<string, string>();
  const git = (names?.has(GIT_FOLDER) ?? true) ? await factsOf(path.join(folder.at, GIT_FOLDER)) : undefined;
  // In a work tree of its own, or a submodule, `.git` is a file, and what it leads to lies elsewhere.
  const isRepository = git !== undefined && (git.isDirectory() || git.isFile());
  const wanted = IGNORE_FILES.filter((name) => names?.has(name) ?? true);
  for (const name of [...(git?.isDirectory() ? [GIT_EXCLUDE] : []), ...wanted]) {
    const text = await readText(path.join(folder.at, name), folders);
    if (text !== undefined) files.set(name, text);
  }
  await folder.confirm();
  return above.below(depth, files, isRepository);
}

async function factsOf(file: string): Promise<BigIntStats | undefined> {
  return lstat(file, { bigint: true }).catch(() => undefined);
}

async function readText(file: string, folders: Folders): Promise<string | undefined> {
  const opened = await openResolved(file, folders).catch(() => undefined);
  if (!opened) return undefined;
  try {
    const room = Buffer.allocUnsafe(Math.min(opened.size, MAX_BYTES));
    const { bytesRead } = await opened.handle.read(room, 0, room.length, 0);
    return room.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await opened.handle.close();
  }
}
