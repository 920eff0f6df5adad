import type { GitChange, GitCommit, GitCommitQuery } from '@zapomni/core/ports';
import { tokens } from '../run/tokens.ts';
import { ChangeReader, plainDiff } from './changes.ts';
import { requireCount, requireObject, requirePath } from './names.ts';

/** Names and messages end at a NUL in Git itself, so none of these can hold one. */
const FIELDS = ['%H', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'];
const FORMAT = `--format=tformat:${FIELDS.map((field) => `${field}%x00`).join('')}`;

export function logArguments(query: GitCommitQuery, isPartial: boolean): string[] {
  const { since, until, limit, changes = true } = query;
  return [
    'log',
    '-z',
    '--no-show-signature',
    '--encoding=UTF-8',
    FORMAT,
    ...(changes ? ['--raw', '--root', ...plainDiff(isPartial)] : ['--no-patch']),
    // By the seconds themselves: a date in words may be read in several ways.
    ...(since === undefined ? [] : [`--max-age=${Math.max(0, Math.ceil(since / 1000))}`]),
    ...(until === undefined ? [] : [`--min-age=${Math.max(0, Math.floor(until / 1000))}`]),
    ...(limit === undefined ? [] : [`--max-count=${requireCount(limit, 'limit')}`]),
    requireObject(query.from, 'from'),
    ...(query.except ?? []).map((id) => `^${requireObject(id, 'except')}`),
    '--',
    ...(query.paths ?? []).map((path) => requirePath(path, 'paths')),
  ];
}

/** A commit of so many files is no deed of a person's; its further changes are counted. */
const MOST_CHANGES = 20_000;
const COLON = 0x3a;

/** `cut`: commits whose parents are not there; Git takes all of their files for new. */
export async function* readCommits(output: AsyncIterable<Buffer>, cut: ReadonlySet<string>): AsyncGenerator<GitCommit> {
  let fields: Buffer[] = [];
  let changes: GitChange[] = [];
  let moreChanges = 0;
  const reader = new ChangeReader();
  const take = (): GitCommit => toCommit(fields, { changes, moreChanges, cut });
  for await (const token of tokens(output)) {
    if (fields.length < FIELDS.length) {
      fields.push(token);
      continue;
    }
    if (!reader.isMidway) {
      // After the last field Git ends the line in its own way.
      const start = token[0] === 0x0a ? 1 : 0;
      if (token.length === start) continue;
      if (token[start] !== COLON) {
        yield take();
        [fields, changes, moreChanges] = [[token], [], 0];
        continue;
      }
      reader.read(token.subarray(start));
      continue;
    }
    const change = reader.read(token);
    if (change && changes.length >= MOST_CHANGES) moreChanges += 1;
    else if (change) changes.push(change);
  }
  if (fields.length === FIELDS.length) yield take();
}

interface Told {
  readonly changes: readonly GitChange[];
  readonly moreChanges: number;
  readonly cut: ReadonlySet<string>;
}

function toCommit(fields: readonly Buffer[], { changes, moreChanges, cut }: Told): GitCommit {
  const field = (at: number): string => fields[at]?.toString() ?? '';
  const [hash, parents] = [field(0), field(1)];
  const isCut = cut.has(hash);
  return {
    hash,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: field(2), email: field(3) },
    authoredAt: toTime(field(4)),
    committer: { name: field(5), email: field(6) },
    committedAt: toTime(field(7)),
    ...toMessage(field(8)),
    changes: isCut ? [] : changes,
    moreChanges: isCut ? 0 : moreChanges,
    isCut,
  };
}

/** A commit that somebody made by hand may have no time at all. */
export function toTime(seconds: string): number {
  const time = Number(seconds) * 1000;
  return Number.isSafeInteger(time) ? time : 0;
}

/** The subject is the first paragraph, in one line, as Git takes it. */
function toMessage(message: string): Pick<GitCommit, 'subject' | 'body'> {
  const text = message.replace(/^\s*\n/u, '').trimEnd();
  const [subject = ''] = text.split(/\n[^\S\n]*\n/u, 1);
  return { subject: subject.replace(/\s*\n\s*/gu, ' ').trim(), body: text.slice(subject.length).trim() };
}
