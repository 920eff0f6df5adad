/** Memories, numbers and sizes in words, for people. How machines see them is in `@zapomni/mcp/views`. */
import type { Memory, MemorySummary } from '@zapomni/core/model';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { timestampOf } from '@zapomni/mcp/views';
import { oneLine } from './harmless.ts';

export function describeReceipt(receipt: DeletionReceipt): string {
  const parts = [count(receipt.memories, 'memory', 'memories'), count(receipt.passages, 'passage')];
  if (receipt.versions > 0) parts.push(count(receipt.versions, 'earlier version'));
  if (receipt.mentions > 0) parts.push(count(receipt.mentions, 'mention'));
  if (receipt.relations > 0) parts.push(count(receipt.relations, 'relation'));
  if (receipt.entities > 0) parts.push(count(receipt.entities, 'entity', 'entities'));
  if (receipt.records > 0) parts.push(count(receipt.records, 'record'));
  return `Deleted ${parts.join(', ')}; ${size(receipt.bytes)} of text.`;
}

export function day(memory: MemorySummary | Memory): string {
  return timestampOf(memory).slice(0, 10);
}

export function tagsOf(memory: MemorySummary | Memory): string {
  return memory.tags.map((tag) => `#${oneLine(tag)}`).join(' ');
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const unit = bytes < 1e6 ? 'kB' : bytes < 1e9 ? 'MB' : 'GB';
  const value = bytes / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
