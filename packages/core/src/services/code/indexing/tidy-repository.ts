/** What a run leaves behind that nothing needs any more. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FACTS, factsKey, type KeptFile } from '../store/index.ts';

const PORTION = 200;
/** So many runs that changed something, facts wait for their file to come back. */
const KEPT_GENERATIONS = 20;

export async function dropMemories({ storage, clock }: Deps, store: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += PORTION) {
    const some = await storage.memories.summaries(store, ids.slice(at, at + PORTION));
    const there = some.map(({ id }) => id);
    if (there.length > 0) await storage.memories.remove(store, there, clock.now());
  }
}

/** Memories that no file shows. */
export async function dropUnshown(deps: Deps, store: string, known: Iterable<KeptFile>): Promise<void> {
  const shown = new Set([...known].flatMap(({ value }) => value.memory ?? []));
  const unshown: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const filter = { includeSuperseded: true, kinds: ['code'] };
    const page = await deps.storage.memories.list({ workspace: store, filter, limit: PORTION, ...place });
    for (const { id } of page.items) if (!shown.has(id)) unshown.push(id);
    cursor = page.next;
  }
  await dropMemories(deps, store, unshown);
}

export interface FactsSettling {
  readonly store: string;
  readonly generation: number;
  readonly before: Iterable<KeptFile>;
  readonly now: Iterable<KeptFile>;
}

/** Facts that no file has any more are marked, and go when that is long ago. */
export async function settleFacts(deps: Deps, { store, generation, before, now }: FactsSettling): Promise<void> {
  const facts = collection(deps, CODE_FACTS);
  const used = keysOf(now);
  const unused = [...keysOf(before)].filter((key) => !used.has(key));
  for (let at = 0; at < unused.length; at += PORTION) {
    const some = await facts.getMany(store, unused.slice(at, at + PORTION));
    await facts.putMany(
      store,
      some.map(({ key, value }) => [key, { ...value, unused_since: generation }] as const),
    );
  }
  if (unused.length === 0) return;
  for (;;) {
    const old = await facts.list(store, {
      index: 'by_use',
      from: 0,
      to: generation - KEPT_GENERATIONS,
      limit: PORTION,
    });
    if (old.items.length === 0) return;
    await deps.storage.records.write(
      store,
      old.items.map(({ key }) => facts.deletionOf(key)),
      deps.clock.now(),
    );
  }
}

function keysOf(files: Iterable<KeptFile>): Set<string> {
  const keys = new Set<string>();
  for (const { value } of files)
    if (value.hash !== null && value.language !== null) keys.add(factsKey(value.hash, value.language));
  return keys;
}
