/** An application on a store of its own, and short ways to put memories into it; for tests of services and their parts. */
import { createApp, type App, type Deps } from '@zapomni/core';
import type { MemoryDraft } from '@zapomni/core/memories';
import type { Extractor } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { condition } from './condition.ts';
import { openTestDeps, type TestDeps, type TestDepsOptions } from './deps.ts';
import { createFakeEmbedder, createFakeExtractor } from './fakes/index.ts';

export interface FilledStore {
  readonly deps: Deps;
  readonly app: App;
  readonly clock: TestDeps['clock'];
  readonly dataDir: string;
  /** The memory's id by its text. */
  idOf(text: string): string;
  /** Their ids, in order. */
  remember(drafts: readonly (string | MemoryDraft)[], workspace?: string): Promise<string[]>;
  /** Reads all that was remembered for the graph. */
  read(): Promise<void>;
  /** Another application on the same data, with a connection of its own. Whoever asks for it closes it. */
  another(extractor?: Extractor): App;
  close(): Promise<void>;
}

export function openFilledStore(options: TestDepsOptions = {}): FilledStore {
  const { deps, clock, dataDir, close } = openTestDeps(options);
  const app = createApp(deps);
  const ids = new Map<string, string>();
  return {
    deps,
    app,
    clock,
    dataDir,
    idOf: (text) => ids.get(text) ?? 'none',
    async remember(given, workspace = 'default') {
      const drafts = given.map((draft) => (typeof draft === 'string' ? { text: draft } : draft));
      const { memories } = await app.memories.add({ workspace, drafts, batch: true });
      for (const [i, { id }] of memories.entries()) ids.set(drafts[i]?.text ?? '', id);
      return memories.map(({ id }) => id);
    },
    async read() {
      await app.resume();
      await condition(async () => (await app.store.stats('default')).pendingReadings === 0);
      await condition(async () => (await app.work.list({ name: 'graph', states: ['running'] })).total === 0);
    },
    another(extractor = createFakeExtractor()) {
      const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: deps.logger });
      return createApp({ ...deps, storage, embedder: createFakeEmbedder(), extractor });
    },
    async close() {
      await app.close();
      await close();
    },
  };
}
