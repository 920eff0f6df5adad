/** From commits to files: what touched each of them, under whatever name it had then. */
import type { LoggedChange, LoggedCommit } from './commit-log.ts';

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
  for (const [place, { changes }] of newestFirst.entries()) {
    // What a commit says of names holds for those before it, and not for the rest of itself.
    const later = changes.flatMap((change) => touch(touches, today, change, place));
    for (const [path, now] of later) today.set(path, now);
  }
  return touches;
}

type Renaming = readonly [path: string, now: string | null];

/** What names mean before that change. */
function touch(
  touches: Map<string, FileTouches>,
  today: ReadonlyMap<string, string | null>,
  { path, state, before }: LoggedChange,
  place: number,
): Renaming[] {
  const now = today.has(path) ? (today.get(path) ?? null) : path;
  if (state === 'deleted') return touches.has(path) ? [] : [[path, null]];
  if (now === null) return [];
  const file = touches.get(now) ?? { path: now, commits: [], made: false };
  touches.set(now, file);
  if (file.commits.at(-1) !== place) file.commits.push(place);
  if (state === 'added') file.made = true;
  if (state === 'changed') return [];
  // Older changes of the name belong to something else; those of the name before belong to this.
  return before === null
    ? [[path, null]]
    : [
        [path, null],
        [before, now],
      ];
}
