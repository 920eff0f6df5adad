/** A memory with all that belongs to it, in the place of what the store has of it. Runs inside the caller's transaction. */
import type { MemoryRecord, VectorState } from '@zapomni/core/model';
import { invalidField } from '@zapomni/core/errors';
import type { Database } from '../connection/database.ts';
import { dropMentions, putMentions } from '../graph/mention-rows.ts';
import { dropFormsOf, putForms } from '../graph/names.ts';
import { queueReading, takeOffReading } from '../extraction/extraction-queue.ts';
import { logChanged } from '../vectors/index-log.ts';
import { checkVector, ensureModel } from '../vectors/models.ts';
import { addPassages, dropPassages, passageIdsOf } from '../memories/passages.ts';
import { takeOff } from '../vectors/embedding-queue.ts';
import { deleteRows, lowerCounts } from '../memories/removal.ts';
import { encodeText, previewOf } from '../../../shared/text-bytes.ts';
import { putVectors } from '../vectors/vector-rows.ts';
import { adjustCounts, ensureWorkspace } from '../workspaces/workspace-rows.ts';
import { ensureEntity } from './ensure-entity.ts';
import { dropPiecesOfMemory, insertPieces } from './evidence-states.ts';

/** Answers with relations whose sums have to be made anew. */
export function writeMemory(db: Database, record: MemoryRecord): number[] {
  const { memory } = record;
  const workspace = ensureWorkspace(db, record.workspace, memory.createdAt);
  const before = takeMemoryAway(db, record.id);
  if (memory.key !== null) giveWay(db, workspace, memory.key);
  const body = encodeText(memory.text);
  const id = insertRow(db, record, { id: before?.id ?? null, workspace, bytes: body.length });
  db.run('INSERT INTO memory_texts (memory, body) VALUES (?, ?)', id, body);
  const tags = 'INSERT OR IGNORE INTO memory_tags (workspace, tag, memory) SELECT ?, value, ? FROM json_each(?)';
  db.run(tags, workspace, id, JSON.stringify(memory.tags));
  insertVersions(db, id, record);
  const owner = { memory: id, workspace, live: memory.supersededBy === null };
  const passages = addPassages(db, owner, { text: memory.text, byteLength: body.length, passages: record.passages });
  adjustCounts(db, workspace, { memories: 1, passages: passages.length, superseded: owner.live ? 0 : 1 });
  insertVectors(db, passages, record.vectors);
  insertMentions(db, { id, workspace, live: owner.live }, passages, record);
  insertNames(db, { id, workspace }, record);
  if (record.unread) {
    const unmentioned = record.unread.map((uid) => ensureEntity(db, workspace, uid));
    queueReading(db, id, workspace, unmentioned);
  }
  return [...(before?.relations ?? []), ...insertPieces(db, { workspace, memory: id }, record.evidence)];
}

/** All but the entities it speaks of. Undefined when there is none. */
export function takeMemoryAway(
  db: Database,
  uuid: string,
): { readonly id: number; readonly relations: number[] } | undefined {
  const id = db.value<number>('SELECT id FROM memories WHERE uuid = ?', uuid);
  if (id === undefined) return undefined;
  const list = JSON.stringify([id]);
  takeOffReading(db, id);
  dropMentions(db, list);
  dropFormsOf(db, list);
  const relations = dropPiecesOfMemory(db, id);
  lowerCounts(db, list);
  dropPassages(db, passageIdsOf(db, id));
  deleteRows(db, list);
  return { id, relations };
}

/** Keys are unique. One that another memory has here belongs to this one now; that other was removed, and goes soon. */
function giveWay(db: Database, workspace: number, key: string): void {
  db.run('UPDATE memories SET key = NULL WHERE workspace = ? AND key = ?', workspace, key);
}

function insertRow(
  db: Database,
  { id: uuid, memory, passages }: MemoryRecord,
  facts: { readonly id: number | null; readonly workspace: number; readonly bytes: number },
): number {
  return db.run(
    `INSERT INTO memories (id, uuid, workspace, kind, tags, source, metadata, hash, key, occurred_at, happened_at,
       created_at, updated_at, version, recorded_at, valid_from, valid_to, superseded_by, supersedes, length, bytes,
       preview, passage_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    facts.id,
    uuid,
    facts.workspace,
    memory.kind,
    JSON.stringify(memory.tags),
    memory.source,
    JSON.stringify(memory.metadata),
    memory.hash,
    memory.key,
    memory.occurredAt,
    memory.occurredAt ?? memory.createdAt,
    memory.createdAt,
    memory.updatedAt,
    memory.version,
    memory.recordedAt,
    memory.validFrom,
    memory.validTo,
    memory.supersededBy,
    memory.supersedes,
    memory.text.length,
    facts.bytes,
    previewOf(memory.text),
    passages.length,
  ).lastId;
}

/** States are kept as `keepVersion` keeps them. */
function insertVersions(db: Database, memory: number, { id, versions }: MemoryRecord): void {
  for (const { text, recordedTo, ...facts } of versions) {
    db.run(
      'INSERT INTO memory_history (memory, version, recorded_to, state, body) VALUES (?, ?, ?, ?, ?)',
      memory,
      facts.version,
      recordedTo,
      JSON.stringify({ id, workspace: '', ...facts }),
      text === null ? null : encodeText(text),
    );
  }
}

function insertVectors(db: Database, passages: readonly number[], states: readonly VectorState[]): void {
  for (const [name, group] of Map.groupBy(states, ({ model }) => model)) {
    const model = ensureModel(db, name, group[0]?.vector.length ?? 0);
    const vectors = group.map(({ passage, vector, tokens }) => {
      checkVector(vector, model);
      return { passageId: passageAt(passages, passage), vector, ...(tokens ? { tokens } : {}) };
    });
    putVectors(db, model, vectors);
    const ids = vectors.map(({ passageId }) => passageId);
    takeOff(db, name, ids);
    logChanged(db, JSON.stringify(ids));
  }
}

function insertMentions(
  db: Database,
  owner: { readonly id: number; readonly workspace: number; readonly live: boolean },
  passages: readonly number[],
  { mentions }: MemoryRecord,
): void {
  const places = mentions.map(({ passage, start, end, entity }) => {
    return { passage: passageAt(passages, passage), start, end, entity: ensureEntity(db, owner.workspace, entity) };
  });
  putMentions(db, owner, places);
}

function insertNames(db: Database, owner: { readonly id: number; readonly workspace: number }, record: MemoryRecord) {
  const forms = record.names.map(({ entity, form }) => {
    const id = ensureEntity(db, owner.workspace, entity);
    const type = db.value<string>('SELECT type FROM entities WHERE id = ?', id) ?? '';
    return { entity: { id, name: '', type }, form };
  });
  putForms(db, owner.workspace, owner.id, forms);
}

function passageAt(passages: readonly number[], place: number): number {
  const id = passages[place];
  if (id === undefined) throw invalidField('passage', 'is not one of the memory');
  return id;
}
