/** Since when and until when what a memory says is so: by its own words, else by when it was said. */
import { parseLooseDate, type JsonValue, type Metadata } from '../../../model/index.ts';
import type { FoundRelation, MemoryToRead } from '../../../ports/index.ts';

/** The beginning of what ended at a known time and began at an unknown one: the year 1. */
const UNKNOWN_BEGINNING = Date.parse('0001-01-01T00:00:00Z');

/** Where readers of files and repositories put the date of what they read. */
const SOURCE_DATES = ['commit_date', 'committed_at', 'file_modified_at', 'modified_at'] as const;

type Dated = Pick<MemoryToRead, 'occurredAt' | 'validFrom' | 'validTo' | 'metadata'>;

/** When the memory was said. */
export function saidAt(memory: Dated): number {
  return memory.occurredAt ?? sourceDate(memory.metadata) ?? memory.validFrom;
}

export interface Validity {
  readonly validFrom: number;
  readonly validTo: number | null;
}

/** Null when it never held while the memory did. */
export function validityOf(relation: Pick<FoundRelation, 'validFrom' | 'validTo'>, memory: Dated): Validity | null {
  const validTo = earlier(relation.validTo ?? null, memory.validTo);
  const validFrom = relation.validFrom ?? beginning(saidAt(memory), relation.validTo);
  return validTo !== null && validFrom >= validTo ? null : { validFrom, validTo };
}

function beginning(said: number, until: number | undefined): number {
  return until !== undefined && until <= said ? UNKNOWN_BEGINNING : said;
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function sourceDate(metadata: Metadata): number | null {
  for (const field of SOURCE_DATES) {
    const at = toTime(metadata[field]);
    if (at !== null) return at;
  }
  return null;
}

function toTime(value: JsonValue | undefined): number | null {
  const isDate = typeof value === 'string' || typeof value === 'number';
  return isDate ? (parseLooseDate(value)?.at ?? null) : null;
}
