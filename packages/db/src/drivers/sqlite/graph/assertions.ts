/** What somebody says outright, be it with a memory to show for it or without. Runs inside the caller's transaction. */
import { entityId, relationId, type EntityDraft } from '@zapomni/core/model';
import type { RelationDraft } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../connection/database.ts';
import { findRow } from '../memories/memory-rows.ts';
import { ensureWorkspace } from '../workspaces/workspace-rows.ts';
import {
  checkConfidence,
  checkEntity,
  checkPlace,
  checkRelationType,
  checkTimes,
} from '../../../shared/check-drafts.ts';
import { endValidity, insertEvidence, withdraw, type EvidenceRow } from './evidence-rows.ts';
import { ASSERTED, ensureEntities, formsOf, putForms } from './names.ts';
import { rowsOfRelation } from './relation-groups.ts';
import { textVersion } from '../extraction/extraction-queue.ts';
import { ensureRelation, settle, type RelationEnds } from './relation-rows.ts';
import { GraphView } from './view.ts';

export function assertEntities(db: Database, name: string, drafts: readonly EntityDraft[], at: number): string[] {
  for (const [i, draft] of drafts.entries()) checkEntity(draft, `entities[${i}]`);
  if (drafts.length === 0) return [];
  const workspace = ensureWorkspace(db, name, at);
  const rows = ensureEntities(db, workspace, drafts, at);
  for (const { id } of rows) db.run('UPDATE entities SET asserted = 1 WHERE id = ? AND asserted = 0', id);
  putForms(db, workspace, ASSERTED, formsOf(drafts, rows));
  return drafts.map(entityId);
}

interface Provenance {
  readonly memory: number | null;
  readonly version: number;
  /** When the memory itself ceased to hold. */
  readonly validTo: number | null;
}

export function assertRelations(
  db: Database,
  workspace: string,
  drafts: readonly RelationDraft[],
  at: number,
): string[] {
  for (const [i, draft] of drafts.entries()) checkRelation(draft, `relations[${i}]`);
  const view = GraphView.of(db, workspace);
  const roots = new Map(
    drafts.flatMap(({ source, target }) => [source, target]).map((uid) => [uid, mustFind(view, uid)]),
  );
  const ends = drafts.map(({ source, type, target }) => {
    return {
      workspace: view.workspace,
      source: roots.get(source) as number,
      type,
      target: roots.get(target) as number,
    };
  });
  const relations = drafts.map((draft, i) => {
    const relation = ensureRelation(db, ends[i] as RelationEnds);
    assertOne(view, { relation, draft, provenance: provenanceOf(db, workspace, draft.memoryId) }, at);
    return relation;
  });
  settle(db, relations, at);
  const uids = view.uidsOf(roots.values());
  return ends.map(({ source, type, target }) => relationId(uids.get(source) ?? '', type, uids.get(target) ?? ''));
}

function checkRelation(draft: RelationDraft, field: string): void {
  checkRelationType(draft.type, `${field}.type`);
  checkConfidence(draft.confidence, `${field}.confidence`);
  checkTimes(draft.validFrom, draft.validTo, field);
  checkPlace(draft, field);
}

/** The root: what is said of an entity from now on is said of what it was merged into. */
function mustFind(view: GraphView, uid: string): number {
  const id = view.find(uid);
  if (id === undefined)
    throw new ZapomniError('NOT_FOUND', 'An entity of the relation does not exist in this workspace.');
  return id;
}

function provenanceOf(db: Database, workspace: string, uuid: string | null): Provenance {
  if (uuid === null) return { memory: null, version: 0, validTo: null };
  const row = findRow(db, workspace, uuid);
  if (!row) throw new ZapomniError('NOT_FOUND', 'The memory does not exist in this workspace.');
  return { memory: row.id, version: textVersion(db, row.id), validTo: row.valid_to };
}

interface Assertion {
  readonly relation: number;
  readonly draft: RelationDraft;
  readonly provenance: Provenance;
}

/** Spans of the same assertion at the same place never overlap: those that touch the new one become one with it. */
function assertOne(view: GraphView, { relation, draft, provenance }: Assertion, at: number): void {
  const wanted = { from: draft.validFrom, to: Math.min(draft.validTo ?? Infinity, provenance.validTo ?? Infinity) };
  if (wanted.to <= wanted.from) return;
  const place = { start: draft.place?.start ?? 0, end: draft.place?.end ?? 0 };
  const touching = assertedOf(view.db, relation)
    .filter((row) => row.memory === provenance.memory && row.start === place.start && row.end === place.end)
    .filter((row) => row.valid_from <= wanted.to && (row.valid_to ?? Infinity) >= wanted.from);
  if (touching.some((row) => row.valid_from <= wanted.from && (row.valid_to ?? Infinity) >= wanted.to)) return;
  const from = Math.min(wanted.from, ...touching.map((row) => row.valid_from));
  const to = Math.max(wanted.to, ...touching.map((row) => row.valid_to ?? Infinity));
  const now = Math.max(at, ...touching.map((row) => row.recorded_at));
  for (const row of touching) withdraw(view.db, row, now);
  insertEvidence(view.db, {
    workspace: view.workspace,
    relation,
    memory: provenance.memory,
    asserted: 1,
    version: provenance.version,
    ...place,
    confidence: draft.confidence,
    valid_from: from,
    valid_to: Number.isFinite(to) ? to : null,
    recorded_at: now,
  });
}

function assertedOf(db: Database, relation: number): EvidenceRow[] {
  const sql = 'SELECT * FROM evidence WHERE relation = ? AND recorded_to IS NULL AND asserted = 1';
  return db.all<EvidenceRow>(sql, relation);
}

export function retractRelation(
  db: Database,
  workspace: string,
  { id, validTo }: { readonly id: string; readonly validTo: number },
  at: number,
): boolean {
  const relations = rowsOfRelation(GraphView.of(db, workspace), id);
  const ended = relations.flatMap((relation) =>
    assertedOf(db, relation).filter((row) => endValidity(db, row, validTo, at)),
  );
  settle(
    db,
    ended.map((row) => row.relation),
    at,
  );
  return ended.length > 0;
}
