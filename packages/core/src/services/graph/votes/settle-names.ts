/**
 * Counts the votes on names that memories take for different things. A name whose kind changes by them is read again where it stands, which moves
 * its mentions and what is said of it to the new kind; what somebody linked or merged by hand has the kind that they gave it.
 *
 *   open ── count ──▶ settled                      the kind stays
 *             └─────▶ new kinds, open ── read again ── count ──▶ settled
 */
import { toZapomniError } from '../../../errors/index.ts';
import { typeKey, type Entity } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import { VAGUE_TYPES } from '../resolve/vague-types.ts';
import { nameTypesOf, nameVotesOf, type NameVote, type VoteDeps } from './vote-records.ts';
import { decide } from './voting-types.ts';

const PAGE = 100;
const MOST_VOTES = 1000;
const MOST_MENTIONS = 10_000;

/** How many memories are to be read again. Not while some wait: half of the votes would be old ones. */
export async function settleNames(deps: VoteDeps, workspace: string): Promise<number> {
  const types = nameTypesOf(deps);
  let memories = 0;
  let cursor: string | undefined;
  do {
    const query = { index: 'by_state' as const, where: { state: 'open' as const }, limit: PAGE };
    const page = await types.list(workspace, { ...query, ...(cursor ? { cursor } : {}) });
    for (const { key, value } of page.items)
      memories += await settle(deps, workspace, { name: key, types: value.types });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return memories;
}

interface OpenName {
  readonly name: string;
  readonly types: readonly string[];
}

async function settle(deps: VoteDeps, workspace: string, { name, types: before }: OpenName): Promise<number> {
  const types = nameTypesOf(deps);
  const votes = await liveVotes(deps, workspace, name);
  const decided = await count(deps.storage, workspace, votes, before);
  if (decided.again.length > 0) await types.put(workspace, name, { types: [...decided.types], state: 'open' });
  const asked = await readAgain(deps.storage, workspace, decided.again);
  await types.put(workspace, name, { types: [...decided.types], state: 'settled' });
  return asked;
}

/** Those of memories that nothing has superseded. */
async function liveVotes(deps: VoteDeps, workspace: string, name: string): Promise<NameVote[]> {
  const query = { index: 'by_name' as const, where: { name }, limit: MOST_VOTES };
  const votes = (await nameVotesOf(deps).list(workspace, query)).items.map(({ value }) => value);
  const memories = votes.map(({ memory }) => memory);
  const live = (await deps.storage.memories.summaries(workspace, memories)).filter((one) => one.supersededBy === null);
  const ids = new Set(live.map(({ id }) => id));
  return votes.filter(({ memory }) => ids.has(memory));
}

interface Decided {
  readonly types: readonly string[];
  /** Memories to be read again. */
  readonly again: readonly string[];
}

async function count(
  { graph }: Storage,
  workspace: string,
  votes: readonly NameVote[],
  before: readonly string[],
): Promise<Decided> {
  const again = new Set<string>();
  let types = before;
  for (const [id, some] of Map.groupBy(votes, ({ kept }) => kept)) {
    const [entity] = await graph.entities(workspace, [id]);
    if (!entity || isByHand(entity, id)) continue;
    const kept = typeKey(entity.type);
    // What says too little, or is short for something, gives way whatever the votes are.
    const isVotedOn = !VAGUE_TYPES.has(kept) && some.every(({ type }) => type !== kept);
    if (isVotedOn) types = decideOn(entity, some, types);
    const stays = isVotedOn && types.includes(kept);
    const dissent = some.filter(({ type }) => types.includes(type)).map(({ memory }) => memory);
    const moved = stays ? dissent : await memoriesOf(graph, entity);
    for (const memory of moved) again.add(memory);
  }
  return { types, again: [...again] };
}

/** What was decided before stands until votes of all its mentions are in; a name of two kinds stays one. */
function decideOn(entity: Entity, votes: readonly NameVote[], before: readonly string[]): readonly string[] {
  const kept = typeKey(entity.type);
  if (before.length > 1 || (before.length === 1 && !before.includes(kept))) return before;
  const others = new Map<string, number>();
  for (const { type, weight } of votes) others.set(type, (others.get(type) ?? 0) + weight);
  const against = votes.reduce((sum, { weight }) => sum + weight, 0);
  return decide({ kept, support: Math.max(0, entity.mentions - against), others });
}

function isByHand({ id, asserted, merged }: Entity, kept: string): boolean {
  return asserted || merged.length > 0 || id !== kept;
}

async function memoriesOf(graph: Storage['graph'], { workspace, id }: Entity): Promise<string[]> {
  const memories = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await graph.mentionsOf(workspace, id, { limit: 1000, ...(cursor ? { cursor } : {}) });
    for (const { memoryId } of page.items) memories.add(memoryId);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && memories.size < MOST_MENTIONS);
  return [...memories];
}

/** One that is deleted at the same time makes the others be asked for one by one. */
async function readAgain(
  { extractions }: Pick<Storage, 'extractions'>,
  workspace: string,
  memories: readonly string[],
): Promise<number> {
  if (memories.length === 0) return 0;
  try {
    return await extractions.requeue(workspace, memories);
  } catch (error) {
    if (toZapomniError(error).code !== 'NOT_FOUND') throw error;
    if (memories.length === 1) return 0;
    let asked = 0;
    for (const memory of memories) asked += await readAgain({ extractions }, workspace, [memory]);
    return asked;
  }
}
