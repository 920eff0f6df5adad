/** A memory with all that belongs to it, as one record. */
import {
  arrangeMentions,
  arrangeNames,
  arrangeVectors,
  type MemoryRecord,
  type MentionState,
  type NameState,
  type PassageSpan,
  type VectorState,
  type VersionState,
} from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { findRow, toMemory } from '../memories/memory-rows.ts';
import { decodeText } from '../../../shared/text-bytes.ts';
import { toFloats } from '../vectors/vector-rows.ts';
import { evidenceOfMemory } from './evidence-states.ts';

/** Undefined when it does not exist. */
export function readMemory(db: Database, workspace: string, uuid: string): MemoryRecord | undefined {
  const row = findRow(db, workspace, uuid);
  if (!row) return undefined;
  const { id: _id, workspace: _workspace, ...memory } = toMemory(db, row, workspace);
  return {
    kind: 'memory',
    workspace,
    id: uuid,
    memory,
    versions: readVersions(db, row.id),
    passages: db.all<PassageSpan>('SELECT start, end FROM passages WHERE memory = ? ORDER BY ordinal', row.id),
    vectors: readVectors(db, row.id),
    mentions: readMentions(db, row.workspace, row.id),
    names: readNames(db, row.id),
    evidence: evidenceOfMemory(db, row.id),
    unread: readUnread(db, row.id),
  };
}

function readVersions(db: Database, memory: number): VersionState[] {
  const rows = db.all<{ recorded_to: number; state: string; body: Uint8Array | null }>(
    'SELECT recorded_to, state, body FROM memory_history WHERE memory = ? ORDER BY version',
    memory,
  );
  return rows.map(({ recorded_to: recordedTo, state, body }) => {
    const facts = JSON.parse(state) as Omit<VersionState, 'text' | 'recordedTo'>;
    return { ...facts, text: body && decodeText(body), recordedTo };
  });
}

function readVectors(db: Database, memory: number): VectorState[] {
  const rows = db.all<{ passage: number; model: string; data: Uint8Array; tokens: Uint8Array | null }>(
    `SELECT p.ordinal AS passage, e.name AS model, v.data, t.data AS tokens FROM passages p
     CROSS JOIN vectors v ON v.passage = p.id CROSS JOIN embedding_models e ON e.id = v.model
     LEFT JOIN token_codes t ON t.passage = v.passage AND t.model = v.model WHERE p.memory = ?`,
    memory,
  );
  return arrangeVectors(rows.map(({ data, ...row }) => ({ ...row, vector: toFloats(data) })));
}

function readMentions(db: Database, workspace: number, memory: number): MentionState[] {
  const rows = db.all<MentionState>(
    `SELECT p.ordinal AS passage, x.start, x.end, e.uid AS entity FROM mentions x
     CROSS JOIN passages p ON p.id = x.passage CROSS JOIN entities e ON e.id = x.entity
     WHERE x.workspace = ? AND x.memory = ?`,
    workspace,
    memory,
  );
  return arrangeMentions(rows);
}

function readNames(db: Database, memory: number): NameState[] {
  const rows = db.all<NameState>(
    `SELECT e.uid AS entity, n.form FROM entity_names n CROSS JOIN entities e ON e.id = n.entity
     WHERE n.memory = ?1 AND n.memory > 0`,
    memory,
  );
  return arrangeNames(rows);
}

/** Entities that are gone since are left out. */
function readUnread(db: Database, memory: number): string[] | null {
  const row = db.get<{ unmentioned: string | null }>('SELECT unmentioned FROM reading_queue WHERE memory = ?', memory);
  if (!row) return null;
  const sql = 'SELECT e.uid FROM json_each(?) u CROSS JOIN entities e ON e.id = u.value ORDER BY e.uid';
  return db.all<{ uid: string }>(sql, row.unmentioned ?? '[]').map(({ uid }) => uid);
}
