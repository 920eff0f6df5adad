/** Queueing: all or none, in order. What is there already is read first, and the script looks whether it is still so. */
import type { NewWork } from '@zapomni/core/ports';
import { isLive, joinWork, newWork, type KeptWork } from '../../../shared/work-states.ts';
import type { Store } from '../store.ts';
import { keyOf, type NumberedWork } from './tables.ts';
import { changeWork, readWork, type StoredWork } from './work-rows.ts';

export async function addWork(store: Store, drafts: readonly NewWork[], at: number): Promise<KeptWork[]> {
  if (drafts.length === 0) return [];
  const first = (await takeNumbers(store, drafts.length)) - drafts.length + 1;
  for (;;) {
    const known = await readKnown(store, drafts);
    const batch = new Batch(known);
    const items = drafts.map((draft, i) => batch.add(draft, { at, number: first + i }));
    const changes = batch.changes();
    if (changes.length === 0 || (await changeWork(store, changes, 'all')).length > 0) return items;
  }
}

/** The last of so many numbers that nobody else gets. */
async function takeNumbers(store: Store, count: number): Promise<number> {
  const [last = 0] = await store.command('repeatable', ['INCRBY', store.names.work.numbers, String(count)]);
  return Number(last);
}

/** Items that have the id of a draft, or its key. */
async function readKnown(store: Store, drafts: readonly NewWork[]): Promise<Map<string, StoredWork>> {
  const keys = [...new Set(drafts.flatMap((draft) => keyOf(draft) ?? []))];
  const [holders = null] =
    keys.length === 0 ? [[]] : await store.command('none', ['HMGET', store.names.work.keys, ...keys]);
  const ids = [...drafts.map(({ id }) => id), ...(holders as (string | null)[]).flatMap((id) => id ?? [])];
  return readWork(store, [...new Set(ids)]);
}

/** What becomes of the items, draft by draft. */
class Batch {
  readonly #known: ReadonlyMap<string, StoredWork>;
  readonly #items: Map<string, NumberedWork>;
  /** Ids of live items, by their key. */
  readonly #live = new Map<string, string>();

  constructor(known: ReadonlyMap<string, StoredWork>) {
    this.#known = known;
    this.#items = new Map(known);
    for (const { item } of known.values()) this.#note(item);
  }

  /** The item that does it. */
  add(draft: NewWork, { at, number }: { readonly at: number; readonly number: number }): KeptWork {
    const same = this.#items.get(draft.id);
    if (same) return same.item;
    const live = this.#items.get(this.#live.get(keyOf(draft) ?? '') ?? '');
    if (!live) {
      const item = newWork(draft, at);
      this.#items.set(item.id, { item, number });
      this.#note(item);
      return item;
    }
    const item = joinWork(live.item, draft);
    if (item !== live.item) this.#items.set(item.id, { item, number: live.number });
    return item;
  }

  changes(): { before: StoredWork | undefined; after: NumberedWork }[] {
    const changed = [...this.#items.values()].filter((one) => this.#known.get(one.item.id) !== one);
    return changed.map((after) => ({ before: this.#known.get(after.item.id), after }));
  }

  #note(item: KeptWork): void {
    const key = keyOf(item);
    if (key !== null && isLive(item)) this.#live.set(key, item.id);
  }
}
