/** Evidence as records have it: the relation named by the ids of its ends, and what it continues by its place. */
import { arrangeEvidence, type AssertionRecord, type EvidenceState } from '@zapomni/core/model';
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../connection/database.ts';
import type { EvidenceRow } from '../graph/evidence-rows.ts';
import { ensureRelation, settle } from '../graph/relation-rows.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { ensureEntity } from './ensure-entity.ts';

interface Row extends EvidenceRow {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

const PIECES = `SELECT e.*, s.uid AS source, r.type, t.uid AS target FROM evidence e
  CROSS JOIN relations r ON r.id = e.relation CROSS JOIN entities s ON s.id = r.source
  CROSS JOIN entities t ON t.id = r.target`;

export function evidenceOfMemory(db: Database, memory: number): EvidenceState[] {
  return readPieces(db, 'e.memory = ?', memory);
}

export function readAssertion(db: Database, key: readonly string[]): AssertionRecord | undefined {
  const [workspace = '', source = '', type = '', target = ''] = key;
  const relation = findRelation(db, key);
  const evidence = relation === undefined ? [] : readPieces(db, 'e.relation = ? AND e.memory IS NULL', relation);
  return evidence.length === 0 ? undefined : { kind: 'assertion', workspace, source, type, target, evidence };
}

/** By workspace, source, type and target. */
export function findRelation(db: Database, key: readonly string[]): number | undefined {
  const [workspace = '', source = '', type = '', target = ''] = key;
  const id = workspaceId(db, workspace) ?? 0;
  return db.value<number>(
    `SELECT r.id FROM entities s CROSS JOIN entities t ON t.workspace = s.workspace AND t.uid = ?3
     CROSS JOIN relations r ON r.workspace = s.workspace AND r.source = s.id AND r.type = ?4 AND r.target = t.id
     WHERE s.workspace = ?1 AND s.uid = ?2`,
    id,
    source,
    target,
    type,
  );
}

function readPieces(db: Database, condition: string, ...params: SQLInputValue[]): EvidenceState[] {
  const rows = db.all<Row>(`${PIECES} WHERE ${condition}`, ...params);
  return arrangeEvidence(
    rows.map((row) => ({
      id: row.id,
      previous: row.previous,
      source: row.source,
      type: row.type,
      target: row.target,
      asserted: row.asserted === 1,
      version: row.version,
      start: row.start,
      end: row.end,
      confidence: row.confidence,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      recordedAt: row.recorded_at,
      recordedTo: row.recorded_to,
    })),
  );
}

export interface EvidenceOwner {
  readonly workspace: number;
  readonly memory: number | null;
}

/** Answers with the relations whose sums have to be made anew: `settleAll`. */
export function insertPieces(db: Database, owner: EvidenceOwner, pieces: readonly EvidenceState[]): number[] {
  const ids: number[] = [];
  return pieces.map((piece) => {
    const source = ensureEntity(db, owner.workspace, piece.source);
    const target = ensureEntity(db, owner.workspace, piece.target);
    const relation = ensureRelation(db, { workspace: owner.workspace, source, type: piece.type, target });
    const previous = piece.continues === null ? null : (ids[piece.continues] ?? null);
    ids.push(insertPiece(db, { ...owner, relation, previous }, piece));
    return relation;
  });
}

function insertPiece(
  db: Database,
  place: EvidenceOwner & { readonly relation: number; readonly previous: number | null },
  piece: EvidenceState,
): number {
  return db.run(
    `INSERT INTO evidence (workspace, relation, memory, asserted, version, start, end, confidence, valid_from, valid_to,
       recorded_at, recorded_to, previous) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place.workspace,
    place.relation,
    place.memory,
    piece.asserted ? 1 : 0,
    piece.version,
    piece.start,
    piece.end,
    piece.confidence,
    piece.validFrom,
    piece.validTo,
    piece.recordedAt,
    piece.recordedTo,
    place.previous,
  ).lastId;
}

/** Takes what the memory gave away; answers as `insertPieces`. */
export function dropPiecesOfMemory(db: Database, memory: number): number[] {
  const rows = db.all<{ relation: number }>('DELETE FROM evidence WHERE memory = ? RETURNING relation', memory);
  return rows.map(({ relation }) => relation);
}

/** What was asserted of the relation without a memory. */
export function dropAssertion(db: Database, relation: number): void {
  db.run('DELETE FROM evidence WHERE relation = ? AND memory IS NULL', relation);
}

/** Sums are made as of the last time that anything was learned of the relation. */
export function settleAll(db: Database, relations: Iterable<number>): void {
  for (const relation of new Set(relations)) {
    const sql = 'SELECT max(max(recorded_at, coalesce(recorded_to, 0))) FROM evidence WHERE relation = ?';
    settle(db, [relation], db.value<number | null>(sql, relation) ?? 0);
  }
}
