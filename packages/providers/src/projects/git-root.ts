/** Where the repository of a folder lies that all its worktrees share, read off the files that Git leaves there. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder upwards that has a repository or a worktree of one. */
export function gitRoot(folder: string): string | null {
  for (let here = folder; ; here = path.dirname(here)) {
    if (existsSync(path.join(here, '.git'))) return here;
    if (path.dirname(here) === here) return null;
  }
}

/**
 * For a worktree the folder of the first one, or the bare repository; for everything else the folder itself. A submodule
 * has a repository of its own and is a project of its own.
 */
export function mainRoot(root: string): string {
  const dot = path.join(root, '.git');
  if (statSync(dot).isDirectory()) return root;
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(dot, 'utf8'))?.[1];
  if (pointer === undefined) return root;
  const own = path.resolve(root, pointer);
  const shared = path.join(own, 'commondir');
  if (!existsSync(shared)) return root;
  const common = path.resolve(own, readFileSync(shared, 'utf8').trim());
  return path.basename(common) === '.git' ? path.dirname(common) : common;
}
