/** Files that are not there any more. */
import type { Deps } from '../../deps.ts';
import type { KeptFile } from '../store/index.ts';
import { commit, keptAs, symbolsBefore } from './kept-files.ts';
import { planVanishing } from './plan-file.ts';

const PORTION = 100;

interface Vanishing {
  readonly store: string;
  /** By path. Kept up to date. */
  readonly known: Map<string, KeptFile>;
  readonly signal?: AbortSignal | undefined;
}

export async function vanishFiles(deps: Deps, { store, known, signal }: Vanishing, gone: readonly KeptFile[]) {
  for (let at = 0; at < gone.length; at += PORTION) {
    const some = gone.slice(at, at + PORTION);
    const symbols = await symbolsBefore(deps, store, some);
    const ids = some.flatMap(({ value }) => value.memory ?? []);
    const memories = await deps.storage.memories.summaries(store, ids);
    const metadata = new Map(memories.map((memory) => [memory.id, memory.metadata]));
    for (const file of some) {
      signal?.throwIfAborted();
      const { key, value } = file;
      const had = [...(symbols.get(key)?.keys() ?? [])];
      const plan = planVanishing(deps, file, had, metadata.get(value.memory ?? '') ?? null);
      await commit(deps, store, [plan]);
      if (plan.value) known.set(value.path, keptAs(key, plan.value, deps.clock.now()));
      else known.delete(value.path);
    }
  }
}
