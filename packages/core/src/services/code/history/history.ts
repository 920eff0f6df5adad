/** The history of a repository as it is asked: of files, by the names they have today. Counted from the log, and kept while that stays. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { changesWith, type CoChange, type CountedCommit } from './co-change.ts';
import { CODE_HISTORY, LOG, type LoggedCommit } from './commit-log.ts';
import { touchesOf, type FileTouches } from './file-histories.ts';
import { loadParts, USUAL_LIMITS } from './read-log.ts';

export interface Touch {
  readonly commit: string;
  readonly at: number;
}

export interface FileHistory {
  /** How many commits touched it, of those that are known. */
  readonly commits: number;
  /** Null: it was there before the first commit that is known. */
  readonly first: Touch | null;
  readonly last: Touch;
  /** Most first. */
  readonly authors: readonly { readonly name: string; readonly commits: number }[];
}

export class History {
  /** The newest first. */
  readonly commits: readonly LoggedCommit[];
  /** Whether the first commit of the repository is among them. */
  readonly complete: boolean;
  readonly #touches: ReadonlyMap<string, FileTouches>;
  #counted: readonly CountedCommit[] | undefined;

  constructor(log: readonly LoggedCommit[], complete: boolean, most = USUAL_LIMITS.commits) {
    // By time and not as they came: a branch that is merged late belongs to when it was written. Those of one moment stay in their order.
    this.commits = log
      .toReversed()
      .toSorted((a, b) => b.at - a.at)
      .slice(0, most);
    this.complete = complete && log.length <= most;
    this.#touches = touchesOf(this.commits);
  }

  /** Files that the log knows of, in no order. */
  get paths(): Iterable<string> {
    return this.#touches.keys();
  }

  /** When the oldest commit that is known was made; null where there is none. */
  get since(): number | null {
    return this.commits.at(-1)?.at ?? null;
  }

  of(path: string): FileHistory | null {
    const touches = this.#touches.get(path);
    const touched = (touches?.commits ?? []).map((place) => this.commits[place] as LoggedCommit);
    const [last, first] = [touched[0], touched.at(-1)];
    if (!touches || !last || !first) return null;
    return {
      commits: touched.length,
      first: touches.made ? touchOf(first) : null,
      last: touchOf(last),
      authors: authorsOf(touched),
    };
  }

  /** The last commit that touched it. */
  last(path: string): Touch | null {
    const place = this.#touches.get(path)?.commits[0];
    return place === undefined ? null : touchOf(this.commits[place] as LoggedCommit);
  }

  changesWith(path: string): CoChange[] {
    this.#counted ??= this.#count();
    return changesWith(path, this.#counted, this.commits[0]?.at ?? 0);
  }

  #count(): CountedCommit[] {
    const files = this.commits.map((): string[] => []);
    for (const { path, commits } of this.#touches.values()) for (const place of commits) files[place]?.push(path);
    return this.commits.map(({ at }, place) => ({ at, files: files[place] ?? [] }));
  }
}

function touchOf({ hash, at }: LoggedCommit): Touch {
  return { commit: hash, at };
}

function authorsOf(commits: readonly LoggedCommit[]): { name: string; commits: number }[] {
  const counts = new Map<string, number>();
  for (const { author } of commits) counts.set(author, (counts.get(author) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, commits: count }))
    .toSorted((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1));
}

/** The last one that was asked for: questions come in a row, and to unpack it takes longer than to answer. */
const lastLoaded = new WeakMap<object, { readonly store: string; readonly of: string; readonly history: History }>();

/** Null where no commit is known. */
export async function loadHistory(deps: Pick<Deps, 'storage' | 'clock'>, store: string): Promise<History | null> {
  const kept = await collection(deps, CODE_HISTORY).get(store, LOG);
  if (!kept) return null;
  const of = `${kept.version} ${kept.value.head}`;
  const known = lastLoaded.get(deps.storage);
  if (known?.store === store && known.of === of) return known.history;
  const parts = await loadParts(deps, store, kept.value.parts);
  const history = new History(
    parts.flatMap(({ commits }) => commits),
    kept.value.complete,
  );
  lastLoaded.set(deps.storage, { store, of, history });
  return history;
}
