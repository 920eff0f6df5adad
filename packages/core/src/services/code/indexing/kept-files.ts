/** Files as they are kept: all of a repository, with what goes with them, and how plans become what is kept. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FILES, CODE_OUTLINES, CODE_SYMBOLS, type KeptFile } from '../store/index.ts';
import type { FilePlan, Numbers } from './plan-file.ts';

/** As reading it again would give it; its version is nobody's business here. */
export function keptAs(key: string, value: KeptFile['value'], at: number): KeptFile {
  return { key, value, version: 0, createdAt: at, updatedAt: at, parent: null };
}

/** All that can be written together is one transaction; a memory that changes is one of its own. */
export async function commit({ storage, clock }: Deps, store: string, plans: readonly FilePlan[]): Promise<void> {
  const added = plans.flatMap(({ add }) => add ?? []);
  const records = plans.filter(({ change }) => !change).flatMap((plan) => plan.records);
  if (added.length > 0) await storage.memories.add(added, clock.now(), undefined, records);
  else if (records.length > 0) await storage.records.write(store, records, clock.now());
  for (const { change, records: with_ } of plans)
    if (change) await storage.memories.update(store, change.memory, change.patch, clock.now(), with_);
}

/** Of each file by its key, its symbols with what linking said of them. */
export async function symbolsBefore(
  deps: Deps,
  store: string,
  files: readonly KeptFile[],
): Promise<Map<string, Map<string, Numbers>>> {
  const keys = files.filter(({ value }) => value.symbols > 0).map(({ key }) => key);
  if (keys.length === 0) return new Map();
  const outlines = await collection(deps, CODE_OUTLINES).getMany(store, keys);
  const ids = outlines.flatMap(({ value }) => value.symbols);
  const found = new Map<string, Numbers>();
  const symbols = collection(deps, CODE_SYMBOLS);
  for (let at = 0; at < ids.length; at += PORTION) {
    for (const { key, value } of await symbols.getMany(store, ids.slice(at, at + PORTION))) {
      const { callers, callees, importance } = value;
      found.set(key, { callers, callees, importance });
    }
  }
  return new Map(outlines.map(({ key, value }) => [key, numbersOf(value.symbols, found)]));
}

const PORTION = 1000;

function numbersOf(ids: readonly string[], found: ReadonlyMap<string, Numbers>): Map<string, Numbers> {
  return new Map(ids.map((id) => [id, found.get(id) ?? { callers: 0, callees: 0, importance: 0 }]));
}

/** By path. */
export async function knownFiles(deps: Deps, store: string): Promise<Map<string, KeptFile>> {
  const files = collection(deps, CODE_FILES);
  const known = new Map<string, KeptFile>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await files.list(store, { limit: PORTION, ...place });
    for (const file of page.items) known.set(file.value.path, file);
    cursor = page.next;
  }
  return known;
}
