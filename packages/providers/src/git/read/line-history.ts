import type { GitHunk, GitLineChange, GitLineQuery } from '@zapomni/core/ports';
import { invalidField } from '@zapomni/core/errors';
import { toTime } from './commits.ts';
import { patchLines, toHunk } from './hunks.ts';
import { requireCount, requireObject, requirePath } from './names.ts';

const MARK = 0x01;
/** Of what is told of a commit: a subject may be long. */
const MOST_LINE = 10_000;
/** No line of a patch begins with the mark. */
const FORMAT = '--format=tformat:%x01%H%x00%an%x00%ae%x00%ct%x00%s';

export function lineHistoryArguments({ commit, path, first, last, limit }: GitLineQuery): string[] {
  requireCount(first, 'first');
  if (requireCount(last, 'last') < first) throw invalidField('last', 'may not be before `first`');
  return [
    'log',
    '--no-show-signature',
    '--encoding=UTF-8',
    FORMAT,
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    ...(limit === undefined ? [] : [`--max-count=${requireCount(limit, 'limit')}`]),
    `-L${first},${last}:${requirePath(path)}`,
    requireObject(commit, 'commit'),
    '--',
  ];
}

export async function* readLineHistory(output: AsyncIterable<Buffer>): AsyncGenerator<GitLineChange> {
  let held: Omit<GitLineChange, 'hunks'> | undefined;
  let hunks: GitHunk[] = [];
  for await (const line of patchLines(output, MOST_LINE)) {
    if (line[0] !== MARK) {
      const hunk = toHunk(line);
      if (hunk) hunks.push(hunk);
      continue;
    }
    if (held) yield { ...held, hunks };
    [held, hunks] = [toDeed(line), []];
  }
  if (held) yield { ...held, hunks };
}

function toDeed(line: Buffer): Omit<GitLineChange, 'hunks'> {
  const [hash = '', name = '', email = '', at = '', subject = ''] = line.toString('utf8', 1).split('\0');
  return { hash, author: { name, email }, committedAt: toTime(at), subject };
}
