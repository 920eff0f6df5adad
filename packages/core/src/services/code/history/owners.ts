/** Who knows a file or folder: those who wrote most of the commits that touched it. */
import type { GitAuthor } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptRepository } from '../store/index.ts';
import type { CoChange } from './co-change.ts';
import { loadHistory } from './history.ts';
import { openGit, withGit, type HistoryAsker } from './open-git.ts';

const MOST_OWNERS = 5;
const MOST_FILES = 20;

/** The whole repository without a path; none where there is no Git. */
export async function ownersOf(
  deps: Deps,
  repository: KeptRepository,
  path?: string,
  asker: HistoryAsker = {},
): Promise<readonly GitAuthor[]> {
  const { git } = await openGit(deps, repository, asker);
  if (!git) return [];
  return withGit(git, async () => {
    const { commit } = await git.head();
    if (commit === null) return [];
    const authors = await git.authors({ commit, ...(path === undefined || path === '' ? {} : { path }) });
    return authors.slice(0, MOST_OWNERS);
  });
}

/** What else was touched by the commits that touched it, the most telling first. */
export async function filesThatChangeWith(
  deps: Pick<Deps, 'storage' | 'clock'>,
  { value }: KeptRepository,
  path: string,
): Promise<readonly CoChange[]> {
  const history = await loadHistory(deps, value.store);
  return history?.changesWith(path).slice(0, MOST_FILES) ?? [];
}

/** The same as a question about what may break counts it: of the commits that touched it, the share that touched the other too. */
export async function changedTogether(
  deps: Pick<Deps, 'storage' | 'clock'>,
  repository: KeptRepository,
  path: string,
): Promise<readonly { readonly path: string; readonly score: number; readonly commits: number }[]> {
  const files = await filesThatChangeWith(deps, repository, path);
  return files.map(({ path: other, together, of }) => ({ path: other, score: together / of, commits: together }));
}
