/**
 * What records say of the graph, as one change of it. Entities that they name and that are not there yet are made of their
 * ids alone.
 */
import {
  relationId,
  type AssertionRecord,
  type EntityRecord,
  type EvidenceState,
  type MemoryRecord,
  type MergeRecord,
  type RecordName,
} from '@zapomni/core/model';
import type { GraphEdit } from '../graph/edit.ts';
import { dropFormsOf } from '../graph/names.ts';
import { ASSERTED, NEVER, type EntityRow, type EvidenceRow } from '../graph/rows.ts';
import { assertedOf } from './graph-records.ts';

export async function putEntities(edit: GraphEdit, records: readonly EntityRecord[]): Promise<void> {
  await edit.loadEntities(records.map(({ id }) => id));
  for (const { id, type, name, asserted, createdAt, aliases } of records) {
    const given = edit.entities.get(id)?.forms.filter(([, giver]) => giver !== ASSERTED) ?? [];
    const forms = [...given, ...aliases.map((form) => [form, ASSERTED] as const)];
    edit.putEntity({ id, type, name, asserted, createdAt, forms });
  }
}

/** Named by their ids alone where they are missing. */
async function ensureEntities(edit: GraphEdit, ids: readonly string[]): Promise<void> {
  await edit.loadEntities(ids);
  for (const id of ids) {
    if (edit.entities.has(id)) continue;
    const [type, name] = [id.slice(0, Math.max(id.indexOf(':'), 0)), id.slice(id.indexOf(':') + 1)];
    edit.putEntity({ id, type, name, asserted: false, createdAt: 0, forms: [] });
  }
}

export async function putMerges(edit: GraphEdit, records: readonly MergeRecord[]): Promise<void> {
  await ensureEntities(
    edit,
    records.flatMap(({ into, from }) => [into, from]),
  );
  const replaced = new Set(records.map(({ from }) => from));
  for (const row of edit.merges.rows) if (replaced.has(row.from)) edit.dropMerge(row);
  for (const { into, from, at } of records) edit.addMerge({ n: edit.number(), into, from, at });
}

export async function putAssertions(edit: GraphEdit, records: readonly AssertionRecord[]): Promise<void> {
  await eraseAssertions(
    edit,
    records.map(({ source, type, target }) => relationId(source, type, target)),
  );
  for (const { evidence } of records) await restoreAll(edit, ASSERTED, evidence);
}

export async function eraseAssertions(edit: GraphEdit, rels: readonly string[]): Promise<void> {
  for (const row of await assertedOf(edit.store, edit.graph, rels)) edit.erase(row, lastTime(row));
}

/** What the memories say; `numberOf` gives the number of a memory's passage. */
export async function putSayings(
  edit: GraphEdit,
  records: readonly MemoryRecord[],
  numberOf: (record: MemoryRecord, passage: number) => number,
): Promise<void> {
  const ids = records.map(({ id }) => id);
  for (const row of await edit.evidence('memory', ids, false)) edit.erase(row, lastTime(row));
  await ensureEntities(edit, [...new Set(records.flatMap(entitiesOf))]);
  await putForms(edit, records);
  for (const record of records) {
    for (const { passage, start, end, entity } of record.mentions) {
      edit.mention({ p: numberOf(record, passage), start, end, entity });
    }
    await restoreAll(edit, record.id, record.evidence);
  }
}

/** All that memories say, when they are about to go. */
export async function eraseSayings(edit: GraphEdit, ids: readonly string[]): Promise<void> {
  for (const row of await edit.evidence('memory', ids, false)) edit.erase(row, lastTime(row));
  await dropFormsOf(edit, ids);
}

function entitiesOf({ mentions, names, unread }: MemoryRecord): string[] {
  return [...mentions.map(({ entity }) => entity), ...names.map(({ entity }) => entity), ...(unread ?? [])];
}

/** In the place of the forms that the memories gave. */
async function putForms(edit: GraphEdit, records: readonly MemoryRecord[]): Promise<void> {
  const ids = new Set(records.map(({ id }) => id));
  const given = records.flatMap(({ id, names }) => names.map(({ entity, form }) => ({ entity, form, id })));
  const byEntity = Map.groupBy(given, ({ entity }) => entity);
  const named = await edit.loadNamedBy([...ids]);
  for (const id of new Set([...named.map((row) => row.id), ...byEntity.keys()])) {
    const row = edit.entities.get(id) as EntityRow;
    const kept = row.forms.filter(([, giver]) => !ids.has(giver));
    const fresh = (byEntity.get(id) ?? []).map(({ form, id: giver }) => [form, giver] as const);
    edit.putEntity({ ...row, forms: [...kept, ...fresh] });
  }
}

async function restoreAll(edit: GraphEdit, memory: string, pieces: readonly EvidenceState[]): Promise<void> {
  await ensureEntities(
    edit,
    pieces.flatMap(({ source, target }) => [source, target]),
  );
  const numbers: number[] = [];
  for (const { source, type, target, continues, ...piece } of pieces) {
    const row: Omit<EvidenceRow, 'n'> = {
      ...piece,
      rel: relationId(source, type, target),
      memory,
      validTo: piece.validTo ?? NEVER,
      recordedTo: piece.recordedTo ?? NEVER,
      previous: continues === null ? 0 : (numbers[continues] ?? 0),
    };
    numbers.push(edit.restore(row));
  }
}

function lastTime({ recordedAt, recordedTo }: EvidenceRow): number {
  return recordedTo === NEVER ? recordedAt : recordedTo;
}

/** With their relations; those who still speak of them where they came from will be written anew. */
export async function eraseEntities(edit: GraphEdit, ids: readonly string[]): Promise<void> {
  const query =
    'UNWIND $ids AS id MATCH (e:Entity {id: id}) OPTIONAL MATCH (e)-[r:REL]-() RETURN e.id, collect(DISTINCT r.id)';
  const rows = (await edit.store.read(edit.graph, query, { ids })) as [string, string[]][];
  const rels = [...new Set(rows.flatMap(([, some]) => some))];
  for (const row of await edit.evidence('rel', rels, false)) edit.erase(row, lastTime(row));
  for (const [id] of rows) edit.eraseEntity(id);
}

/** By the time and what was merged. Answers with how many there were. */
export function dropMerges(edit: GraphEdit, names: readonly RecordName[]): number {
  const wanted = new Set(names.map(({ key: [, time, from] }) => `${Number(time)} ${from}`));
  const rows = edit.merges.rows.filter(({ at, from }) => wanted.has(`${at} ${from}`));
  for (const row of rows) edit.dropMerge(row);
  return rows.length;
}
