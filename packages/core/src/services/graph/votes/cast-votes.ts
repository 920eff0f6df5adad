/** Notes what a memory took names for, where that is not what they are kept as. Counting comes when nothing waits to be read. */
import { toZapomniError } from '../../../errors/index.ts';
import type { MemoryToRead, RecordWrite } from '../../../ports/index.ts';
import type { Thing } from '../resolve/thing.ts';
import { nameHash, nameTypesOf, nameVotesOf, voteKey, type NameVote, type VoteDeps } from './vote-records.ts';
import { isVoted } from './voting-types.ts';

const MOST_VOTES = 1000;

/** In the place of what the memory voted before. True when there is something to count. */
export async function castVotes(deps: VoteDeps, memory: MemoryToRead, things: readonly Thing[]): Promise<boolean> {
  const { workspace, memoryId } = memory;
  const votes = nameVotesOf(deps);
  const query = { index: 'by_memory' as const, where: { memory: memoryId }, limit: MOST_VOTES };
  const before = new Map((await votes.list(workspace, query)).items.map(({ key, value }) => [key, value]));
  const now = await votesOf(memoryId, things);
  const fresh = [...now].filter(([key, vote]) => !isSame(before.get(key), vote));
  const gone = [...before].filter(([key]) => !now.has(key));
  if (fresh.length + gone.length === 0) return false;
  const writes: RecordWrite[] = [
    ...gone.map(([key]) => votes.deletionOf(key)),
    ...fresh.map(([key, vote]) => votes.writeFor(key, vote, { parent: memoryId })),
    ...(await opened(
      deps,
      workspace,
      [...fresh, ...gone].map(([, { name }]) => name),
    )),
  ];
  return isWritten(deps, workspace, writes);
}

/** False when the memory is gone meanwhile: its vote does not count. */
async function isWritten(
  { storage, clock }: VoteDeps,
  workspace: string,
  writes: readonly RecordWrite[],
): Promise<boolean> {
  try {
    await storage.records.write(workspace, writes, clock.now());
    return true;
  } catch (error) {
    if (toZapomniError(error).code === 'NOT_FOUND') return false;
    throw error;
  }
}

async function votesOf(memory: string, things: readonly Thing[]): Promise<Map<string, NameVote>> {
  const votes = new Map<string, NameVote>();
  for (const thing of things) {
    const kept = isVoted(thing.read) && isVoted(thing.type) && thing.read !== thing.type ? thing.id : thing.supplants;
    if (kept === undefined) continue;
    const name = await nameHash(thing.name);
    const weight = new Set(thing.places.map(({ passage }) => passage)).size;
    votes.set(voteKey(name, memory), { name, memory, type: thing.read, kept, weight });
  }
  return votes;
}

function isSame(one: NameVote | undefined, other: NameVote): boolean {
  return one?.type === other.type && one.kept === other.kept && one.weight === other.weight;
}

async function opened(deps: VoteDeps, workspace: string, names: readonly string[]): Promise<RecordWrite[]> {
  const types = nameTypesOf(deps);
  const known = new Map((await types.getMany(workspace, [...new Set(names)])).map(({ key, value }) => [key, value]));
  return [...new Set(names)].map((name) =>
    types.writeFor(name, { types: known.get(name)?.types ?? [], state: 'open' }),
  );
}
