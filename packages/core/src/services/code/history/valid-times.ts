/**
 * Since when files say what they say: the last commit that touched them, where they are as committed. What was changed since, and what Git
 * does not know, has the time of the file itself.
 */
import type { GitRepository } from '../../../ports/index.ts';
import type { History } from './history.ts';

export interface ValidTime {
  readonly at: number;
  readonly commit: string | null;
}

export type ValidTimes = (path: string, modifiedAt: number) => ValidTime;

/** Without Git, or before the first commit. */
export const byFileTime: ValidTimes = (_path, modifiedAt) => ({ at: modifiedAt, commit: null });

export async function validTimes(
  git: GitRepository,
  history: History | null,
  signal?: AbortSignal,
): Promise<ValidTimes> {
  if (!history) return byFileTime;
  const dirty = new Set<string>();
  for await (const { path } of git.status(signal ? { signal } : {})) dirty.add(path);
  const { since, complete } = history;
  return (path, modifiedAt) => {
    const last = dirty.has(path) ? null : history.last(path);
    if (last) return last;
    // Older than all that was read: it was so at the beginning of that, whenever it was checked out.
    const old = !dirty.has(path) && !complete && since !== null;
    return { at: old ? Math.min(since, modifiedAt) : modifiedAt, commit: null };
  };
}
