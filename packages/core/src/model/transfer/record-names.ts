/** How records are named and ordered; the same in every engine, so that two stores can be compared side by side. */
import { RECORD_KINDS, type RecordName, type TransferRecord } from './records.ts';

/** Times as texts that are ordered as the times are. */
export function timeKey(at: number): string {
  return String(at).padStart(16, '0');
}

export function nameOf(record: TransferRecord): RecordName {
  return { kind: record.kind, key: keyOf(record) };
}

function keyOf(record: TransferRecord): string[] {
  switch (record.kind) {
    case 'setting':
      return [record.name];
    case 'workspace':
      return [record.workspace];
    case 'tombstone':
      return [record.workspace, timeKey(record.removedAt), record.id, record.hash];
    case 'merge':
      return [record.workspace, timeKey(record.at), record.from];
    case 'assertion':
      return [record.workspace, record.source, record.type, record.target];
    case 'record':
      return [record.workspace, record.collection, record.key];
    default:
      return [record.workspace, record.id];
  }
}

export function compareNames(one: RecordName, other: RecordName): number {
  const kinds = RECORD_KINDS.indexOf(one.kind) - RECORD_KINDS.indexOf(other.kind);
  return kinds !== 0 ? kinds : compareParts(one.key, other.key);
}

/** Part by part; null before everything, numbers as numbers, texts by code points. */
export function compareParts(
  one: readonly (string | number | null)[],
  other: readonly (string | number | null)[],
): number {
  for (const [i, part] of one.entries()) {
    const difference = comparePart(part, other[i] ?? null);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function comparePart(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareTexts(String(one), String(other));
}

/** Engines compare bytes of UTF-8. JavaScript compares UTF-16, which puts characters beyond U+FFFF too early. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
