/** Lets the background of a store have read everything: each waiting memory gets a few entities and how they relate. */
import type { MemoryToRead, Reading, Storage } from '@zapomni/core/ports';
import { seeded } from '@zapomni/testkit/seeded';
import { sentenceMaker } from './corpus.ts';

const PORTION = 500;
const MENTIONED = 3;
const LEASE_MS = 600_000;
/** Memories for each entity: some are mentioned thousands of times, most a handful. */
const SHARED_BY = 4;
const TYPES = ['person', 'organization', 'place', 'technology', 'work'];

/** Answers how many were read; stops when it is late. */
export async function readWaiting(
  storage: Storage,
  workspace: string,
  { memories, until = Infinity }: { readonly memories: number; readonly until?: number },
): Promise<number> {
  const read = lightReadings(Math.ceil(memories / SHARED_BY));
  for (let done = 0; ;) {
    const now = Date.now();
    const claim = { owner: 'bench', until: now + LEASE_MS };
    const portion =
      performance.now() < until ? await storage.extractions.claim(claim, PORTION, now, { workspace }) : [];
    if (portion.length === 0) return done;
    for (const memory of portion) await storage.graph.put(read(memory), now);
    done += portion.length;
  }
}

function lightReadings(entities: number): (memory: MemoryToRead) => Reading {
  const words = sentenceMaker(5);
  const names = Array.from({ length: entities }, (_, i) => ({ type: TYPES[i % 5] ?? '', name: `${words(2)} ${i}` }));
  const random = seeded(11);
  return ({ workspace, memoryId, version, passages, validFrom }) => {
    const chosen = Array.from({ length: MENTIONED }, () => Math.floor(entities * random() ** 2));
    const passageId = passages[0]?.id ?? 0;
    return {
      workspace,
      memoryId,
      version,
      entities: chosen.map((at) => names[at] as { type: string; name: string }),
      mentions: chosen.map((_, entity) => ({ entity, passageId, start: entity, end: entity + 1 })),
      relations: [
        { source: 0, type: 'USES', target: 1, confidence: 0.8, start: 0, end: 2, validFrom, validTo: null },
        { source: 1, type: 'PART_OF', target: 2, confidence: 0.8, start: 1, end: 3, validFrom, validTo: null },
      ].filter(({ source, target }) => chosen[source] !== chosen[target]),
    };
  };
}
