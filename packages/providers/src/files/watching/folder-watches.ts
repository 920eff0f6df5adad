/** Every folder that is watched, and no more than so many in all: each one is a watch of the system's. */
import type { Logger } from '@zapomni/core/ports';
import { FolderWatch, type FolderWatchParts } from './folder-watch.ts';

/** Systems allow a user some ten thousand, for all programs together. */
const MAX_FOLDERS = 8192;

export class FolderWatches {
  readonly #logger: Logger;
  #free: number;

  constructor(logger: Logger, maxFolders = MAX_FOLDERS) {
    this.#logger = logger;
    this.#free = maxFolders;
  }

  /** Rejects when the folder may not be looked at. */
  async add(request: Pick<FolderWatchParts, 'plan' | 'onChange'> & { readonly signal: AbortSignal }): Promise<void> {
    const { plan, onChange, signal } = request;
    if (signal.aborted) return;
    const room = { take: () => this.#free > 0 && (this.#free -= 1) >= 0, give: () => void (this.#free += 1) };
    const watch = new FolderWatch({ plan, onChange, logger: this.#logger, room });
    signal.addEventListener('abort', () => watch.close(), { once: true });
    try {
      await watch.begin();
    } catch (error) {
      watch.close();
      throw error;
    }
  }
}
