/** From commits to files: what touched each of them, under whatever name it had then. */
import type { LoggedCommit } from './commit-log.ts';

export interface FileTouches {
  readonly path: string;
  /** Places of commits in the log, the newest first. */
  readonly commits: number[];
  /** Whether the log has the commit that made it. */
  made: boolean;
}

/**
 * Of every file that the newest commit has and the log knows of. Names are followed backwards: what a file was called before it was
 * renamed counts for what it is called now. What was there before a file of the same name came is another file.
 */
export function touchesOf(newestFirst: readonly LoggedCommit[]): Map<string, FileTouches> {
  const touches = new Map<string, FileTouches>();
  // What an old name is called today; null for what is gone.
  const today = new Map<string, string | null>();
  const nameOf = (path: string): string | null => (today.has(path) ? (today.get(path) ?? null) : path);
  for (const [place, { changes }] of newestFirst.entries()) {
    const later: [path: string, now: string | null][] = [];
    for (const { path, state, before } of changes) {
      const now = nameOf(path);
      if (state === 'deleted' || now === null) {
        if (state === 'deleted' && !touches.has(path)) later.push([path, null]);
        continue;
      }
      const file = touches.get(now) ?? { path: now, commits: [], made: false };
      touches.set(now, file);
      if (file.commits.at(-1) !== place) file.commits.push(place);
      if (state === 'added') file.made = true;
      // Older changes of the name belong to something else; those of the name before belong to this.
      if (state !== 'changed') later.push([path, null]);
      if (before !== null) later.push([before, now]);
    }
    for (const [path, now] of later) today.set(path, now);
  }
  return touches;
}
