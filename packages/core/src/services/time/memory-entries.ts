/** Memories and their versions on a timeline. */
import type { Memory, MemorySummary, MemoryVersion } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { getMemory, memoryHistory } from '../memory/memories.ts';
import { preview } from './preview.ts';
import type { TimelineEntry } from './time-request.ts';

/** The latest first. NOT_FOUND when there is no such memory. */
export async function entriesOfVersions(deps: Deps, workspace: string, id: string): Promise<TimelineEntry[]> {
  const [memory, versions] = await Promise.all([getMemory(deps, workspace, id), memoryHistory(deps, workspace, id)]);
  return [...versions, memory].toReversed().map(toEntry);
}

export function toMemoryEntry(memory: MemorySummary): TimelineEntry {
  return { ...times(memory), recordedTo: null, ...facts(memory, memory.preview) };
}

function toEntry(memory: Memory | MemoryVersion): TimelineEntry {
  const recordedTo = 'recordedTo' in memory ? memory.recordedTo : null;
  return { ...times(memory), recordedTo, ...facts(memory, preview(memory.text)) };
}

function times({ validFrom, validTo, recordedAt }: Pick<Memory, 'validFrom' | 'validTo' | 'recordedAt'>) {
  return { from: validFrom, until: validTo, recordedAt };
}

function facts({ id, version }: Pick<Memory, 'id' | 'version'>, text: string) {
  return { kind: 'memory' as const, memoryId: id, version, text };
}
