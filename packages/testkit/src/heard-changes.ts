/** A process that waits for what others do to a store, over and over. */
import type { StoreChange } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { condition } from './condition.ts';

export interface HeardChanges {
  readonly changes: readonly StoreChange[];
  /** Resolves when all of these have been told of. */
  until(ids: readonly string[]): Promise<void>;
  /** Rejects with what went wrong meanwhile. */
  stop(): Promise<void>;
}

/** Hears everything that others do from now on. */
export async function hearChanges({ changes: log }: Pick<Storage, 'changes'>): Promise<HeardChanges> {
  const life = new AbortController();
  const changes: StoreChange[] = [];
  let { position } = await log.since(null);
  const hearing = (async () => {
    for (;;) {
      const next = await log.next(position, life.signal);
      if (!next.complete) throw new Error('something was missed');
      ({ position } = next);
      changes.push(...next.changes);
    }
  })();
  let failure: unknown;
  const ended = hearing.catch((error: unknown) => (failure = error));
  return {
    changes,
    until: (ids) =>
      condition(() => {
        if (failure) throw failure as Error;
        const told = new Set(changes.flatMap((change) => change.ids));
        return ids.every((id) => told.has(id));
      }),
    stop: async () => {
      const before = failure as Error | undefined;
      life.abort();
      await ended;
      if (before) throw before;
    },
  };
}
