/** Single memories for somebody to settle: those that name code which is otherwise by now, and those that hold a secret. */
import type { Memory, MemorySummary } from '../../model/index.ts';
import { cutSecrets } from '../capture/secrets/cut-secrets.ts';
import { codeOf } from '../code/mentions/index.ts';
import { CODE_MENTIONS } from '../code/mentions/mention-record.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import type { ReviewPage, ReviewRequest, SecretMemory, StaleMemory } from './review-request.ts';
import { unsettled } from './settled.ts';

const PORTION = 100;
const PORTION_OF_TEXTS = 50;
const MOST_LOOKED = 2000;
/** Characters that are looked through without a pause, and for one page. */
const MOST_AT_ONCE = 500_000;
const MOST_TEXT = 4_000_000;
const ROUND = 80;

/** Mentions are kept by memory, so those of one come together. */
export async function findStale(deps: Deps, request: ReviewRequest): Promise<ReviewPage<StaleMemory>> {
  const { workspace, limit, signal } = request;
  const items: StaleMemory[] = [];
  let looked = 0;
  for (let cursor = request.cursor; ;) {
    signal?.throwIfAborted();
    const place = cursor === undefined ? {} : { cursor };
    const page = await collection(deps, CODE_MENTIONS).list(workspace, { limit: PORTION, ...place });
    const ids = [...new Set(page.items.map(({ value }) => value.memory))];
    const seen = new Set(items.map(({ memory }) => memory.id));
    items.push(
      ...(await staleAmong(
        deps,
        workspace,
        ids.filter((id) => !seen.has(id)),
      )),
    );
    looked += page.items.length;
    if (page.next === null || items.length >= limit || looked >= MOST_LOOKED) return { items, looked, next: page.next };
    cursor = page.next;
  }
}

async function staleAmong(deps: Deps, workspace: string, ids: readonly string[]): Promise<StaleMemory[]> {
  const memories = ids.length === 0 ? [] : await deps.storage.memories.get(workspace, ids);
  const stale: StaleMemory[] = [];
  for (const memory of memories.filter(({ supersededBy }) => supersededBy === null)) {
    const code = (await codeOf(deps, workspace, memory.id)).filter((mention) => mention.stale !== null);
    if (code.length > 0) stale.push({ memory, code });
  }
  return unsettled(
    deps,
    { workspace, kind: 'stale' },
    stale.map((item) => [item, [item.memory]] as const),
  );
}

/** Also in what was superseded: it is kept, and found by whoever asks for the past. */
export async function findSecrets(deps: Deps, request: ReviewRequest): Promise<ReviewPage<SecretMemory>> {
  const { workspace, limit, signal } = request;
  const items: SecretMemory[] = [];
  let [looked, length] = [0, 0];
  for (let cursor = request.cursor; ;) {
    signal?.throwIfAborted();
    const filter = { includeSuperseded: true };
    const place = cursor === undefined ? {} : { cursor };
    const page = await deps.storage.memories.list({ workspace, filter, limit: PORTION_OF_TEXTS, ...place });
    for (const portion of byLength(page.items)) {
      const memories = await deps.storage.memories.get(workspace, portion);
      items.push(...(await secretsAmong(deps, workspace, memories)));
    }
    looked += page.items.length;
    length += page.items.reduce((sum, one) => sum + one.length, 0);
    const isEnough = items.length >= limit || looked >= MOST_LOOKED || length >= MOST_TEXT;
    if (page.next === null || isEnough) return { items, looked, next: page.next };
    cursor = page.next;
  }
}

/** So that a hundred long documents are never read at once. */
function byLength(summaries: readonly MemorySummary[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const { id, length } of summaries) {
    if (room < length) {
      portions.push([]);
      room = MOST_AT_ONCE;
    }
    portions.at(-1)?.push(id);
    room -= length;
  }
  return portions;
}

function secretsAmong(deps: Deps, workspace: string, memories: readonly Memory[]): Promise<SecretMemory[]> {
  const found = memories.flatMap((memory) => {
    // All of them are cut, so that what stands round one never shows another.
    const { text, cut } = cutSecrets(memory.text);
    const [first] = cut;
    if (first === undefined) return [];
    const mark = `[cut: ${first}]`;
    const at = text.indexOf(mark);
    const before = text.slice(Math.max(0, at - ROUND), at).toWellFormed();
    const after = text.slice(at + mark.length, at + mark.length + ROUND).toWellFormed();
    return [{ memory, kinds: [...new Set(cut)], before, after }];
  });
  return unsettled(
    deps,
    { workspace, kind: 'secrets' },
    found.map((item) => [item, [item.memory]] as const),
  );
}
