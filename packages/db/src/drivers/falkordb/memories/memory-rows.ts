/** Memories and their earlier states as the graph holds them, and what they are in the model. */
import type { Memory, MemorySummary, MemoryVersion, Metadata } from '@zapomni/core/model';
import type { Param } from '../cypher/literal.ts';
import type { Row, Value } from '../cypher/rows.ts';
import { joinText, type TextPiece } from './passage-texts.ts';

/** What an earlier state has as well. */
const STATE = [
  'id',
  'kind',
  'tags',
  'source',
  'metadata',
  'hash',
  'key',
  'occurredAt',
  'createdAt',
  'updatedAt',
  'version',
  'recordedAt',
  'validFrom',
  'validTo',
  'supersededBy',
  'supersedes',
  'passages',
  'length',
] as const;

/** The columns of a memory `m`, or of an earlier state of one, in the order in which `toFacts` reads them. */
export function columns(node: string): string {
  return STATE.map((name) => `${node}.${name}`).join(', ');
}

export const COLUMN_COUNT = STATE.length;

export type MemoryFacts = Omit<Memory, 'text'>;

/** Stands for no time: a property that an update may have to take away again is never absent. */
const NO_TIME = Number.MIN_SAFE_INTEGER;

export function fromTime(time: number | null): number {
  return time ?? NO_TIME;
}

/** `length` is not a part of a memory's facts, and is read by `lengthOf`. */
export function toFacts(row: Row, workspace: string): MemoryFacts {
  const [id, kind, tags, source, metadata, hash, key, occurredAt, createdAt, updatedAt] = row;
  const [version, recordedAt, validFrom, validTo, supersededBy, supersedes, passageCount] = row.slice(10);
  return {
    id,
    workspace,
    kind,
    tags,
    source,
    metadata: JSON.parse(metadata as string) as Metadata,
    hash,
    key,
    occurredAt: occurredAt === NO_TIME ? null : occurredAt,
    createdAt,
    updatedAt,
    version,
    recordedAt,
    validFrom,
    validTo,
    supersededBy,
    supersedes,
    passageCount,
  } as MemoryFacts;
}

export function lengthOf(row: Row): number {
  return row[COLUMN_COUNT - 1] as number;
}

/** Columns, then the preview. */
export function toSummary(row: Row, workspace: string): MemorySummary {
  return { ...toFacts(row, workspace), preview: row[COLUMN_COUNT] as string, length: lengthOf(row) };
}

/** Columns, then what no passage covers, then the passages' `[start, end, text]`. */
export const WHOLE_MEMORY = `OPTIONAL MATCH (m)-[:HAS]->(p:Passage)
  WITH m, collect([p.s, p.e, p.t]) AS pieces`;
export const WHOLE_COLUMNS = `${columns('m')}, m.rest, pieces`;
export const WHOLE_COLUMN_COUNT = COLUMN_COUNT + 2;

export function toMemory(row: Row, workspace: string): Memory {
  const pieces = (row[COLUMN_COUNT + 1] as Value[][]).flatMap(([start, end, text]): TextPiece[] =>
    text === null ? [] : [{ start, end, text } as TextPiece],
  );
  return { ...toFacts(row, workspace), text: joinText(pieces, row[COLUMN_COUNT] as string, lengthOf(row)) };
}

/**
 * Earlier states, oldest first, from rows newest first: columns, then when it ended, then its text. A state without a text
 * had that of the state after it, so that tagging a book does not copy the book.
 */
export function toVersions(rows: readonly Row[], current: Memory): MemoryVersion[] {
  let { text } = current;
  const versions = rows.map((row) => {
    text = (row[COLUMN_COUNT + 1] as string | null) ?? text;
    return { ...toFacts(row, current.workspace), text, recordedTo: row[COLUMN_COUNT] as number };
  });
  return versions.toReversed();
}

/** The properties of a state. What is null is left out. */
export function toState(facts: MemoryFacts, length: number): Record<string, Param> {
  const { workspace: _, metadata, passageCount, occurredAt, ...same } = facts;
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== null));
  const written = { metadata: JSON.stringify(metadata), occurredAt: fromTime(occurredAt) };
  return { ...(given as Record<string, Param>), ...written, passages: passageCount, length };
}
