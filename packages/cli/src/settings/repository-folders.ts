/** What belongs to the repository that a folder lies in, and may lie elsewhere: the work tree, its Git folder, and the one that work trees share. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folder itself where it lies in none. Git decides what it takes of these; here nothing is asked of it. */
export function repositoryFolders(folder: string): string[] {
  const top = topOf(folder);
  if (top === null) return [folder];
  const mark = path.join(top, '.git');
  if (statSync(mark).isDirectory()) return [top];
  const own = pathIn(mark, /^gitdir: (.+)$/mu, top);
  const common = own === null ? null : pathIn(path.join(own, 'commondir'), /^(.+)$/mu, own);
  return [top, ...[own, common].filter((one) => one !== null)];
}

function topOf(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (path.dirname(at) === at) return null;
  }
}

/** The folder that a file names. */
function pathIn(file: string, pattern: RegExp, from: string): string | null {
  try {
    const named = pattern.exec(readFileSync(file, 'utf8'))?.[1]?.trim();
    return named === undefined ? null : realpathSync(path.resolve(from, named));
  } catch {
    return null;
  }
}
