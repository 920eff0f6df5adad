/**
 * Watched folders as work. Each is an item that does not end: whoever holds its lease follows the folder, and when that process
 * ends or dies, another that may read the folder takes the item up and looks first at what it missed. So of all processes of a
 * store one follows a folder, and none reads a file that another has read.
 *
 * The kind of the item names the folder of the user's settings that the watched one lies in: processes that may read there take
 * part, and others never hold what they could not do.
 */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { WorkData, WorkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { EmbeddingBacklog } from '../../embedding/embedding-backlog.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { WorkLater, type WorkControl } from '../../work/work-kind.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { filesOf, isBelow } from '../fetch-source.ts';
import { followFolder } from './follow-folder.ts';
import { READ_FOLDER } from './folder-work.ts';
import {
  dropFolder,
  findFolder,
  keepFolder,
  listFolders,
  requestOf,
  type KeptFolder,
  type WatchRequest,
} from './watched-folders.ts';

const WATCH_FOLDER = 'watch_folder';
/** A wish is not given up because a disk was away for a night. */
const MOST_ATTEMPTS = 1_000_000_000;
const MOST_FOLDERS = 500;
const BACKOFF = { firstMs: 5000, mostMs: 120_000 };
/** How often it is looked whether a folder is there again. */
const MISSING_MS = 60_000;

export interface WatchingParts {
  readonly embeddings: EmbeddingBacklog;
  /** What was stored also waits to be read for the graph. */
  stored(): void;
}

export interface FollowedFolder extends KeptFolder {
  /** By some process, just now. */
  readonly followed: boolean;
}

export class FolderWatching {
  readonly #deps: Deps;
  readonly #runner: WorkRunner;
  readonly #parts: WatchingParts;

  constructor(deps: Deps, runner: WorkRunner, parts: WatchingParts) {
    this.#deps = deps;
    this.#runner = runner;
    this.#parts = parts;
  }

  /** It is watched from now on, and after every restart. `begin`: otherwise who reads it just now begins at the end. */
  async add(asked: WatchRequest, begin: boolean): Promise<void> {
    const kind = await kindFor(this.#deps, asked);
    const before = await findFolder(this.#deps, asked.workspace, asked.folder);
    if (before) await this.#stop(asked.workspace, before);
    await keepFolder(this.#deps, asked, kind);
    if (begin) await this.begin(asked.workspace, asked.folder);
  }

  /** Has it followed, by whichever process, if it is watched. */
  async begin(workspace: string, folder: string): Promise<void> {
    const kept = await findFolder(this.#deps, workspace, folder);
    if (kept) await this.#ask(workspace, kept);
  }

  /** False when it was not watched. What was read of it stays. */
  async remove(workspace: string, folder: string): Promise<boolean> {
    const kept = await findFolder(this.#deps, workspace, folder);
    if (!kept) return false;
    await dropFolder(this.#deps, workspace, kept);
    await this.#stop(workspace, kept);
    return true;
  }

  /** Whoever follows it, wherever. */
  async #stop(workspace: string, { key, value }: KeptFolder): Promise<void> {
    const items = await this.#live(workspace, [value.kind]);
    for (const item of items) if (item.key === key) await this.#runner.cancel(item.id);
  }

  /** By path. */
  async list(workspace: string): Promise<FollowedFolder[]> {
    const kept = await listFolders(this.#deps, workspace);
    const live =
      kept.length === 0 ? [] : await this.#live(workspace, [...new Set(kept.map(({ value }) => value.kind))]);
    const followed = new Set(live.filter(({ state }) => state === 'running').map(({ key }) => key));
    return kept.map((one) => ({ ...one, followed: followed.has(one.key) }));
  }

  /** Takes part in following what is watched, for a process that stays. Never rejects. */
  async follow(): Promise<void> {
    const { files, storage, logger } = this.#deps;
    if (!files) return;
    try {
      for (const root of files.foldersFor('')) this.#register(await kindOf(root));
      for (const { id: workspace } of await storage.workspaces.list()) await this.#takeUp(workspace);
    } catch (error) {
      logger.log('warning', 'folders_not_followed', { error });
    }
  }

  async #takeUp(workspace: string): Promise<void> {
    for (const kept of await listFolders(this.#deps, workspace)) {
      const { kind, folder, client } = kept.value;
      if (!rootOf(this.#deps, folder, client)) continue;
      this.#register(kind);
      const live = await this.#live(workspace, [kind, READ_FOLDER]);
      // Who reads all of it just now, because it was to be watched, has it followed in the end.
      const isMeant = ({ key, payload }: WorkItem) => key === kept.key || isReading(payload, folder);
      if (!live.some(isMeant)) await this.#ask(workspace, kept);
    }
  }

  async #live(workspace: string, kinds: readonly string[]): Promise<readonly WorkItem[]> {
    const states = ['queued', 'running'] as const;
    return (await this.#deps.storage.work.list({ workspace, kinds, states }, { limit: MOST_FOLDERS })).items;
  }

  async #ask(workspace: string, { key, value: { kind, folder } }: KeptFolder): Promise<void> {
    this.#register(kind);
    await this.#runner.ask({ kind, workspace, key, payload: { folder } });
  }

  #register(kind: string): void {
    this.#runner.register({
      kind,
      concurrency: MOST_FOLDERS,
      aside: true,
      maxAttempts: MOST_ATTEMPTS,
      persistent: true,
      backoff: BACKOFF,
      run: (item, control) => this.#run(item, control),
    });
  }

  async #run({ workspace, payload }: WorkItem, { signal, progress }: WorkControl): Promise<WorkData> {
    const { folder } = payload as { folder: string };
    const place = workspace ?? this.#deps.config.workspace;
    const kept = await findFolder(this.#deps, place, folder);
    if (!kept) return null;
    try {
      await followFolder(this.#deps, {
        asked: requestOf(place, kept),
        signal,
        isWanted: async () => (await findFolder(this.#deps, place, folder))?.version === kept.version,
        onProgress: ({ done, total }) => progress(done, total, 'files'),
        onQuiet: (passages) => this.#rest(passages, progress),
      });
    } catch (error) {
      const isAway = !signal.aborted && toZapomniError(error).code === 'NOT_FOUND';
      throw isAway ? new WorkLater(this.#deps.clock.now() + MISSING_MS) : error;
    }
    // Asked for in another way meanwhile: it begins anew, in that one.
    if (await findFolder(this.#deps, place, folder)) throw new WorkLater(this.#deps.clock.now());
    return null;
  }

  #rest(passages: number, progress: WorkControl['progress']): void {
    progress(0, 0, 'watching');
    if (passages === 0) return;
    this.#parts.embeddings.queued();
    this.#parts.stored();
  }
}

function isReading(payload: WorkData, folder: string): boolean {
  const { folder: read, watch } = (payload ?? {}) as { folder?: string; watch?: boolean };
  return read === folder && watch === true;
}

/** The folder of the settings that it lies in. */
function rootOf(deps: Deps, folder: string, client: string): string | undefined {
  return filesOf(deps)
    .foldersFor(client)
    .find((root) => root === folder || isBelow(root, folder));
}

async function kindFor(deps: Deps, { folder, client }: WatchRequest): Promise<string> {
  const root = rootOf(deps, folder, client) && rootOf(deps, folder, '');
  if (root !== undefined) return kindOf(root);
  throw new ZapomniError('NOT_FOUND', 'path: there is no such folder, or it may not be read.');
}

async function kindOf(root: string): Promise<string> {
  return `${WATCH_FOLDER}:${(await sha256(root)).slice(0, 16)}`;
}
