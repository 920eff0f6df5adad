/** A symbol as it was at a commit or a time: the bytes that Git has of its file, read as they are read today. */
import { ZapomniError } from '../../../errors/index.ts';
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptRepository, SymbolRecord } from '../store/index.ts';
import { commitAt } from './as-of.ts';
import { requireGit, withGit, type HistoryAsker } from './open-git.ts';
import { linesOf, MOST_VERSION_BYTES, readVersion, type FileVersion } from './version-facts.ts';
import type { VersionSymbol } from './symbols-in.ts';

export interface SymbolThen {
  readonly commit: string;
  /** When the commit was made. */
  readonly at: number;
  /** Where its file was. */
  readonly path: string;
  /** Null: it was not there then. */
  readonly symbol: {
    readonly qualified: string;
    readonly kind: string;
    readonly signature: string;
    readonly line: number;
    readonly lines: readonly [first: number, last: number];
    readonly source: string;
  } | null;
}

export type WantedSymbol = Pick<SymbolRecord, 'qualified' | 'kind' | 'path'>;

export async function symbolAt(
  deps: Deps,
  repository: KeptRepository,
  symbol: WantedSymbol,
  { asOf, ...asker }: HistoryAsker & { readonly asOf: string },
): Promise<SymbolThen> {
  return withGit(await requireGit(deps, repository, asker), async (git) => {
    const { commit } = await commitAt(git, 'as_of', asOf, deps.clock.now());
    const path = await pathAt(git, commit, symbol.path);
    const version = await versionAt(deps, repository.value.store, git, { commit, path, signal: asker.signal });
    const found = version && findIn(version, symbol);
    const at = await dateOf(git, commit);
    return { commit, at, path, symbol: found ? toShown(version, found) : null };
  });
}

/** What the file was called in the commit. */
async function pathAt(git: GitRepository, commit: string, path: string): Promise<string> {
  const { commit: head } = await git.head();
  if (head === null || head === commit) return path;
  for await (const change of git.changes(commit, head))
    if (change.path === path && change.state === 'renamed') return change.before?.path ?? path;
  return path;
}

export async function versionAt(
  deps: Deps,
  store: string,
  git: GitRepository,
  {
    commit,
    path,
    signal,
  }: { readonly commit: string; readonly path: string; readonly signal?: AbortSignal | undefined },
): Promise<FileVersion | null> {
  const content = await git.content({ commit, path }, { maxBytes: MOST_VERSION_BYTES }).catch(ifTooLarge);
  return content && readVersion(deps, store, { path, bytes: content.bytes, signal });
}

export function ifTooLarge(error: unknown): null {
  if (error instanceof ZapomniError && error.code === 'TOO_LARGE') return null;
  throw error;
}

/** By its whole name and kind; one that was something else then (a variable that is a function now) by its name. */
export function findIn(
  { symbols }: FileVersion,
  { qualified, kind }: Omit<WantedSymbol, 'path'>,
): VersionSymbol | null {
  const same = symbols.filter((one) => one.qualified === qualified);
  return same.find((one) => one.symbol.kind === kind) ?? same[0] ?? null;
}

function toShown({ text }: FileVersion, { symbol, qualified }: VersionSymbol): NonNullable<SymbolThen['symbol']> {
  const { kind, signature, line, lines } = symbol;
  return { qualified, kind, signature, line, lines, source: linesOf(text, ...lines).join('\n') };
}

export async function dateOf(git: GitRepository, commit: string): Promise<number> {
  for await (const { committedAt } of git.commits({ from: commit, limit: 1, changes: false })) return committedAt;
  throw new ZapomniError('NOT_FOUND', 'The commit is not there any more.');
}
