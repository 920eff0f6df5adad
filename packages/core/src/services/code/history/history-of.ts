/** Why a symbol is as it is: the commits that changed its lines, since when it is there, and how its file changes. */
import type { GitLineChange, GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptRepository } from '../store/index.ts';
import { loadHistory, type FileHistory } from './history.ts';
import { openGit, withGit, type HistoryAsker } from './open-git.ts';
import { findIn, versionAt, type WantedSymbol } from './symbol-at.ts';

export interface LineCommit {
  readonly commit: string;
  readonly at: number;
  readonly author: string;
  readonly subject: string;
}

export interface SymbolHistory {
  /** Those that changed its lines, the newest first. */
  readonly commits: readonly LineCommit[];
  /** There are older ones than are told. */
  readonly more: boolean;
  /** The commit that made it; null where that is older than what was looked at. */
  readonly since: LineCommit | null;
  /** What Git knows of its file, as far as it was read. */
  readonly file: FileHistory | null;
  /** Why there is less than one would expect: no Git, or nothing committed yet. */
  readonly note: string | null;
}

export interface HistoryOptions extends HistoryAsker {
  /** How many commits are told; 10. */
  readonly limit?: number | undefined;
  /** How long Git may look; 5 s. It reads every version of the file for this. */
  readonly patienceMs?: number | undefined;
}

const USUAL = 10;
/** Read for the sake of `since`. */
const MOST_READ = 200;
const PATIENCE_MS = 5000;

export async function historyOf(
  deps: Deps,
  repository: KeptRepository,
  symbol: WantedSymbol,
  options: HistoryOptions = {},
): Promise<SymbolHistory> {
  const { store } = repository.value;
  const file = (await loadHistory(deps, store))?.of(symbol.path) ?? null;
  const nothing = { commits: [], more: false, since: null, file };
  const { git, reason } = await openGit(deps, repository, options);
  if (!git) return { ...nothing, note: reason };
  return withGit(git, async () => {
    const { commit } = await git.head();
    if (commit === null) return { ...nothing, note: 'Nothing is committed yet.' };
    // The lines that HEAD has: those of the work tree may be others.
    const version = await versionAt(deps, store, git, { commit, path: symbol.path, signal: options.signal });
    const found = version && findIn(version, symbol);
    if (!found) return { ...nothing, note: 'It is not committed yet.' };
    const [first, last] = found.symbol.lines;
    return { ...(await linesSince(git, { commit, path: symbol.path, first, last }, options)), file };
  });
}

interface Lines {
  readonly commit: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

async function linesSince(
  git: GitRepository,
  lines: Lines,
  options: HistoryOptions,
): Promise<Omit<SymbolHistory, 'file'>> {
  const { limit = USUAL } = options;
  const { found, over } = await readLines(git, lines, options);
  const isWhole = over && !git.isShallow;
  return {
    commits: found.slice(0, limit),
    more: !over || found.length > limit,
    since: isWhole ? (found.at(-1) ?? null) : null,
    note: isWhole ? null : over ? SHALLOW : NOT_LOOKED_AT,
  };
}

const SHALLOW = 'The clone is shallow: older commits are not here.';
const NOT_LOOKED_AT = 'Older commits were not looked at.';

/** `over`: to the end of what Git has, and not to that of patience. */
async function readLines(
  git: GitRepository,
  lines: Lines,
  { patienceMs = PATIENCE_MS, signal }: HistoryOptions,
): Promise<{ found: LineCommit[]; over: boolean }> {
  const late = AbortSignal.timeout(patienceMs);
  const patience = AbortSignal.any(signal ? [signal, late] : [late]);
  const found: LineCommit[] = [];
  try {
    for await (const change of git.lineHistory({ ...lines, limit: MOST_READ + 1, signal: patience })) {
      if (found.length === MOST_READ) return { found, over: false };
      found.push(toLineCommit(change));
    }
    return { found, over: true };
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error;
    return { found, over: false };
  }
}

function toLineCommit({ hash, committedAt, author, subject }: GitLineChange): LineCommit {
  return { commit: hash, at: committedAt, author: author.name === '' ? author.email : author.name, subject };
}
