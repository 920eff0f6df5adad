/**
 * A project's workspace: what its `.zapomni.json` says, else a name made of the folder. The name has the folder's words for
 * people and a piece of a hash of its path, so that two folders called `api` do not share what they remember.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { RESERVED_WORKSPACES, WORKSPACE_PATTERN } from '@zapomni/core/model';
import type { Project, Projects } from '@zapomni/core/ports';
import { gitRoot, mainRoot } from './git-root.ts';
import { PROJECT_FILE, projectRoot } from './project-root.ts';

const LONGEST_WORDS = 40;
const HASH_LENGTH = 8;
/** It holds a name; whoever puts more there means something else. */
const LONGEST_FILE = 65_536;

export function createProjects(home: string = homedir()): Projects {
  return {
    find(folder) {
      try {
        return findProject(folder, home);
      } catch {
        return null;
      }
    },
  };
}

function findProject(folder: string, home: string): Project | null {
  if (!path.isAbsolute(folder)) return null;
  const root = projectRoot(folder, home);
  if (root === null) return null;
  const named = namedIn(root);
  return { root, workspace: named ?? nameOf(identityOf(root)), named: named !== null };
}

/** Null where the file says no name that can be one. */
function namedIn(root: string): string | null {
  const file = path.join(root, PROJECT_FILE);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  if (text.length > LONGEST_FILE) return null;
  try {
    const said: unknown = (JSON.parse(text) as { workspace?: unknown } | null)?.workspace;
    const isName = typeof said === 'string' && WORKSPACE_PATTERN.test(said) && !RESERVED_WORKSPACES.includes(said);
    return isName ? said : null;
  } catch {
    return null;
  }
}

/** The same path for every worktree; of a part of a repository, its place in the first one. */
function identityOf(root: string): string {
  const git = gitRoot(root);
  if (git === null) return root;
  const main = mainRoot(git);
  const first = existsSync(main) ? realpathSync(main) : main;
  return path.join(first, path.relative(git, root));
}

function nameOf(identity: string): string {
  const words = path
    .basename(identity)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\.git$/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_WORDS)
    .replaceAll(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH);
  return `${words || 'project'}-${hash}`;
}
