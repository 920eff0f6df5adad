/** What changed between two commits, or since one in the work tree, in terms of symbols, with the commits in between. */
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { commitAt, commitBefore } from '../history/as-of.ts';
import type { LineCommit } from '../history/history-of.ts';
import { requireGit, withGit, type HistoryAsker } from '../history/open-git.ts';
import { dateOf } from '../history/symbol-at.ts';
import { readVersion } from '../history/version-facts.ts';
import type { KeptRepository } from '../store/index.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';
import { CHANGE_KINDS, compareFiles, type ChangeKind, type SymbolChange } from './compare-shapes.ts';
import { shapesOf, type Shapes } from './shapes.ts';

export interface ChangeRequest extends HistoryAsker {
  /** A commit, a name or a time; the commit before `to` without it. */
  readonly from?: string | undefined;
  /** HEAD without it; `worktree` for what is not committed yet. */
  readonly to?: string | undefined;
  /** Only below this file or folder. */
  readonly path?: string | undefined;
  /** How many changes of symbols are told; 100. */
  readonly limit?: number | undefined;
}

export interface ChangedFileReport {
  readonly path: string;
  /** Its name before, of what was renamed. */
  readonly before: string | null;
  readonly state: 'added' | 'deleted' | 'renamed' | 'modified';
  readonly symbols: readonly SymbolChange[];
  /** Something changed that is in no symbol: imports, comments, or a file that no grammar knows. */
  readonly rest: boolean;
}

export interface ChangeExplanation {
  /** Null: there was nothing before. */
  readonly from: { readonly commit: string; readonly at: number } | null;
  /** Null: the work tree. */
  readonly to: { readonly commit: string; readonly at: number } | null;
  /** In between, the newest first. */
  readonly commits: readonly LineCommit[];
  readonly moreCommits: boolean;
  readonly files: readonly ChangedFileReport[];
  /** Of all changes, whether told or not. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Files that were not looked at, and changes of symbols that are not told. */
  readonly leftOut: { readonly files: number; readonly symbols: number };
}

export const WORK_TREE = 'worktree';

const USUAL_LIMIT = 100;
const MOST_FILES = 300;
const MOST_COMMITS = 20;

export async function explainChange(
  deps: Deps,
  repository: KeptRepository,
  request: ChangeRequest = {},
): Promise<ChangeExplanation> {
  return withGit(await requireGit(deps, repository, request), async (git) => {
    const ends = await endsOf(deps, git, request);
    const { compared, more } = await readSides(deps, git, repository.value.store, { ...request, ...ends });
    const changes = compareFiles(compared);
    const limit = request.limit ?? USUAL_LIMIT;
    const shown = changes.toSorted(byPlace).slice(0, limit);
    const commits = await commitsBetween(git, ends);
    return {
      from: ends.from === null ? null : { commit: ends.from, at: await dateOf(git, ends.from) },
      to: ends.to === null ? null : { commit: ends.to, at: await dateOf(git, ends.to) },
      commits: commits.slice(0, MOST_COMMITS),
      moreCommits: commits.length > MOST_COMMITS,
      files: compared.map((file) => toReport(file, shown)).filter(isTelling),
      counts: countsOf(changes),
      leftOut: { files: more, symbols: changes.length - shown.length },
    };
  });
}

interface Ends {
  readonly from: string | null;
  readonly to: string | null;
}

async function endsOf({ clock }: Deps, git: GitRepository, { from, to = 'HEAD' }: ChangeRequest): Promise<Ends> {
  const now = clock.now();
  const { commit: head } = await git.head();
  if (head === null && from === undefined && (to === 'HEAD' || to === WORK_TREE)) return { from: null, to: null };
  const end = to === WORK_TREE ? null : (await commitAt(git, 'to', to, now)).commit;
  if (from !== undefined) return { from: await commitBefore(git, 'from', from, now), to: end };
  return { from: end === null ? head : await git.resolve(`${end}^`), to: end };
}

interface Compared {
  readonly file: ChangedFile;
  readonly old: Shapes | null;
  readonly new: Shapes | null;
  readonly state: ChangedFileReport['state'];
}

async function readSides(
  deps: Deps,
  git: GitRepository,
  store: string,
  { from, to, path, client = '', signal }: Omit<ChangeRequest, 'from' | 'to'> & Ends,
): Promise<{ compared: Compared[]; more: number }> {
  const compared: Compared[] = [];
  let more = 0;
  const wanted = below(path);
  for await (const file of changedFiles({ deps, git, client }, { from, to, signal })) {
    if (!wanted(file.path) && !wanted(file.before)) continue;
    if (compared.length >= MOST_FILES) more += 1;
    else compared.push(await readFile(deps, store, file, signal));
  }
  return { compared, more };
}

function below(path: string | undefined): (path: string) => boolean {
  const top = path?.replace(/^\.?\/+|\/+$/g, '') ?? '';
  return (one) => top === '' || one === top || one.startsWith(`${top}/`);
}

async function readFile(deps: Deps, store: string, file: ChangedFile, signal?: AbortSignal): Promise<Compared> {
  const [old, now] = await Promise.all([file.old(), file.new()]);
  const read = async (path: string, bytes: Uint8Array | null): Promise<Shapes | null> => {
    const version = bytes && (await readVersion(deps, store, { path, bytes, signal }));
    return version && shapesOf(version);
  };
  const shapes = { old: await read(file.before, old), new: await read(file.path, now) };
  const state = old === null ? 'added' : now === null ? 'deleted' : file.before === file.path ? 'modified' : 'renamed';
  return { file, state, ...shapes };
}

function toReport({ file, state, ...shapes }: Compared, changes: readonly SymbolChange[]): ChangedFileReport {
  const [old, now] = [shapes.old?.rest.join('\n'), shapes.new?.rest.join('\n')];
  return {
    path: file.path,
    before: file.before === file.path ? null : file.before,
    state,
    // What moved is told where it is now, what was removed where it was.
    symbols: changes.filter(({ change, symbol }) => symbol.path === (change === 'removed' ? file.before : file.path)),
    rest: old === undefined || now === undefined ? state === 'modified' : old !== now,
  };
}

function isTelling({ symbols, rest, state }: ChangedFileReport): boolean {
  return symbols.length > 0 || rest || state !== 'modified';
}

function byPlace(a: SymbolChange, b: SymbolChange): number {
  return a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.line - b.symbol.line;
}

function countsOf(changes: readonly SymbolChange[]): Record<ChangeKind, number> {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  for (const { change, members } of changes) counts[change] += 1 + members;
  return counts;
}

/** One more than is told, to know whether there is one. */
async function commitsBetween(git: GitRepository, { from, to }: Ends): Promise<LineCommit[]> {
  const { commit: head } = await git.head();
  const end = to ?? head;
  if (end === null || end === from) return [];
  const found: LineCommit[] = [];
  const except = from === null ? {} : { except: [from] };
  for await (const commit of git.commits({ from: end, ...except, limit: MOST_COMMITS + 1, changes: false })) {
    const { hash, committedAt, author, subject } = commit;
    found.push({ commit: hash, at: committedAt, author: author.name === '' ? author.email : author.name, subject });
  }
  return found;
}
