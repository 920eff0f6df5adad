import type { Dictionary } from './full-text/dictionary.ts';
import type { Models } from './vectors/models.ts';
import type { Registry } from './workspaces/registry.ts';
import type { Store } from './store.ts';
import type { WritersGate } from './connection/writers-gate.ts';

/** What the ports of one open store share. */
export interface Context {
  readonly store: Store;
  readonly registry: Registry;
  readonly models: Models;
  readonly dictionary: Dictionary;
  readonly gate: WritersGate;
  /** The clock of whoever asks: the present, where a question leaves the time open. */
  readonly now: () => number;
}
