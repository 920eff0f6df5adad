/**
 * Pairs of memories for somebody to settle: those that say almost the same, which reading has linked already, and those that seem to contradict
 * each other, which are looked for here, memory by memory, among the few that share its longest words.
 */
import { DOCUMENT_KIND, ENDED_KIND, PAPER_KIND, toTerms, type Memory } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { NEAR_DUPLICATES } from '../memory/near-duplicates.ts';
import { collection } from '../records/collection.ts';
import { contradict, statementOf } from '../search/stages/same-matter/conflicts.ts';
import type { ReviewPage, ReviewPair, ReviewRequest } from './review-request.ts';
import { unsettled } from './settled.ts';

const PORTION = 100;
/** For one page; the next goes on from there. */
const MOST_LOOKED = 400;
/** What is longer says many things. */
const MOST_PASSAGES = 2;
const ASKED_TERMS = 12;
const CANDIDATES = 6;
const FIGURE = /\p{N}/u;

export async function findDuplicates(deps: Deps, request: ReviewRequest): Promise<ReviewPage<ReviewPair>> {
  const { workspace } = request;
  return gather(request, async (cursor) => {
    const place = cursor === undefined ? {} : { cursor };
    const links = await collection(deps, NEAR_DUPLICATES).list(workspace, { limit: PORTION, ...place });
    const ids = links.items.flatMap(({ value }) => [value.memory, value.other]);
    const known = await byId(deps, workspace, ids);
    const pairs = links.items.flatMap(({ value: { memory, other } }) => {
      const [one, two] = [known.get(memory), known.get(other)];
      return one && two && isLive(one) && isLive(two) ? [pairOf(one, two)] : [];
    });
    return { found: await open(deps, workspace, 'duplicates', pairs), looked: links.items.length, next: links.next };
  });
}

export async function findContradictions(deps: Deps, request: ReviewRequest): Promise<ReviewPage<ReviewPair>> {
  const { workspace, signal } = request;
  return gather(request, async (cursor) => {
    const filter = { noKinds: [DOCUMENT_KIND, PAPER_KIND, ENDED_KIND] };
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await deps.storage.memories.list({ workspace, filter, limit: PORTION, ...place });
    const short = items.filter(({ passageCount }) => passageCount <= MOST_PASSAGES).map(({ id }) => id);
    const memories = short.length === 0 ? [] : await deps.storage.memories.get(workspace, short);
    const pairs: ReviewPair[] = [];
    for (const memory of memories) {
      signal?.throwIfAborted();
      pairs.push(...(await contradictionsOf(deps, memory)));
    }
    return { found: await open(deps, workspace, 'contradictions', pairs), looked: items.length, next };
  });
}

/** With those that were stored before it, so that each pair comes once. */
async function contradictionsOf({ storage }: Deps, memory: Memory): Promise<ReviewPair[]> {
  const { workspace } = memory;
  const terms = new Set(toTerms(memory.text));
  const words = [...terms].filter((term) => !FIGURE.test(term)).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [];
  const asked = words.slice(0, ASKED_TERMS);
  const hits = await storage.fullText.search({ terms: asked }, CANDIDATES * 2, { workspace });
  const ids = [...new Set(hits.map(({ memoryId }) => memoryId))].filter((id) => id !== memory.id).slice(0, CANDIDATES);
  const others = ids.length === 0 ? [] : await storage.memories.get(workspace, ids);
  const statement = statementOf(memory.id, memory.text, terms);
  return others
    .filter((other) => isLive(other) && other.passageCount <= MOST_PASSAGES && pairOf(memory, other).newer === memory)
    .filter((other) => contradict(statement, statementOf(other.id, other.text, new Set(toTerms(other.text)))))
    .map((other) => pairOf(memory, other));
}

interface Portion {
  readonly found: readonly ReviewPair[];
  readonly looked: number;
  readonly next: string | null;
}

/** Portion by portion, whole ones, until there are enough or enough was looked at. */
async function gather(
  { limit, cursor, signal }: ReviewRequest,
  read: (cursor: string | undefined) => Promise<Portion>,
): Promise<ReviewPage<ReviewPair>> {
  const items: ReviewPair[] = [];
  let looked = 0;
  for (let from = cursor; ;) {
    signal?.throwIfAborted();
    const portion = await read(from);
    items.push(...portion.found);
    looked += portion.looked;
    if (portion.next === null || items.length >= limit || looked >= MOST_LOOKED)
      return { items, looked, next: portion.next };
    from = portion.next;
  }
}

async function open(
  deps: Deps,
  workspace: string,
  kind: 'duplicates' | 'contradictions',
  pairs: readonly ReviewPair[],
): Promise<ReviewPair[]> {
  // Both of two may have linked the other.
  const once = new Map(pairs.map((pair) => [`${pair.older.id}/${pair.newer.id}`, pair]));
  return unsettled(
    deps,
    { workspace, kind },
    [...once.values()].map((pair) => [pair, [pair.older, pair.newer]] as const),
  );
}

async function byId(deps: Deps, workspace: string, ids: readonly string[]): Promise<Map<string, Memory>> {
  if (ids.length === 0) return new Map();
  const found = await deps.storage.memories.get(workspace, [...new Set(ids)]);
  return new Map(found.map((memory) => [memory.id, memory]));
}

const isLive = ({ supersededBy }: Memory): boolean => supersededBy === null;

function pairOf(one: Memory, two: Memory): ReviewPair {
  const isOlder = one.createdAt < two.createdAt || (one.createdAt === two.createdAt && one.id < two.id);
  return isOlder ? { older: one, newer: two } : { older: two, newer: one };
}
