/**
 * Hears that any process wrote to the store, from the file system: a commit goes through the write-ahead log. The file changes a
 * little before what was written can be read, because it is brought to disk first. So it rings a moment after the file changed
 * and a few times more, each after a pause four times as long; the longest of them is how often it rings where nothing happens.
 *
 *   written ─50 ms─▶ ring ─200 ms─▶ ring ─800 ms─▶ ring ─3 s─▶ ring ─13 s─▶ ring ─30 s─▶ ring ─30 s─▶ …
 *
 * Where the system cannot watch a folder, or has been seen to miss something, it rings each second.
 */
import { watch, type FSWatcher } from 'node:fs';
import type { Bell, BellListener } from '../../../shared/next-changes.ts';
import { STORE_FILE } from './store-file.ts';

const FIRST_PAUSE_MS = 50;
const GROWTH = 4;
const LONGEST_PAUSE_MS = 30_000;
const BLIND_PAUSE_MS = 1000;
const LOG_FILE = `${STORE_FILE}-wal`;

export interface FolderBellOptions {
  readonly folder: string;
  /** Whether the system is believed to tell before it has told something. */
  readonly trusted?: boolean;
}

export class FolderBell implements Bell {
  readonly #folder: string;
  readonly #listeners = new Set<() => void>();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isTrusted: boolean;
  /** The file has changed since somebody last found something. */
  #hasSeen = false;

  constructor({ folder, trusted = process.platform === 'linux' }: FolderBellOptions) {
    this.#folder = folder;
    this.#isTrusted = trusted;
  }

  listen(ring: () => void): BellListener {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.add(ring);
    return {
      leave: (found) => {
        if (found) this.#note();
        if (this.#listeners.delete(ring) && this.#listeners.size === 0) this.#rest();
      },
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#rest();
  }

  #begin(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#arm();
    this.#ringLater();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#disarm();
  }

  /** Before it rings, so that what is written after the others have looked is seen. */
  #arm(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, (kind, name) => {
        if (name === LOG_FILE || (name === STORE_FILE && kind === 'rename')) this.#see();
      });
      this.#watcher.on('error', () => this.#lose());
    } catch {
      this.#lose();
    }
  }

  #disarm(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #lose(): void {
    this.#isTrusted = false;
    this.#disarm();
  }

  /** One sight is enough until it has rung: a large transaction changes the file a thousand times. */
  #see(): void {
    this.#disarm();
    this.#isTrusted = true;
    this.#hasSeen = true;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#ringLater();
  }

  #ringLater(): void {
    clearTimeout(this.#timer);
    const longest = this.#isTrusted ? LONGEST_PAUSE_MS : BLIND_PAUSE_MS;
    this.#timer = setTimeout(() => this.#ring(), Math.min(this.#pauseMs, longest)).unref();
  }

  #ring(): void {
    this.#arm();
    this.#pauseMs = Math.min(this.#pauseMs * GROWTH, LONGEST_PAUSE_MS);
    this.#ringLater();
    for (const ring of this.#listeners) ring();
  }

  /** Somebody found what the file system did not tell of. */
  #note(): void {
    if (!this.#hasSeen) this.#isTrusted = false;
    this.#hasSeen = false;
  }
}
