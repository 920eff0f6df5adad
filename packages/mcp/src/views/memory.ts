/** Memories, and what was done with them, as clients and `--json` show them. */
import type { ContextEntry } from '@zapomni/core/context';
import type { AddResult } from '@zapomni/core/memories';
import type { Memory, MemorySummary, MemoryVersion } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { iso } from './values.ts';

/** When the remembered thing happened, or when it was stored where that is unknown. */
export function timestampOf(memory: MemorySummary | Memory): string {
  return iso(memory.occurredAt ?? memory.createdAt);
}

/** Metadata less what has a field of its own. */
export function extraMetadata(memory: MemorySummary | Memory): Record<string, unknown> {
  const { tags: _tags, source: _source, ...rest } = memory.metadata;
  if (memory.occurredAt === null) return rest;
  const { timestamp: _timestamp, ...others } = rest;
  return others;
}

/** `many`: a list was given, however long, and so a list comes back. */
export function toAdded({ memories, embedded }: AddResult, workspace: string, many: boolean) {
  const warnings = [...new Set(memories.flatMap((memory) => memory.warnings))];
  const duplicates = memories.filter(({ status }) => status === 'duplicate').length;
  return {
    status: memories.length > 0 && duplicates === memories.length ? ('duplicate' as const) : ('success' as const),
    ...(many
      ? { memory_ids: memories.map(({ id }) => id) }
      : { memory_id: memories[0]?.id, text_preview: memories[0]?.preview }),
    chunks_created: memories.reduce((sum, { passages }) => sum + passages, 0),
    workspace_id: workspace,
    embedded,
    duplicates,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** With its earlier versions where those were asked for. */
export function toMemory(memory: Memory, near: readonly string[], versions?: readonly MemoryVersion[]) {
  return {
    memory_id: memory.id,
    text: memory.text,
    tags: [...memory.tags],
    source: memory.source,
    timestamp: timestampOf(memory),
    kind: memory.kind,
    metadata: { ...memory.metadata },
    workspace_id: memory.workspace,
    ...(memory.key === null ? {} : { key: memory.key }),
    version: memory.version,
    created_at: iso(memory.createdAt),
    updated_at: iso(memory.updatedAt),
    valid_from: iso(memory.validFrom),
    ...(memory.validTo === null ? {} : { valid_to: iso(memory.validTo) }),
    ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
    ...(memory.supersedes === null ? {} : { supersedes: memory.supersedes }),
    ...(near.length > 0 ? { near_duplicates: [...near] } : {}),
    ...(versions ? { history: versions.map(toVersion) } : {}),
  };
}

function toVersion({ version, text, recordedAt, recordedTo }: MemoryVersion) {
  return { version, text, recorded_at: iso(recordedAt), recorded_to: iso(recordedTo) };
}

export function toMemoryPage({ items, next, total }: Page<MemorySummary>) {
  return {
    total,
    count: items.length,
    memories: items.map(toSummary),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

function toSummary(memory: MemorySummary) {
  return {
    memory_id: memory.id,
    text_preview: memory.preview,
    length: memory.length,
    tags: [...memory.tags],
    source: memory.source,
    timestamp: timestampOf(memory),
    kind: memory.kind,
  };
}

export function toUpdated({ memory, embedded }: { readonly memory: Memory; readonly embedded: boolean }) {
  return { status: 'success' as const, memory_id: memory.id, version: memory.version, embedded };
}

export function toContext({
  entries,
  leftOut,
}: {
  readonly entries: readonly ContextEntry[];
  readonly leftOut: number;
}) {
  return { count: entries.length, entries: entries.map(toContextEntry), left_out: leftOut };
}

function toContextEntry({ memory, reason, text }: ContextEntry) {
  return { memory_id: memory.id, text, timestamp: timestampOf(memory), kind: memory.kind, reason };
}
