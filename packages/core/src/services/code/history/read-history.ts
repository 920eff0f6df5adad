/**
 * What an indexing run has of a history: since when files are as they are, and, when all else is done, the messages of commits. A history that
 * cannot be read costs that alone; the index is made all the same.
 */
import type { GitHead, GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FILES, type KeptFile, type RepositoryRecord } from '../store/index.ts';
import { loadHistory } from './history.ts';
import { readLog } from './read-log.ts';
import { forgetCommits, rememberCommits } from './remember-commits.ts';
import { byFileTime, validTimes, type ValidTimes } from './valid-times.ts';

export interface HistoryParts {
  readonly repository: string;
  readonly value: RepositoryRecord;
  /** Null where there is none: then nothing is known. */
  readonly git: GitRepository | null;
  readonly head: GitHead;
  readonly signal?: AbortSignal | undefined;
}

export class HistoryRun {
  readonly #deps: Deps;
  readonly #parts: HistoryParts;
  #times: Promise<ValidTimes> | undefined;

  constructor(deps: Deps, parts: HistoryParts) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /** Read when the first file asks for it: a run in which nothing changed asks Git nothing. */
  times(): Promise<ValidTimes> {
    this.#times ??= this.#unlessItFails('times', byFileTime, () => this.#read());
    return this.#times;
  }

  /** Files that are as they were can have got a commit since. */
  async settleTimes(known: Map<string, KeptFile>): Promise<void> {
    const { value, head, git } = this.#parts;
    if (!git || (this.#times === undefined && value.head === head.commit)) return;
    const timeOf = await this.times();
    const files = collection(this.#deps, CODE_FILES);
    const others = [...known.values()].flatMap((file): KeptFile[] => {
      const { at, commit } = timeOf(file.value.path, file.value.valid_from);
      const isOther = commit !== null && (commit !== file.value.commit || at !== file.value.valid_from);
      return isOther && IS_THERE.has(file.value.state)
        ? [{ ...file, value: { ...file.value, commit, valid_from: at } }]
        : [];
    });
    await files.putMany(
      value.store,
      others.map(({ key, value: now }) => [key, now] as const),
    );
    for (const file of others) known.set(file.value.path, file);
  }

  /** Remembers what commits say, or forgets it where that is not wanted. How many passages wait for their vectors. */
  async settleMessages(): Promise<number> {
    const { repository, value, git, signal } = this.#parts;
    const { store, options } = value;
    return this.#unlessItFails('messages', 0, async () => {
      if (git && options.commits) {
        await this.#readLog(git);
        return (await rememberCommits(this.#deps, git, { repository, store, signal })).passages;
      }
      await forgetCommits(this.#deps, store);
      return 0;
    });
  }

  async #read(): Promise<ValidTimes> {
    const { value, git, signal } = this.#parts;
    if (!git) return byFileTime;
    await this.#readLog(git);
    return validTimes(git, await loadHistory(this.#deps, value.store), signal);
  }

  async #readLog(git: GitRepository): Promise<void> {
    const { value, signal } = this.#parts;
    await readLog(this.#deps, git, { store: value.store, ...(signal ? { signal } : {}) });
  }

  async #unlessItFails<T>(what: string, otherwise: T, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      this.#parts.signal?.throwIfAborted();
      this.#deps.logger.log('warning', 'history_not_read', { what, error });
      return otherwise;
    }
  }
}

const IS_THERE: ReadonlySet<string> = new Set(['ok', 'partial', 'text']);
