/** What somebody says outright, be it with a memory to show for it or without. */
import { relationId, type EntityDraft } from '@zapomni/core/model';
import type { RelationDraft } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import {
  checkConfidence,
  checkEntity,
  checkPlace,
  checkRelationType,
  checkTimes,
} from '../../../shared/check-drafts.ts';
import type { GraphEdit } from './edit.ts';
import { nameEntities } from './names.ts';
import { relationRows } from './relation-groups.ts';
import { ASSERTED, NEVER, type EvidenceRow } from './rows.ts';

export function checkEntities(drafts: readonly EntityDraft[]): void {
  for (const [i, draft] of drafts.entries()) checkEntity(draft, `entities[${i}]`);
}

export function assertEntities(edit: GraphEdit, drafts: readonly EntityDraft[], at: number): Promise<string[]> {
  return nameEntities(edit, drafts, { memory: ASSERTED, at });
}

export function checkRelations(drafts: readonly RelationDraft[]): void {
  for (const [i, draft] of drafts.entries()) {
    const field = `relations[${i}]`;
    checkRelationType(draft.type, `${field}.type`);
    checkConfidence(draft.confidence, `${field}.confidence`);
    checkTimes(draft.validFrom, draft.validTo, field);
    checkPlace(draft, field);
  }
}

interface Provenance {
  readonly version: number;
  /** When the memory itself ceased to hold. */
  readonly validTo: number;
}

export async function assertRelations(
  edit: GraphEdit,
  drafts: readonly RelationDraft[],
  at: number,
): Promise<string[]> {
  const ends = drafts.flatMap(({ source, target }) => [source, target]);
  await edit.loadEntities(ends);
  if (!ends.every((id) => edit.entities.has(id))) throw noEntity();
  const memories = await provenances(edit, drafts);
  // What is said of an entity from now on is said of what it was merged into.
  const rels = drafts.map(({ source, type, target }) =>
    relationId(edit.merges.rootOf(source), type, edit.merges.rootOf(target)),
  );
  const known = await edit.evidence('rel', rels);
  const byRelation = Map.groupBy(
    known.filter(({ asserted }) => asserted),
    ({ rel }) => rel,
  );
  const done = new Set<string>();
  for (const [i, draft] of drafts.entries()) {
    const rel = rels[i] as string;
    const before = done.has(rel) ? await assertedOf(edit, rel) : (byRelation.get(rel) ?? []);
    const { version, validTo } = memories.get(draft.memoryId ?? ASSERTED) as Provenance;
    assertOne(edit, { rel, draft, before, version, until: validTo }, at);
    done.add(rel);
  }
  return rels;
}

export function noEntity(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'An entity of the relation does not exist in this workspace.');
}

async function assertedOf(edit: GraphEdit, rel: string): Promise<EvidenceRow[]> {
  return (await edit.evidence('rel', [rel])).filter(({ asserted }) => asserted);
}

async function provenances(edit: GraphEdit, drafts: readonly RelationDraft[]): Promise<Map<string, Provenance>> {
  const found = new Map<string, Provenance>([[ASSERTED, { version: 0, validTo: NEVER }]]);
  const ids = [...new Set(drafts.flatMap(({ memoryId }) => memoryId ?? []))];
  const query = 'UNWIND $ids AS id MATCH (m:Memory {id: id}) RETURN m.id, m.textVersion, m.validTo';
  const rows = ids.length > 0 ? await edit.store.read(edit.graph, query, { ids }) : [];
  for (const row of rows) {
    const [id, version, validTo] = row as [string, number, number | null];
    found.set(id, { version, validTo: validTo ?? NEVER });
  }
  if (!ids.every((id) => found.has(id))) {
    throw new ZapomniError('NOT_FOUND', 'The memory does not exist in this workspace.');
  }
  return found;
}

interface Assertion {
  readonly rel: string;
  readonly draft: RelationDraft;
  readonly before: readonly EvidenceRow[];
  readonly version: number;
  readonly until: number;
}

/** Spans of the same assertion at the same place never overlap: those that touch the new one become one with it. */
function assertOne(edit: GraphEdit, { rel, draft, before, version, until }: Assertion, at: number): void {
  const memory = draft.memoryId ?? ASSERTED;
  const wanted = { from: draft.validFrom, to: Math.min(draft.validTo ?? NEVER, until) };
  if (wanted.to <= wanted.from) return;
  const place = { start: draft.place?.start ?? 0, end: draft.place?.end ?? 0 };
  const touching = before
    .filter((row) => row.memory === memory && row.start === place.start && row.end === place.end)
    .filter((row) => row.validFrom <= wanted.to && row.validTo >= wanted.from);
  if (touching.some((row) => row.validFrom <= wanted.from && row.validTo >= wanted.to)) return;
  const now = Math.max(at, ...touching.map((row) => row.recordedAt));
  for (const row of touching) edit.withdraw(row, now);
  edit.addEvidence({
    rel,
    memory,
    asserted: true,
    version,
    ...place,
    confidence: draft.confidence,
    validFrom: Math.min(wanted.from, ...touching.map((row) => row.validFrom)),
    validTo: Math.max(wanted.to, ...touching.map((row) => row.validTo)),
    recordedAt: now,
  });
}

export async function retractRelation(
  edit: GraphEdit,
  { id, validTo }: { readonly id: string; readonly validTo: number },
  at: number,
): Promise<boolean> {
  const rows = await edit.evidence('rel', relationRows(edit.merges, id));
  const ended = rows.filter((row) => row.asserted && edit.endValidity(row, validTo, at));
  return ended.length > 0;
}
