/** Where the program is and what it is able to. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

export type GitVersion = readonly [major: number, minor: number];

/** Before it, some of what is asked here is not known. */
export const OLDEST: GitVersion = [2, 20];

/**
 * By absolute folders of the search path alone: a relative one, or Windows' habit of looking in the current folder first, would
 * run what lies in a repository.
 */
export async function findGit(
  searchPath: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const [separator, name] = platform === 'win32' ? [';', 'git.exe'] : [':', 'git'];
  for (const folder of searchPath.split(separator)) {
    if (!path.isAbsolute(folder)) continue;
    const program = path.join(folder, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}

/** `git version 2.39.5 (Apple Git-154)`, `git version 2.54.0.windows.1` */
export function readVersion(text: string): GitVersion | null {
  const found = /^git version (\d+)\.(\d+)/u.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

export function isAtLeast([major, minor]: GitVersion, [leastMajor, leastMinor]: GitVersion): boolean {
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
