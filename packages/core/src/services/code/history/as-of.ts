/** Which commit is meant: by a name, an id or an expression of Git, or by a time, which is the last commit until then. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import { parseIsoDate, readTime } from '../../../model/index.ts';
import type { GitRepository } from '../../../ports/index.ts';

const LONGEST = 200;
const FORMS = 'Give a commit, a branch, a tag or HEAD~3; or a date (2024-03-31), or words such as "last week".';

export interface CommitAt {
  readonly commit: string;
  /** The time that was named; null where a commit was. */
  readonly at: number | null;
}

/** What Git knows by the name goes first: a tag may look like a date. NOT_FOUND when nothing was committed by then. */
export async function commitAt(git: GitRepository, field: string, asOf: string, now: number): Promise<CommitAt> {
  const named = await namedBy(git, field, asOf, now);
  if (typeof named === 'string') return { commit: named, at: null };
  const commit = await lastUntil(git, named.until);
  if (commit !== null) return { commit, at: named.until };
  throw new ZapomniError('NOT_FOUND', `Nothing was committed by ${asOf.trim()}.`, { hint: FORMS });
}

/** The same for where something begins: of a day or a month, what was there when it began. Null: nothing was. */
export async function commitBefore(
  git: GitRepository,
  field: string,
  since: string,
  now: number,
): Promise<string | null> {
  const named = await namedBy(git, field, since, now);
  return typeof named === 'string' ? named : lastUntil(git, named.from - 1);
}

interface Moments {
  readonly from: number;
  readonly until: number;
}

async function namedBy(git: GitRepository, field: string, given: string, now: number): Promise<string | Moments> {
  const text = given.trim();
  if (text === '' || text.length > LONGEST) throw invalidField(field, 'names no commit and no time', FORMS);
  const commit = isRevision(text) ? await git.resolve(text) : null;
  const named = commit ?? momentsOf(text, now);
  if (named === null) throw invalidField(field, `names no commit that is here, and no time: ${text}`, FORMS);
  return named;
}

/** Options begin with a dash, and nothing that has white space in it is a name. */
function isRevision(text: string): boolean {
  return /^[^\s\0-][^\s\0]*$/.test(text);
}

function momentsOf(text: string, now: number): Moments | null {
  const moment = parseIsoDate(text);
  if (moment) return { from: moment.at, until: moment.at + moment.spanMs - 1 };
  const span = readTime(text, now);
  if (span === null) return null;
  const from = span.from ?? 0;
  return { from, until: span.before === undefined ? from : span.before - 1 };
}

async function lastUntil(git: GitRepository, until: number): Promise<string | null> {
  const { commit: head } = await git.head();
  if (head === null || until < 0) return null;
  for await (const { hash } of git.commits({ from: head, until, limit: 1, changes: false })) return hash;
  return null;
}
