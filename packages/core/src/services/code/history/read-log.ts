/** Brings the log of a repository to where HEAD is: only commits that are not in it yet are read, where that is enough. */
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import {
  CODE_COMMITS,
  CODE_HISTORY,
  type HistoryRecord,
  LOG,
  packCommits,
  toLogged,
  unpackCommits,
  type LoggedCommit,
} from './commit-log.ts';

export interface LogLimits {
  /** How many commits are told of, the newest. */
  readonly commits: number;
  /** Kept beyond those: who goes from branch to branch need not have everything read anew. */
  readonly spare: number;
  /** And how many changes of files altogether. */
  readonly changes: number;
}

export const USUAL_LIMITS: LogLimits = { commits: 5000, spare: 250, changes: 200_000 };

const PART_COMMITS = 250;
const PART_CHANGES = 5000;

interface Part {
  readonly key: string;
  readonly commits: readonly LoggedCommit[];
  readonly changed: boolean;
}

interface Log {
  readonly parts: readonly Part[];
  readonly complete: boolean;
}

type Parts = Pick<Deps, 'storage' | 'clock'>;

export interface LogRequest {
  /** The workspace that the repository is kept in. */
  readonly store: string;
  readonly signal?: AbortSignal;
  readonly limits?: LogLimits;
}

export interface LogReport {
  readonly head: string | null;
  /** Newly read, and gone from the history since it was last read. */
  readonly added: number;
  readonly removed: number;
}

/** Nothing is committed yet, or no longer: then there is no log. */
export async function readLog(deps: Parts, git: GitRepository, request: LogRequest): Promise<LogReport> {
  const { store } = request;
  const { commit: head } = await git.head();
  const kept = await collection(deps, CODE_HISTORY).get(store, LOG);
  if (head === null) {
    if (kept) await collection(deps, CODE_HISTORY).delete(store, LOG);
    return { head, added: 0, removed: kept?.value.commits ?? 0 };
  }
  if (kept?.value.head === head) return { head, added: 0, removed: 0 };
  const more = kept && (await readMore(deps, git, request, { head, kept }));
  const log = more ?? (await readAll(git, head, request, kept?.value.commits));
  await write(deps, store, kept?.value.parts ?? [], { ...log, head });
  return { head, added: log.added, removed: log.removed };
}

type Reading = Log & { readonly added: number; readonly removed: number };

async function readAll(
  git: GitRepository,
  head: string,
  { signal, limits = USUAL_LIMITS }: LogRequest,
  known = 0,
): Promise<Reading> {
  const most = limits.commits + limits.spare;
  // One more than is kept, to know whether there is one.
  const found = await newest(git, { from: head, limit: most + 1, changes: limits.changes, signal });
  const commits = found.commits.slice(0, most);
  const complete = found.commits.length <= most && found.complete;
  return { parts: toParts(commits.toReversed(), 0), complete, added: commits.length, removed: known };
}

/** Null where the log must be read anew: too much of it is gone to say what is in the window now. */
async function readMore(
  deps: Parts,
  git: GitRepository,
  { store, signal, limits = USUAL_LIMITS }: LogRequest,
  { head, kept }: { readonly head: string; readonly kept: Kept<HistoryRecord> },
): Promise<Reading | null> {
  const before = await git.resolve(kept.value.head);
  // What was pruned from the repository cannot be compared with.
  if (before === null) return null;
  const query = { limit: limits.commits, changes: limits.changes, signal };
  const gone = new Set<string>();
  for await (const { hash } of git.commits({ from: before, except: [head], limit: limits.commits, changes: false }))
    gone.add(hash);
  const found = await newest(git, { from: head, except: [before], ...query });
  if (Math.max(gone.size, found.commits.length) >= limits.commits || !found.complete) return null;
  const left = kept.value.commits - gone.size + found.commits.length;
  if (gone.size > 0 && !kept.value.complete && left < limits.commits) return null;
  const parts = without(await loadParts(deps, store, kept.value.parts), gone);
  const joined = windowed(append(parts, found.commits.toReversed()), limits);
  const complete = kept.value.complete && joined.complete;
  return { parts: joined.parts, complete, added: found.commits.length, removed: gone.size };
}

interface Newest {
  readonly from: string;
  readonly except?: readonly string[];
  readonly limit: number;
  readonly changes: number;
  readonly signal: AbortSignal | undefined;
}

/** Not complete when there were more changes than are kept, or when a clone does not have what came before. */
async function newest(
  git: GitRepository,
  { changes: most, signal, ...query }: Newest,
): Promise<{ commits: LoggedCommit[]; complete: boolean }> {
  const commits: LoggedCommit[] = [];
  let complete = true;
  let changes = 0;
  for await (const commit of git.commits({ ...query, ...(signal ? { signal } : {}) })) {
    const logged = toLogged(commit);
    changes += logged.changes.length;
    if (commit.isCut) complete = false;
    if (changes > most) return { commits, complete: false };
    commits.push(logged);
  }
  return { commits, complete };
}

function toParts(oldestFirst: readonly LoggedCommit[], first: number): Part[] {
  const parts: Part[] = [];
  for (let rest = oldestFirst; rest.length > 0;) {
    const commits = rest.slice(0, portionOf(rest, 0));
    parts.push({ key: String(first + parts.length).padStart(9, '0'), commits, changed: true });
    rest = rest.slice(commits.length);
  }
  return parts;
}

/** How many go into a part that has so many changes already: one at least, however much it changed. */
function portionOf(commits: readonly LoggedCommit[], begun: number): number {
  let changes = begun;
  const end = commits.findIndex((commit, i) => {
    changes += commit.changes.length;
    return i >= PART_COMMITS || (i > 0 && changes > PART_CHANGES);
  });
  return end === -1 ? commits.length : end;
}

/** The last part is filled up before another is begun, so that a commit costs one part and not all of them. */
function append(parts: readonly Part[], oldestFirst: readonly LoggedCommit[]): Part[] {
  const last = parts.at(-1);
  if (oldestFirst.length === 0) return [...parts];
  const next = last ? Number(last.key) + 1 : 0;
  if (!last || last.commits.length >= PART_COMMITS) return [...parts, ...toParts(oldestFirst, next)];
  return [...parts.slice(0, -1), ...toParts([...last.commits, ...oldestFirst], next - 1)];
}

function without(parts: readonly Part[], gone: ReadonlySet<string>): Part[] {
  if (gone.size === 0) return [...parts];
  return parts
    .map((part) => {
      const commits = part.commits.filter(({ hash }) => !gone.has(hash));
      return commits.length === part.commits.length ? part : { ...part, commits, changed: true };
    })
    .filter(({ commits }) => commits.length > 0);
}

/** Whole parts go when what is left is still as much as is kept; `History` leaves out what is too much. */
function windowed(parts: readonly Part[], limits: LogLimits): Log {
  let [commits, changes, first] = [0, 0, parts.length];
  while (first > 0 && commits < limits.commits + limits.spare && changes < limits.changes) {
    first -= 1;
    const part = parts[first] as Part;
    commits += part.commits.length;
    changes += part.commits.reduce((sum, commit) => sum + commit.changes.length, 0);
  }
  return { parts: parts.slice(first), complete: first === 0 };
}

export async function loadParts(deps: Parts, store: string, keys: readonly string[]): Promise<Part[]> {
  const kept = await collection(deps, CODE_COMMITS).getMany(store, keys);
  return kept.map(({ key, value }) => ({ key, commits: unpackCommits(value.packed), changed: false }));
}

async function write(
  deps: Parts,
  store: string,
  known: readonly string[],
  { head, ...log }: Log & { readonly head: string },
): Promise<void> {
  const { storage, clock } = deps;
  const commits = collection(deps, CODE_COMMITS);
  const keys = log.parts.map(({ key }) => key);
  const value = {
    head,
    commits: log.parts.reduce((sum, part) => sum + part.commits.length, 0),
    complete: log.complete,
    parts: keys,
    read_at: clock.now(),
  };
  const writes = [
    collection(deps, CODE_HISTORY).writeFor(LOG, value),
    ...known.filter((key) => !keys.includes(key)).map((key) => commits.deletionOf(key)),
    ...log.parts
      .filter(({ changed }) => changed)
      .map((part) => commits.writeFor(part.key, { packed: packCommits(part.commits) }, { parent: LOG })),
  ];
  await storage.records.write(store, writes, clock.now());
}
