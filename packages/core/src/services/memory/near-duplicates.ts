/**
 * Memories that say almost the same as another, linked with it so that a person or an agent can settle them. Looked for when
 * a memory is read in the background: by its longest words, which are seldom common ones, then word by word. Long texts are left alone: two versions of a
 * document are alike almost everywhere.
 */
import { z } from 'zod';
import { saysTheSame, toTerms } from '../../model/index.ts';
import type { MemoryToRead } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';

export const NEAR_DUPLICATES = defineCollection({
  name: 'near_duplicates',
  schema: z.strictObject({ memory: z.string(), other: z.string() }),
  indexes: { by_memory: ['memory'], by_other: ['other'] },
  parent: 'memory',
});

/** What is shorter says too little to be like anything. */
const FEWEST_TERMS = 5;
const MOST_PASSAGES = 4;
const ASKED_TERMS = 12;
const CANDIDATES = 4;
const MOST_LINKS = 50;

type Parts = Pick<Deps, 'storage' | 'clock'>;

/** Puts the links of a memory as it is now in the place of earlier ones, its own and those to it. */
export async function linkNearDuplicates(deps: Parts, memory: MemoryToRead): Promise<void> {
  const { workspace, memoryId } = memory;
  const links = collection(deps, NEAR_DUPLICATES);
  // A text that was never another cannot have links that are wrong; asking would cost every memory two questions.
  const isFirst = memory.version === 1;
  const [near, before] = await Promise.all([findNear(deps, memory), isFirst ? [] : linksOf(deps, workspace, memoryId)]);
  const stale = before.filter(({ other }) => !near.includes(other));
  const fresh = near.filter((id) => !before.some(({ other }) => other === id));
  const writes = [
    ...stale.map(({ key }) => links.deletionOf(key)),
    ...fresh.map((other) => links.writeFor(`${memoryId}/${other}`, { memory: memoryId, other }, { parent: memoryId })),
  ];
  if (writes.length > 0) await deps.storage.records.write(workspace, writes, deps.clock.now());
}

/** Those that exist, the latest first. */
export async function nearDuplicatesOf(deps: Parts, workspace: string, memoryId: string): Promise<string[]> {
  const ids = (await linksOf(deps, workspace, memoryId)).map(({ other }) => other);
  if (ids.length === 0) return [];
  const found = await deps.storage.memories.summaries(workspace, [...new Set(ids)]);
  return found.toSorted((one, other) => other.createdAt - one.createdAt).map(({ id }) => id);
}

/** Whichever of the two was read last has made the link. */
async function linksOf(deps: Parts, workspace: string, memoryId: string): Promise<{ key: string; other: string }[]> {
  const links = collection(deps, NEAR_DUPLICATES);
  const [own, back] = await Promise.all([
    links.list(workspace, { index: 'by_memory', where: { memory: memoryId }, limit: MOST_LINKS }),
    links.list(workspace, { index: 'by_other', where: { other: memoryId }, limit: MOST_LINKS }),
  ]);
  return [
    ...own.items.map(({ key, value }) => ({ key, other: value.other })),
    ...back.items.map(({ key, value }) => ({ key, other: value.memory })),
  ];
}

async function findNear({ storage }: Parts, memory: MemoryToRead): Promise<string[]> {
  const { workspace, memoryId, text, passages } = memory;
  if (passages.length > MOST_PASSAGES) return [];
  const terms = new Set(toTerms(text));
  if (terms.size < FEWEST_TERMS) return [];
  const asked = [...terms].toSorted((one, other) => other.length - one.length).slice(0, ASKED_TERMS);
  const hits = await storage.fullText.search({ terms: asked }, CANDIDATES * 2, { workspace });
  const ids = [...new Set(hits.map((hit) => hit.memoryId))].filter((id) => id !== memoryId).slice(0, CANDIDATES);
  const candidates = ids.length === 0 ? [] : await storage.memories.get(workspace, ids);
  return candidates
    .filter(({ passageCount }) => passageCount <= MOST_PASSAGES)
    .filter((candidate) => saysTheSame(terms, new Set(toTerms(candidate.text))))
    .map(({ id }) => id);
}
