/**
 * What is kept of a history: which commit touched which files, and when. Everything that is told of files over time (how often they change,
 * since when they are as they are, which change together, who wrote them) is counted from this when it is asked for, so that commits that come
 * and go (a branch, a rebase, a window that moves on) need nothing undone: the log is as if it had been read anew.
 *
 *   code_history   one record: up to which commit it goes, and whether something older was left out
 *   code_commits   parts of the log, the oldest first, each with so many commits
 */
import { z } from 'zod';
import type { GitChange, GitCommit } from '../../../ports/index.ts';
import { defineCollection } from '../../records/define-collection.ts';
import { pack, unpack } from '../store/index.ts';

export const CODE_HISTORY = defineCollection({
  name: 'code_history',
  schema: z.strictObject({
    /** The newest commit of the log. */
    head: z.string(),
    commits: z.number(),
    /** False: older ones were left out, because there are too many or the clone does not have them. */
    complete: z.boolean(),
    /** Keys of the parts, the oldest first. */
    parts: z.array(z.string()),
    read_at: z.number(),
  }),
});

export type HistoryRecord = z.output<(typeof CODE_HISTORY)['schema']>;

export const CODE_COMMITS = defineCollection({
  name: 'code_commits',
  schema: z.strictObject({ packed: z.string() }),
  parent: { collection: 'code_history' },
});

/** The key of the one record. */
export const LOG = 'log';

/** What became of a file: it came, changed, went, or is there under another name than `before`. */
export interface LoggedChange {
  readonly path: string;
  readonly state: 'added' | 'changed' | 'deleted' | 'renamed';
  readonly before: string | null;
}

export interface LoggedCommit {
  readonly hash: string;
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  /** None of a merge, and of a commit whose past is not there. */
  readonly changes: readonly LoggedChange[];
}

const MOST_SUBJECT = 200;
const MOST_AUTHOR = 100;
const STATES = ['added', 'changed', 'deleted', 'renamed'] as const;

export function toLogged({ hash, committedAt, author, subject, changes }: GitCommit): LoggedCommit {
  return {
    hash,
    at: committedAt,
    author: cut(author.name === '' ? author.email : author.name, MOST_AUTHOR),
    subject: cut(subject, MOST_SUBJECT),
    changes: changes.filter(({ kind }) => kind === 'file').map(toChange),
  };
}

function toChange({ path, state, before }: GitChange): LoggedChange {
  if (state === 'renamed' && before) return { path, state, before: before.path };
  if (state === 'added' || state === 'copied') return { path, state: 'added', before: null };
  return { path, state: state === 'deleted' ? 'deleted' : 'changed', before: null };
}

/** Never half of a character. */
function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

type PackedChange = [path: number, state: number] | [path: number, state: number, before: number];
type PackedCommit = [hash: string, at: number, author: number, subject: string, changes: PackedChange[]];

/** Paths and authors stand once in a part: the same ones come again and again. */
export function packCommits(commits: readonly LoggedCommit[]): string {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const packed = commits.map(({ hash, at, author, subject, changes }): PackedCommit => {
    const told = changes.map(({ path, state, before }): PackedChange => {
      const first: PackedChange = [numberOf(path), STATES.indexOf(state)];
      return before === null ? first : ([...first, numberOf(before)] as PackedChange);
    });
    return [hash, at, numberOf(author), subject, told];
  });
  return pack({ texts: [...texts.keys()], commits: packed });
}

export function unpackCommits(text: string): LoggedCommit[] {
  const { texts, commits } = unpack(text) as { texts: string[]; commits: PackedCommit[] };
  const textOf = (number: number): string => texts[number] ?? '';
  return commits.map(([hash, at, author, subject, changes]) => ({
    hash,
    at,
    author: textOf(author),
    subject,
    changes: changes.map(([path, state, before]) => ({
      path: textOf(path),
      state: STATES[state] ?? 'changed',
      before: before === undefined ? null : textOf(before),
    })),
  }));
}
