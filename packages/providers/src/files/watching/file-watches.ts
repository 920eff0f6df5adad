/** Every file that is watched, once however many want to know, and no more than so many. */
import type { Logger } from '@zapomni/core/ports';
import { FileRefused } from '../guard/file-refused.ts';
import { FileWatch } from './file-watch.ts';

/** Systems allow some thousands to a user. */
const MAX_FILES = 1000;

interface SharedWatch {
  readonly watch: FileWatch;
  readonly begun: Promise<void>;
  readonly listeners: Set<() => void>;
}

export interface WatchRequest {
  /** By this name the watch is shared. */
  readonly target: string;
  /** As a `FileWatch` wants it; that of whoever came first is used. */
  locate(): Promise<string>;
  onChange(): void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export class FileWatches {
  readonly #logger: Logger;
  readonly #shared = new Map<string, SharedWatch>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Files that are watched at this moment. */
  get size(): number {
    return this.#shared.size;
  }

  async add(request: WatchRequest): Promise<void> {
    const { target, signal } = request;
    if (signal.aborted) return;
    const shared = this.#shared.get(target) ?? this.#start(request);
    const listener = () => request.onChange();
    shared.listeners.add(listener);
    signal.addEventListener('abort', () => this.#leave(target, shared, listener), { once: true });
    await shared.begun;
  }

  #start({ target, locate }: WatchRequest): SharedWatch {
    if (this.#shared.size >= MAX_FILES) throw new FileRefused('too_many');
    const listeners = new Set<() => void>();
    const onChange = () => {
      for (const tell of listeners) tell();
    };
    const watch = new FileWatch({ locate, onChange, logger: this.#logger });
    const shared = { watch, begun: watch.begin(), listeners };
    this.#shared.set(target, shared);
    return shared;
  }

  #leave(target: string, { watch, listeners }: SharedWatch, listener: () => void): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watch.close();
    this.#shared.delete(target);
  }
}
