/**
 * Links the memories of a workspace to the code that they name. Looks itself for what there is to do: memories that were stored or changed
 * since it last looked; all of them when a repository is new; and names that nothing had, when a repository was indexed again.
 */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { listRepositories, type KeptRepository } from '../store/index.ts';
import { linkMemory, linkOpenNames } from './link-memory.ts';
import { CODE_MENTION_STATE, CODE_NAMES, STATE } from './mention-record.ts';

const PAGE = 100;
/** Clocks of processes may differ by a little, and a memory that is looked at twice costs next to nothing. */
const OVERLAP_MS = 2000;

/** How many memories were looked at. */
export async function linkMentions(deps: Deps, workspace: string, signal: AbortSignal): Promise<number> {
  const repositories = (await listRepositories(deps, workspace)).filter(({ value }) => value.indexed_at !== null);
  if (repositories.length === 0) return 0;
  const states = collection(deps, CODE_MENTION_STATE);
  const state = (await states.get(workspace, STATE))?.value ?? { seen: 0, generations: {} };
  const now = deps.clock.now();
  const known = (key: string): number => state.generations[key] ?? -1;
  const isNew = repositories.some(({ key }) => known(key) === -1);
  const isOther = repositories.some(({ key, value }) => known(key) !== value.generation);
  const about = { workspace, repositories, signal };
  let looked = isNew ? await linkAll(deps, about) : await linkSince(deps, about, { from: state.seen, until: now + 1 });
  if (isOther && !isNew) looked += await linkOpen(deps, about);
  const generations = Object.fromEntries(repositories.map(({ key, value }) => [key, value.generation]));
  await states.put(workspace, STATE, { seen: Math.max(0, now - OVERLAP_MS), generations });
  return looked;
}

interface About {
  readonly workspace: string;
  readonly repositories: readonly KeptRepository[];
  readonly signal: AbortSignal;
}

async function linkAll(deps: Deps, { workspace, repositories, signal }: About): Promise<number> {
  let looked = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    signal.throwIfAborted();
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await deps.storage.memories.list({ workspace, limit: PAGE, ...place });
    const memories = await deps.storage.memories.get(
      workspace,
      items.map(({ id }) => id),
    );
    for (const memory of memories) await linkMemory(deps, workspace, repositories, memory);
    looked += memories.length;
    cursor = next;
  }
  return looked;
}

async function linkSince(
  deps: Deps,
  { workspace, repositories, signal }: About,
  span: { readonly from: number; readonly until: number },
): Promise<number> {
  const ids = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    signal.throwIfAborted();
    const place = cursor === undefined ? {} : { cursor };
    const query = { ...span, kinds: ['memory'] as const, limit: PAGE, ...place };
    const { items, next } = await deps.storage.times.events(workspace, query);
    for (const event of items) if (event.kind === 'memory' && event.change !== 'removed') ids.add(event.memory.id);
    cursor = next;
  }
  const all = [...ids];
  for (let at = 0; at < all.length; at += PAGE) {
    signal.throwIfAborted();
    const memories = await deps.storage.memories.get(workspace, all.slice(at, at + PAGE));
    for (const memory of memories) await linkMemory(deps, workspace, repositories, memory);
  }
  return all.length;
}

async function linkOpen(deps: Deps, { workspace, repositories, signal }: About): Promise<number> {
  const names = collection(deps, CODE_NAMES);
  let looked = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    signal.throwIfAborted();
    const page = await names.list(workspace, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const open of page.items) await linkOpenNames(deps, workspace, repositories, open);
    looked += page.items.length;
    cursor = page.next;
  }
  return looked;
}
