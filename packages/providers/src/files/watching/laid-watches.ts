/**
 * The watches of the system's that one watched tree consists of: one for each folder on Linux, where watching recursively
 * costs ten times as much, one for all of it elsewhere.
 */
import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { FolderFrame } from '../walking/folder-frame.ts';

export interface Room {
  /** False when there is none left. */
  take(): boolean;
  give(): void;
}

export interface SystemEvent {
  readonly type: 'rename' | 'change';
  /** From the top. The folder itself if there are none; undefined when the system did not say. */
  readonly names: readonly string[] | undefined;
}

export interface LaidWatchesParts {
  readonly room: Room;
  readonly recursive: boolean;
  onEvent(event: SystemEvent): void;
  /** It could not be laid, or has failed. */
  onTrouble(error: unknown): void;
}

interface Laid {
  readonly identity: string;
  readonly watcher: FSWatcher;
}

export class LaidWatches {
  readonly #parts: LaidWatchesParts;
  /** By the path from the top. */
  readonly #laid = new Map<string, Laid>();
  /** Some folder could not be watched. */
  incomplete = false;

  constructor(parts: LaidWatchesParts) {
    this.#parts = parts;
  }

  isLaid({ names, folder }: FolderFrame): boolean {
    return this.#laid.get(names.join('/'))?.identity === folder.identity;
  }

  /** Of a folder that is open, so that it is that one which is watched. */
  lay(frame: FolderFrame): void {
    const { names, folder } = frame;
    if (this.isLaid(frame) || (this.#parts.recursive && names.length > 0)) return;
    const key = names.join('/');
    this.#drop(key);
    if (!this.#parts.room.take()) {
      this.incomplete = true;
      return;
    }
    try {
      this.#laid.set(key, { identity: folder.identity, watcher: this.#watch(frame) });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A folder that is gone, and what was in it. */
  dropBelow(names: readonly string[]): void {
    const key = names.join('/');
    for (const laid of this.#laid.keys()) {
      if (key === '' || laid === key || laid.startsWith(`${key}/`)) this.#drop(laid);
    }
  }

  close(): void {
    this.dropBelow([]);
    this.incomplete = false;
  }

  #watch({ names, folder }: FolderFrame): FSWatcher {
    const { recursive, onEvent } = this.#parts;
    // Of the folder itself the system tells by the last name of the path that it was given: a dot is no other's.
    const watcher = watch(recursive ? folder.real : `${folder.at}/.`, { persistent: false, recursive });
    watcher.on('change', (type, name) => {
      const below = typeof name === 'string' ? (name === '.' ? [] : name.split(path.sep)) : undefined;
      onEvent({ type: type === 'rename' ? 'rename' : 'change', names: below && [...names, ...below] });
    });
    return watcher.on('error', (error) => {
      this.#drop(names.join('/'));
      this.#parts.onTrouble(error);
    });
  }

  #fail(error: unknown): void {
    this.#parts.room.give();
    this.incomplete = true;
    this.#parts.onTrouble(error);
  }

  #drop(key: string): void {
    const laid = this.#laid.get(key);
    if (!laid) return;
    this.#laid.delete(key);
    laid.watcher.close();
    this.#parts.room.give();
  }
}
