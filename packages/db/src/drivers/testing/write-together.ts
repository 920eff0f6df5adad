/**
 * What a process does that writes memories and records together, whatever the engine. Runs in a process of its own; tells its
 * parent of each step that the store has acknowledged. Nothing of what a step does may ever be there without the rest of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordParent } from '@zapomni/core/model';
import type { RecordPut, Storage } from '@zapomni/core/ports';
import { numberedId, numberedMemory } from '../sqlite/testing/numbered-memory.ts';

export const PLACE = 'default';
export const STEPS = ['added', 'noted', 'changed', 'removed'] as const;
export type Step = (typeof STEPS)[number];

export interface WrittenStep {
  readonly number: number;
  readonly step: Step;
}

function recordOf(collection: string, key: string, parent: RecordParent | null = null): RecordPut {
  const entries = [{ index: 'by_key', value: key, unique: true }];
  return { op: 'put', collection, key, value: JSON.stringify(key), entries, parent, blobs: [] };
}

/** Every other memory is removed again. */
function isRemoved(number: number): boolean {
  return number % 2 === 1;
}

/** A few steps for each number: so many numbers, or without end. While the store is away it goes on with the next. */
export async function writeTogether(storage: Storage, writer: number, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    try {
      for (const step of STEPS.slice(0, isRemoved(number) ? STEPS.length : -1)) {
        await DO[step](storage, writer, number);
        process.send?.({ number, step } satisfies WrittenStep);
      }
    } catch (error) {
      if ((error as { code?: string }).code !== 'STORE_UNAVAILABLE') throw error;
      await sleep(20);
    }
  }
}

const DO: Readonly<Record<Step, (storage: Storage, writer: number, number: number) => Promise<unknown>>> = {
  added: async (storage, writer, number) => {
    const [memory, key] = [numberedMemory(writer, number), `${writer}/${number}`];
    const [counter] = await storage.records.get(PLACE, 'counters', [String(writer)]);
    const thing = recordOf('things', key, { memory: memory.id });
    const part = recordOf('parts', key, { collection: 'things', key });
    const next = { ...recordOf('counters', String(writer)), ifVersion: counter?.version ?? 0 };
    await storage.memories.add([memory], number, undefined, [thing, part, next]);
  },
  noted: (storage, writer, number) => {
    const [memory, key] = [numberedId(writer, number), `${writer}/${number}`];
    return storage.records.write(PLACE, [recordOf('notes', key, { memory }), recordOf('noted', key)], number);
  },
  changed: (storage, writer, number) => {
    const [id, key] = [numberedId(writer, number), `${writer}/${number}`];
    return storage.memories.update(PLACE, id, { tags: ['changed'] }, number, [recordOf('changed', key)]);
  },
  removed: (storage, writer, number) => {
    const [id, key] = [numberedId(writer, number), `${writer}/${number}`];
    return storage.memories.remove(PLACE, [id], number, [recordOf('removed', key)]);
  },
};
