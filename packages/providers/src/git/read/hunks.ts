import type { GitChange, GitFileHunks, GitHunk } from '@zapomni/core/ports';
import { tokens } from '../run/tokens.ts';

const LINE_BREAK = 0x0a;
/** Enough for `@@ -1234567,1234567 +1234567,1234567 @@`; lines of files may have any length. */
const MOST = 200;

export const PATCH = [
  '--patch',
  '--unified=0',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--submodule=short',
];

/** Lines of a patch: those of files begin with a blank, `+`, `-` or `\`, so the others are Git's own. */
export function patchLines(output: AsyncIterable<Buffer>, most = MOST): AsyncGenerator<Buffer> {
  return tokens(output, { separator: LINE_BREAK, most });
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u;

export function toHunk(line: Buffer): GitHunk | null {
  const found = HUNK.exec(line.toString('latin1'));
  if (!found) return null;
  const [, oldStart, oldLines = '1', newStart, newLines = '1'] = found;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
  };
}

/** A patch has its files in the order of the changes; names in it are for people, so they are not read. */
export async function* readHunks(
  changes: AsyncIterable<GitChange>,
  patch: AsyncIterable<Buffer>,
): AsyncGenerator<GitFileHunks> {
  const files = hunksByFile(patch);
  try {
    for await (const change of changes) {
      const hunks = [...((await next(files)) ?? [])];
      // What became a link, or was one, is removed and added: two files in the patch.
      if (change.state === 'type_changed') hunks.push(...((await next(files)) ?? []));
      yield { change, hunks };
    }
  } finally {
    await files.return(undefined);
  }
}

async function next(files: AsyncGenerator<GitHunk[]>): Promise<GitHunk[] | undefined> {
  const { value, done } = await files.next();
  return done === true ? undefined : value;
}

const isFileLine = (line: Buffer): boolean => line.toString('latin1', 0, 11) === 'diff --git ';

async function* hunksByFile(patch: AsyncIterable<Buffer>): AsyncGenerator<GitHunk[]> {
  let hunks: GitHunk[] | undefined;
  for await (const line of patchLines(patch)) {
    if (isFileLine(line)) {
      if (hunks) yield hunks;
      hunks = [];
      continue;
    }
    const hunk = toHunk(line);
    if (hunk) hunks?.push(hunk);
  }
  if (hunks) yield hunks;
}
