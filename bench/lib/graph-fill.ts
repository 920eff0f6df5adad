/** A made-up graph that came in the usual way: memories, each read for a few entities and how they relate. */
import type { MemoryToRead, NewMemory, Reading } from '@zapomni/core/ports';
import type { Trial } from '../../packages/db/src/drivers/sqlite/testing/open-trial.ts';
import { createGraph } from '../../packages/db/src/drivers/sqlite/graph/graph.ts';
import { createExtractionQueue } from '../../packages/db/src/drivers/sqlite/extraction/extraction-queue.ts';
import { seeded } from '@zapomni/testkit/seeded';
import { sentenceMaker } from './corpus.ts';

export const WORKSPACE = 'default';
const TYPES = ['person', 'organization', 'place', 'technology', 'work'];
const RELATIONS = ['WORKS_FOR', 'LOCATED_IN', 'USES', 'PART_OF', 'KNOWS', 'RELATED_TO'];
const MENTIONED = 8;
const SAID = 10;
const BATCH = 500;
const HOUR = 3_600_000;

export type Graph = ReturnType<typeof createGraph>;

export interface FilledGraph {
  readonly graph: Graph;
  /** Ids, those that are mentioned most first. */
  readonly ids: readonly string[];
  readonly readings: number;
  readonly putCpuMs: number;
}

export function fillGraph(trial: Trial, size: { readonly entities: number; readonly relations: number }): FilledGraph {
  const [graph, queue] = [createGraph(trial.store), createExtractionQueue(trial.store)];
  const now = Date.now() - HOUR;
  const read = readingMaker(size.entities, now);
  let [number, putCpuMs, relations] = [0, 0, 0];
  while (relations < size.relations) {
    const memories = Array.from({ length: BATCH }, () => memoryToRead(number++, WORKSPACE, now));
    trial.memories.add(memories, now);
    const readings = queue.claim({ owner: 'bench', until: 1 }, BATCH, 1).map(read);
    const before = process.cpuUsage();
    for (const reading of readings) graph.put(reading, now);
    const { user, system } = process.cpuUsage(before);
    putCpuMs += (user + system) / 1000;
    while (trial.portion());
    relations = trial.store.db.value<number>('SELECT count(*) FROM relations') ?? 0;
  }
  const byUse = trial.store.db.all<{ uid: string }>('SELECT uid FROM entities ORDER BY mentions DESC, id');
  return { graph, ids: byUse.map(({ uid }) => uid), readings: number, putCpuMs };
}

/**
 * What each memory says: eight entities and ten relations between them. Entities are chosen by the square of an even random
 * number: some are in thousands of relations, most in a handful; two of each memory's come in turn, so that none is left
 * out.
 */
export function readingMaker(entities: number, now: number): (memory: MemoryToRead) => Reading {
  const words = sentenceMaker(3);
  const names = Array.from({ length: entities }, (_, i) => ({ type: TYPES[i % 5] ?? '', name: `${words(2)} ${i}` }));
  const random = seeded(9);
  const pick = (): number => Math.floor(entities * random() ** 2);
  let turn = 0;
  return ({ workspace, memoryId, version, passages }) => {
    const chosen = [turn++, turn++, ...Array.from({ length: MENTIONED - 2 }, pick)];
    const passageId = passages[0]?.id ?? 0;
    return {
      workspace,
      memoryId,
      version,
      entities: chosen.map((at) => names[at % entities] as { type: string; name: string }),
      mentions: chosen.map((_, entity) => ({ entity, passageId, start: entity, end: entity + 1 })),
      relations: Array.from({ length: SAID }, (_, i) => ({
        source: i % MENTIONED,
        type: RELATIONS[Math.floor(random() * RELATIONS.length)] ?? '',
        target: (i + 1 + Math.floor(random() * (MENTIONED - 1))) % MENTIONED,
        confidence: Math.ceil(random() * 100) / 100,
        start: i,
        end: i + 1,
        validFrom: now,
        validTo: null,
      })),
    };
  };
}

export function memoryToRead(number: number, workspace: string, validFrom: number): NewMemory {
  const text = `memory number ${number} says a few things of the world`;
  return {
    id: `018bcfe5-6800-7000-8000-${number.toString(16).padStart(12, '0')}`,
    workspace,
    text,
    kind: 'note',
    tags: [],
    source: '',
    metadata: {},
    hash: '',
    key: null,
    occurredAt: null,
    validFrom,
    supersedes: null,
    passages: [{ start: 0, end: text.length }],
  };
}
