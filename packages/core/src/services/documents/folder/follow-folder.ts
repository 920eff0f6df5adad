/**
 * Keeps the documents of a folder as its files are, for as long as the signal lets it:
 *
 *   watch begins ── all of it is looked at once (stamps alone, where nothing changed) ── waits for what the watch tells
 *
 * What is told while something is being read is done after it, each file once. Between two changes it does nothing at all.
 */
import { toZapomniError } from '../../../errors/index.ts';
import type { ChangedPath, FolderChange } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { findBySource, type Bringing } from '../digest.ts';
import type { KeptDocument } from '../document-record.ts';
import { filesOf, statFile } from '../fetch-source.ts';
import { commitFiles, isAsItWas, planFiles, type SeenFile } from './bring-files.ts';
import { buryMissing, knownIn, readFolder, type FolderProgress } from './read-folder.ts';
import type { WatchRequest } from './watched-folders.ts';

export interface Following {
  readonly asked: WatchRequest;
  readonly signal: AbortSignal;
  /** False when it is not to be followed any more. */
  isWanted(): Promise<boolean>;
  /** Of looking at all of it. */
  onProgress(progress: FolderProgress): void;
  /** All that was told so far has been done; so many passages wait for their vectors because of it. */
  onQuiet(passages: number): void;
}

/** Ends when it is not wanted any more. NOT_FOUND when the folder is not there, or may not be read. */
export async function followFolder(deps: Deps, following: Following): Promise<void> {
  const { asked, signal } = following;
  const told = new ToldChanges(signal);
  const { include, exclude, ignoreFiles, client } = asked;
  const options = {
    client,
    signal,
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(ignoreFiles === undefined ? {} : { ignoreFiles }),
  };
  await filesOf(deps).watchFolder({ path: asked.folder }, options, (change) => told.add(change));
  told.add({ kind: 'rescan', reason: 'rules' });
  for (;;) {
    const next = await told.next();
    if (!(await following.isWanted())) return;
    following.onQuiet(next === 'all' ? await lookAtAll(deps, following) : await bringChanges(deps, following, next));
  }
}

/** A folder that is not there just now is told of when it is back. */
async function lookAtAll(deps: Deps, { asked, signal, onProgress }: Following): Promise<number> {
  try {
    return (await readFolder(deps, { ...asked, signal, onProgress })).passages;
  } catch (error) {
    if (toZapomniError(error).code !== 'NOT_FOUND') throw error;
    return 0;
  }
}

const MOST_IN_BATCH = 100;

/** Files first: one that has another name now is moved, and not gone. */
async function bringChanges(deps: Deps, following: Following, changes: readonly ChangedPath[]): Promise<number> {
  const { asked, signal } = following;
  const { workspace, client } = asked;
  const bringing = { workspace, client, signal, leaveForgotten: true };
  const taken = new Set<string>();
  const paths = changes.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  let passages = 0;
  for (let at = 0; at < paths.length; at += MOST_IN_BATCH) {
    signal.throwIfAborted();
    const seen = await Promise.all(paths.slice(at, at + MOST_IN_BATCH).map((path) => look(deps, path, bringing)));
    const files = seen.filter((file) => file !== null && !isAsItWas(file, bringing)) as SeenFile[];
    const outcomes = await commitFiles(deps, workspace, await planFiles(deps, files, { bringing, taken }));
    passages += outcomes.reduce((sum, one) => sum + one.passages, 0);
  }
  const gone: KeptDocument[] = [];
  for (const { kind, path } of changes) if (kind === 'gone') gone.push(...(await knownAt(deps, workspace, path)));
  await buryMissing(deps, { workspace, client, signal }, gone);
  return passages;
}

/** Null for one that has gone meanwhile, which is told of too. */
async function look(deps: Deps, path: string, bringing: Bringing): Promise<SeenFile | null> {
  try {
    const stat = await statFile(deps, path, bringing);
    return stat.kind === 'file' ? { path, stat, known: await findBySource(deps, bringing.workspace, path) } : null;
  } catch (error) {
    if (['NOT_FOUND', 'FORBIDDEN', 'TOO_LARGE'].includes(toZapomniError(error).code)) return null;
    throw error;
  }
}

/** It, and all below it if it was a folder. */
async function knownAt(deps: Deps, workspace: string, path: string): Promise<KeptDocument[]> {
  const [itself, below] = [await findBySource(deps, workspace, path), await knownIn(deps, workspace, path)];
  return [...(itself ? [itself] : []), ...below.values()];
}

/** What the watch has told and nobody has done yet: each path as it was last told, or that everything is to be looked at. */
class ToldChanges {
  readonly #signal: AbortSignal;
  #paths = new Map<string, ChangedPath>();
  #all = false;
  #wake: () => void = () => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  add(change: FolderChange): void {
    if (change.kind === 'rescan') this.#all = true;
    else for (const one of change.changes) this.#paths.set(one.path, one);
    this.#wake();
  }

  /** Waits for something to be told. Fails when the signal has fired. */
  async next(): Promise<'all' | readonly ChangedPath[]> {
    while (!this.#all && this.#paths.size === 0) {
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#signal.throwIfAborted();
    const [all, paths] = [this.#all, [...this.#paths.values()]];
    this.#all = false;
    this.#paths = new Map();
    return all ? 'all' : paths;
  }
}
