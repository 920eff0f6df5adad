/** Rows of `memories` and of its history, and what they are in the model. */
import type { Memory, MemorySummary, MemoryVersion, Metadata } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { decodeText } from '../../../shared/text-bytes.ts';

export interface MemoryRow {
  readonly id: number;
  readonly uuid: string;
  readonly workspace: number;
  readonly kind: string;
  readonly tags: string;
  readonly source: string;
  readonly metadata: string;
  readonly hash: string;
  readonly key: string | null;
  readonly occurred_at: number | null;
  readonly happened_at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
  readonly recorded_at: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly superseded_by: string | null;
  readonly supersedes: string | null;
  readonly length: number;
  readonly bytes: number;
  readonly preview: string;
  readonly passage_count: number;
}

type MemoryFacts = Omit<Memory, 'text'>;

export function findRow(db: Database, workspace: string, uuid: string): MemoryRow | undefined {
  return db.get<MemoryRow>(
    'SELECT m.* FROM memories m JOIN workspaces w ON w.id = m.workspace WHERE m.uuid = ? AND w.name = ?',
    uuid,
    workspace,
  );
}

function readText(db: Database, memory: number): string {
  const body = db.value<Uint8Array>('SELECT body FROM memory_texts WHERE memory = ?', memory);
  return decodeText(body ?? new Uint8Array());
}

export function toMemory(db: Database, row: MemoryRow, workspace: string): Memory {
  return { ...toFacts(row, workspace), text: readText(db, row.id) };
}

export function toSummary(row: MemoryRow, workspace: string): MemorySummary {
  return { ...toFacts(row, workspace), preview: row.preview, length: row.length };
}

function toFacts(row: MemoryRow, workspace: string): MemoryFacts {
  return {
    id: row.uuid,
    workspace,
    kind: row.kind,
    tags: JSON.parse(row.tags) as string[],
    source: row.source,
    metadata: JSON.parse(row.metadata) as Metadata,
    hash: row.hash,
    key: row.key,
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    recordedAt: row.recorded_at,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    supersededBy: row.superseded_by,
    supersedes: row.supersedes,
    passageCount: row.passage_count,
  };
}

/**
 * Keeps the state a memory had until `at`. The text is kept only when it is about to change: a version without one had the
 * text of the version after it, so that tagging a book does not copy the book.
 */
export function keepVersion(db: Database, row: MemoryRow, at: number, textChanges: boolean): void {
  const body = textChanges ? 'SELECT body FROM memory_texts WHERE memory = ?1' : 'SELECT NULL';
  db.run(
    `INSERT INTO memory_history (memory, version, recorded_to, state, body) VALUES (?1, ?2, ?3, ?4, (${body}))`,
    row.id,
    row.version,
    at,
    JSON.stringify(toFacts(row, '')),
  );
}

/** Earlier states, oldest first. */
export function readHistory(db: Database, row: MemoryRow, workspace: string): MemoryVersion[] {
  const rows = db.all<{ recorded_to: number; state: string; body: Uint8Array | null }>(
    'SELECT recorded_to, state, body FROM memory_history WHERE memory = ? ORDER BY version DESC',
    row.id,
  );
  let text = readText(db, row.id);
  const versions = rows.map((version) => {
    if (version.body) text = decodeText(version.body);
    const facts = JSON.parse(version.state) as MemoryFacts;
    return { ...facts, workspace, text, recordedTo: version.recorded_to };
  });
  return versions.toReversed();
}
