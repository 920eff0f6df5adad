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
  const text = asOf.trim();
  if (text === '' || text.length > LONGEST) throw invalidField(field, 'names no commit and no time', FORMS);
  const commit = isRevision(text) ? await git.resolve(text) : null;
  if (commit !== null) return { commit, at: null };
  const at = momentOf(text, now);
  if (at === null) throw invalidField(field, `names no commit that is here, and no time: ${text}`, FORMS);
  const { commit: head } = await git.head();
  if (head !== null)
    for await (const { hash } of git.commits({ from: head, until: at, limit: 1, changes: false }))
      return { commit: hash, at };
  throw new ZapomniError('NOT_FOUND', `Nothing was committed by ${text}.`, { hint: FORMS });
}

/** Options begin with a dash, and nothing that has white space in it is a name. */
function isRevision(text: string): boolean {
  return /^[^\s\0-][^\s\0]*$/.test(text);
}

/** The last moment of a day or a month; the very moment where one is given. */
function momentOf(text: string, now: number): number | null {
  const moment = parseIsoDate(text);
  if (moment) return moment.at + moment.spanMs - 1;
  const span = readTime(text, now);
  return span === null ? null : span.before === undefined ? (span.from ?? null) : span.before - 1;
}
