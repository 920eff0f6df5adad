/**
 * Tells when one file has changed, with the means of the system. What the system watches is the file that was there when
 * it was asked, and editors put a new one in its place when they save; so after every change the watch is laid anew. While
 * there is no file it looks once a second whether there is one again.
 */
import { watch, type FSWatcher } from 'node:fs';
import type { Logger } from '@zapomni/core/ports';
import { FileRefused } from '../guard/file-refused.ts';

/** Saving a file is a burst of events; this long after the first of them it is told. */
const SETTLE_MS = 100;
const RETRY_MS = 1000;

export interface FileWatchParts {
  /** Where the file is now, every link followed. Rejects when there is none, or none that may be watched any more. */
  locate(): Promise<string>;
  onChange(): void;
  readonly logger: Logger;
  /** The system's own by default. */
  readonly watch?: (path: string, options: { persistent: false }) => FSWatcher;
}

export class FileWatch {
  readonly #parts: FileWatchParts;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #again = false;
  #closed = false;
  #complained = false;

  constructor(parts: FileWatchParts) {
    this.#parts = parts;
  }

  /** Resolves when changes are noticed, or when it is clear that they are not for the time being. */
  async begin(): Promise<void> {
    if (!(await this.#lay())) this.#lookAgainIn(RETRY_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  #noteEvent(): void {
    if (this.#timer === undefined) this.#lookAgainIn(SETTLE_MS);
    else this.#again = true;
  }

  #lookAgainIn(ms: number): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  /** Tells of a file that changed, went or came; not of one that is still not there. */
  async #look(): Promise<void> {
    const wasThere = this.#watcher !== undefined;
    this.#again = false;
    const isThere = await this.#lay();
    if (this.#closed) return;
    if (wasThere || isThere) this.#parts.onChange();
    this.#timer = undefined;
    if (!isThere) this.#lookAgainIn(RETRY_MS);
    else if (this.#again) this.#noteEvent();
  }

  /** The new watch is there before the old one goes, so that nothing falls between them. Whether there is one. */
  async #lay(): Promise<boolean> {
    const old = this.#watcher;
    this.#watcher = await this.#open();
    old?.close();
    if (this.#closed) this.#watcher?.close();
    return this.#watcher !== undefined;
  }

  async #open(): Promise<FSWatcher | undefined> {
    try {
      const watcher = (this.#parts.watch ?? watch)(await this.#parts.locate(), { persistent: false });
      return watcher.on('change', () => this.#noteEvent()).on('error', () => this.#noteEvent());
    } catch (error) {
      if (!(error instanceof FileRefused)) this.#complain(error);
      return undefined;
    }
  }

  /** Some file systems cannot be watched, and the number of watches is limited; the client can still read. */
  #complain(error: unknown): void {
    if (!this.#complained) this.#parts.logger.log('info', 'file_watch_unavailable', { error });
    this.#complained = true;
  }
}
