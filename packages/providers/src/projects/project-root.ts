/** The folder that makes a project. Small and without imports of ours: the hook file has it too. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

export const PROJECT_FILE = '.zapomni.json';

/**
 * The nearest folder, from this one upwards, with a `.zapomni.json` or a repository. None for a home folder or the root of
 * the disk, whatever lies in it: everything would be one project there.
 */
export function projectRoot(folder: string, home: string): string | null {
  let here = realPath(folder);
  const top = realPath(home);
  for (;;) {
    const above = path.dirname(here);
    if (above === here || here === top) return null;
    if (existsSync(path.join(here, PROJECT_FILE)) || existsSync(path.join(here, '.git'))) return here;
    here = above;
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
