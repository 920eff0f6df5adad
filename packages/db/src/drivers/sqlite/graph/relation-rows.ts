/** Relations as rows, and what their evidence adds up to. Every function runs inside the caller's transaction. */
import { sumOf, type Bearing, type Sum } from '../../../shared/evidence-sum.ts';
import type { Database } from '../connection/database.ts';
import { NEVER } from './tables.ts';

export interface RelationEnds {
  readonly workspace: number;
  readonly source: number;
  readonly type: string;
  readonly target: number;
}

function findRelation(db: Database, { workspace, source, type, target }: RelationEnds): number | undefined {
  const sql = 'SELECT id FROM relations WHERE workspace = ? AND source = ? AND type = ? AND target = ?';
  return db.value<number>(sql, workspace, source, type, target);
}

/** One without evidence, until `settle` has looked at it. */
export function ensureRelation(db: Database, ends: RelationEnds): number {
  return findRelation(db, ends) ?? insertRelation(db, ends);
}

function insertRelation(db: Database, { workspace, source, type, target }: RelationEnds): number {
  return db.run(
    `INSERT INTO relations (workspace, source, type, target, strength, evidence, valid_from, fresh_from, fresh_to, changed_at)
     VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0)`,
    workspace,
    source,
    type,
    target,
  ).lastId;
}

export interface Ends {
  readonly source: number;
  readonly target: number;
}

/** Adds up anew; relations that no evidence is left of go. Answers with the ends of those. */
export function settle(db: Database, relations: Iterable<number>, at: number): Ends[] {
  return [...new Set(relations)].flatMap((relation) => {
    if (addUp(db, relation, at, at)) return [];
    return db.get<Ends>('DELETE FROM relations WHERE id = ? RETURNING source, target', relation) ?? [];
  });
}

type EvidenceOfRelation = readonly [
  changedAt: number,
  confidence: number | null,
  validFrom: number | null,
  validTo: number | null,
];

/**
 * What is believed, added up for `now`, or for when something was last learned if that is later; something was learned at
 * `changedAt`. False when there is no evidence, not even of what was once believed.
 */
export function addUp(db: Database, relation: number, now: number, changedAt: number): boolean {
  const rows = db.rows<EvidenceOfRelation>(
    `SELECT r.changed_at, e.confidence, e.valid_from, e.valid_to FROM relations r
     LEFT JOIN evidence e ON e.relation = r.id AND e.recorded_to IS NULL WHERE r.id = ?`,
    relation,
  );
  let at = now;
  const believed: Bearing[] = [];
  for (const [changed, confidence, valid_from, valid_to] of rows) {
    at = Math.max(now, changed);
    if (confidence !== null && valid_from !== null) believed.push({ confidence, valid_from, valid_to });
  }
  if (believed.length === 0 && !hasEvidence(db, relation)) return false;
  save(
    db,
    relation,
    { ...sumOf(believed.filter((piece) => holdsAt(piece, at))), ...spanAround(believed, at) },
    changedAt,
  );
  return true;
}

function hasEvidence(db: Database, relation: number): boolean {
  return db.value('SELECT 1 FROM evidence WHERE relation = ? LIMIT 1', relation) !== undefined;
}

function save(db: Database, relation: number, sum: Sum & { from: number; to: number }, changedAt: number): void {
  db.run(
    `UPDATE relations SET strength = ?, evidence = ?, valid_from = ?, valid_to = ?, fresh_from = ?, fresh_to = ?,
       changed_at = max(changed_at, ?) WHERE id = ?`,
    sum.strength,
    sum.evidence,
    sum.validFrom,
    sum.validTo,
    sum.from,
    sum.to,
    changedAt,
    relation,
  );
}

function holdsAt({ valid_from, valid_to }: Bearing, at: number): boolean {
  return valid_from <= at && (valid_to === null || valid_to > at);
}

/** The span of valid time around `at` in which no evidence begins or ends to hold. */
function spanAround(pieces: readonly Bearing[], at: number): { from: number; to: number } {
  let [from, to] = [-NEVER, NEVER];
  for (const { valid_from, valid_to } of pieces) {
    for (const edge of [valid_from, valid_to ?? NEVER]) {
      if (edge <= at) from = Math.max(from, edge);
      else to = Math.min(to, edge);
    }
  }
  return { from, to };
}
