/** When two memories say the same of the same: nothing that the caller gave differs. */
import type { JsonValue, Memory, Metadata } from '@zapomni/core/model';
import type { NewMemory } from '@zapomni/core/ports';

type Said = Pick<Memory, 'hash' | 'kind' | 'tags' | 'source' | 'metadata' | 'occurredAt'>;

/** Whether a memory that is there already may take the place of this one. */
export function isReplaceableBySame({ unlessSame, key, supersedes }: NewMemory): boolean {
  return unlessSame === true && key === null && supersedes === null;
}

/** Equal for those that say the same, and only for them. The order of tags and of fields does not count. */
export function sameness({ hash, kind, tags, source, metadata, occurredAt }: Said): string {
  return JSON.stringify([hash, kind, tags.toSorted(), source, sorted(metadata), occurredAt]);
}

function sorted(value: JsonValue | Metadata): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sorted(inner as JsonValue)]);
}
