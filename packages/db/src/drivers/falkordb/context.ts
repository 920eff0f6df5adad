import type { Dictionary } from './full-text/dictionary.ts';
import type { Models } from './vectors/models.ts';
import type { Registry } from './workspaces/registry.ts';
import type { Store } from './store.ts';

/** What the ports of one open store share. */
export interface Context {
  readonly store: Store;
  readonly registry: Registry;
  readonly models: Models;
  readonly dictionary: Dictionary;
  /** The clock of whoever asks: the present, where a question leaves the time open. */
  readonly now: () => number;
}
