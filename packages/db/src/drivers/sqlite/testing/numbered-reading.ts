/** What two processes would read alike from a numbered memory: a few of a hundred things, and how they are linked. */
import type { MemoryToRead, Reading } from '@zapomni/core/ports';

const THINGS = 100;

export function numberedReading(memory: MemoryToRead): Reading {
  const number = Number(memory.metadata['number']);
  const [passage] = memory.passages;
  const things = [number, number * 7 + 1, number * 13 + 5].map((one) => `Thing ${one % THINGS}`);
  return {
    workspace: memory.workspace,
    memoryId: memory.memoryId,
    version: memory.version,
    entities: things.map((name) => ({ type: 'thing', name, aliases: [`T${name.slice(6)}`] })),
    mentions: things.map((_, entity) => ({ entity, passageId: passage?.id ?? 0, start: entity, end: entity + 1 })),
    relations: [1, 2].map((target) => ({
      source: 0,
      type: 'LINKS',
      target,
      confidence: 0.5,
      start: 0,
      end: 5,
      validFrom: memory.validFrom,
      validTo: null,
    })),
  };
}
