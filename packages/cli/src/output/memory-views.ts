/** Memories as `--json` shows them (the field names of the MCP tools) and as a line of facts for people. */
import type { SearchHit } from '@zapomni/core/search';
import type { Memory, MemorySummary, MemoryVersion } from '@zapomni/core/model';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { oneLine } from './harmless.ts';

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** When the remembered thing happened, or when it was stored where that is unknown. */
function timestampOf(memory: MemorySummary | Memory): string {
  return iso(memory.occurredAt ?? memory.createdAt);
}

export function hitJson({ memory, passage, score, signals, duplicates, conflicts }: SearchHit) {
  return {
    memory_id: memory.id,
    text: passage.text,
    similarity_score: Math.round(Math.min(1, Math.max(0, score)) * 1e4) / 1e4,
    tags: memory.tags,
    source: memory.source,
    timestamp: timestampOf(memory),
    metadata: memory.metadata,
    kind: memory.kind,
    matched: signals,
    passage: { index: passage.ordinal, count: memory.passageCount, start: passage.start, end: passage.end },
    superseded_by: memory.supersededBy,
    ...(duplicates ? { duplicates } : {}),
    ...(conflicts ? { conflicts } : {}),
  };
}

export function summaryJson(memory: MemorySummary) {
  return {
    memory_id: memory.id,
    text_preview: memory.preview,
    length: memory.length,
    tags: memory.tags,
    source: memory.source,
    timestamp: timestampOf(memory),
    kind: memory.kind,
  };
}

export function memoryJson(memory: Memory) {
  return {
    memory_id: memory.id,
    text: memory.text,
    tags: memory.tags,
    source: memory.source,
    timestamp: timestampOf(memory),
    kind: memory.kind,
    metadata: memory.metadata,
    workspace_id: memory.workspace,
    key: memory.key,
    version: memory.version,
    created_at: iso(memory.createdAt),
    updated_at: iso(memory.updatedAt),
    valid_from: iso(memory.validFrom),
    valid_to: memory.validTo === null ? null : iso(memory.validTo),
    superseded_by: memory.supersededBy,
    supersedes: memory.supersedes,
  };
}

export function versionJson({ version, text, recordedAt, recordedTo }: MemoryVersion) {
  return { version, text, recorded_at: iso(recordedAt), recorded_to: iso(recordedTo) };
}

export function receiptJson({ memories, passages, ...others }: DeletionReceipt) {
  return { memories, chunks: passages, ...others };
}

export function describeReceipt(receipt: DeletionReceipt): string {
  const parts = [count(receipt.memories, 'memory', 'memories'), count(receipt.passages, 'passage')];
  if (receipt.versions > 0) parts.push(count(receipt.versions, 'earlier version'));
  if (receipt.mentions > 0) parts.push(count(receipt.mentions, 'mention'));
  if (receipt.relations > 0) parts.push(count(receipt.relations, 'relation'));
  if (receipt.entities > 0) parts.push(count(receipt.entities, 'entity', 'entities'));
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
