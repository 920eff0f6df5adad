/** What an indexing run asks of a history: first since when files are as they are, and when all else is done the messages of commits. */
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptRepository } from '../store/index.ts';
import { loadHistory } from './history.ts';
import { readLog } from './read-log.ts';
import { forgetCommits, rememberCommits, type CommitRequest } from './remember-commits.ts';
import { validTimes, type ValidTimes } from './valid-times.ts';

/** Brings the log of commits up to HEAD. A few seconds for thousands of commits the first time, next to nothing afterwards. */
export async function readHistory(
  deps: Deps,
  { value }: KeptRepository,
  git: GitRepository,
  signal?: AbortSignal,
): Promise<ValidTimes> {
  await readLog(deps, git, { store: value.store, ...(signal ? { signal } : {}) });
  return validTimes(git, await loadHistory(deps, value.store), signal);
}

/** Remembers what commits say, or forgets it where that is not wanted. After `readHistory`. */
export async function keepMessages(
  deps: Deps,
  { key, value }: KeptRepository,
  git: GitRepository,
  options: Pick<CommitRequest, 'signal' | 'onProgress'> = {},
): Promise<{ readonly added: number; readonly removed: number; readonly passages: number }> {
  const { store } = value;
  if (value.options.commits) return rememberCommits(deps, git, { ...options, repository: key, store });
  return { added: 0, removed: await forgetCommits(deps, store), passages: 0 };
}
