/** An engine's word index in this thread, with limits so small that a few passages are packed and merged. For tests. */
import type { MemoryStore, FullTextIndex } from '@zapomni/core/ports';
import { connect } from '../connection/connection.ts';
import { inspectStore } from '../inspect.ts';
import { createMemories } from '../memories/memories.ts';
import { migrate } from '../schema/migrate.ts';
import type { Served } from '../connection/protocol.ts';
import { runningVersion } from '../connection/sqlite-version.ts';
import { createStore, type Store } from '../store.ts';
import { createFullText } from '../full-text/full-text.ts';
import { WORD_LIMITS, type WordLimits } from '../full-text/postings/limits.ts';
import { FullTextUpkeep } from '../full-text/upkeep/upkeep.ts';

export const SMALL: WordLimits = { tail: 6, merged: 3, postings: 40, rows: 3, texts: 4, blockBytes: 60 };

export interface Trial {
  readonly store: Store;
  readonly memories: Served<MemoryStore>;
  readonly fullText: Served<FullTextIndex>;
  /** One portion of upkeep; false when nothing is left to do. */
  portion(): boolean;
  /** All of it. */
  settle(): void;
  /** What a deep look finds wrong. */
  faults(): readonly string[];
  close(): void;
}

export function openTrial(dataDir: string, limits: WordLimits = WORD_LIMITS): Trial {
  const options = { dataDir, busyTimeoutMs: 10_000 };
  const connection = connect(options, runningVersion());
  const store = createStore(
    connection,
    options,
    migrate(connection, () => undefined),
    () => undefined,
  );
  // Nothing is done unless a test asks for it; and no test here is about the disk.
  store.chores.stop();
  store.db.exec('PRAGMA synchronous = OFF');
  const upkeep = new FullTextUpkeep(store, limits);
  const portion = (): boolean => upkeep.portion();
  return {
    store,
    memories: createMemories(store, upkeep),
    fullText: createFullText(store, upkeep),
    portion,
    settle: () => {
      while (portion());
    },
    faults: () => store.read(() => inspectStore(store, true)).warnings,
    close: () => store.db.close(),
  };
}
