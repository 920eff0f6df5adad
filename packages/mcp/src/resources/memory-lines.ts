import type { Memory, MemorySummary } from '@zapomni/core/model';
import { timestampOf } from '../views/index.ts';

/** Memories as a list to read and to follow: how each begins, and its address. */
export function memoryLines(memories: readonly MemorySummary[], addressOf: (id: string) => string): string {
  return memories.map((memory) => `- ${beginning(memory)}\n  ${addressOf(memory.id)} · ${about(memory)}`).join('\n');
}

/** When, under which tags, from where: one line. */
export function about(memory: MemorySummary | Memory): string {
  const parts = [
    timestampOf(memory).slice(0, 10),
    ...(memory.tags.length > 0 ? [`tags: ${memory.tags.join(', ')}`] : []),
    ...(memory.source ? [`source: ${memory.source}`] : []),
  ];
  return oneLine(parts.join(' · '));
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function beginning({ preview, length }: MemorySummary): string {
  return oneLine(preview) + (length > preview.length ? '…' : '');
}
