/**
 * Entities and the names they go by. A form that differs from the entity's name is kept with the memory that gave it, so
 * that it goes with the last of them.
 */
import { entityId, nameKey, toTerms, type EntityDraft } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';

/** Who gave a form: no memory, but a caller. */
export const ASSERTED = 0;

interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

/** The rows of the drafts, in order; made where they are missing. */
export function ensureEntities(
  db: Database,
  workspace: number,
  drafts: readonly EntityDraft[],
  at: number,
): NamedRow[] {
  const known = new Map<string, NamedRow>();
  return drafts.map((draft) => {
    const uid = entityId(draft);
    const row = known.get(uid) ?? findNamed(db, workspace, uid) ?? insertEntity(db, workspace, draft, at);
    known.set(uid, row);
    return row;
  });
}

function findNamed(db: Database, workspace: number, uid: string): NamedRow | undefined {
  return db.get('SELECT id, name, type FROM entities WHERE workspace = ? AND uid = ?', workspace, uid);
}

function insertEntity(db: Database, workspace: number, draft: EntityDraft, at: number): NamedRow {
  const name = draft.name.trim();
  const { lastId } = db.run(
    'INSERT INTO entities (workspace, uid, type, name, key, asserted, created_at) VALUES (?, ?, ?, ?, ?, 0, ?)',
    workspace,
    entityId(draft),
    draft.type,
    name,
    nameKey(draft.name, draft.type),
    at,
  );
  addTerms(db, workspace, lastId, name);
  return { id: lastId, name, type: draft.type };
}

export interface GivenForm {
  readonly entity: NamedRow;
  readonly form: string;
}

/** The forms that differ from the entities' names. */
export function formsOf(drafts: readonly EntityDraft[], rows: readonly NamedRow[]): GivenForm[] {
  return drafts.flatMap((draft, i) => {
    const entity = rows[i] as NamedRow;
    const forms = new Set([draft.name, ...(draft.aliases ?? [])].map((form) => form.trim()));
    return [...forms].filter((form) => form !== entity.name).map((form) => ({ entity, form }));
  });
}

/** In the place of what the memory gave before; forms that are asserted are only added to. */
export function putForms(db: Database, workspace: number, memory: number, forms: readonly GivenForm[]): void {
  for (const { entity, form } of forms) addForm(db, workspace, memory, { entity, form });
  if (memory === ASSERTED) return;
  const kept = new Set(forms.map(({ entity, form }) => `${entity.id} ${form}`));
  const given = db.all<{ entity: number; form: string }>(
    'SELECT entity, form FROM entity_names WHERE memory = ?1 AND ?1 > 0',
    memory,
  );
  dropForms(
    db,
    memory,
    given.filter(({ entity, form }) => !kept.has(`${entity} ${form}`)),
  );
}

/** Exactly these, and the entity's name as it is now. */
export function setAssertedForms(db: Database, workspace: number, entity: NamedRow, forms: readonly string[]): void {
  const kept = new Set(forms);
  const given = db.all<{ form: string }>(
    'SELECT form FROM entity_names WHERE entity = ? AND memory = ?',
    entity.id,
    ASSERTED,
  );
  addTerms(db, workspace, entity.id, entity.name);
  for (const form of forms) addForm(db, workspace, ASSERTED, { entity, form });
  const gone = given.filter(({ form }) => !kept.has(form));
  for (const { form } of gone) {
    db.run('DELETE FROM entity_names WHERE entity = ? AND form = ? AND memory = ?', entity.id, form, ASSERTED);
  }
  keepTermsOfForms(db, entity.id);
}

/** All that the memories gave; `list` is JSON. */
export function dropFormsOf(db: Database, list: string): void {
  const sql = `SELECT n.memory, n.entity, n.form FROM json_each(?) gone
               CROSS JOIN entity_names n ON n.memory = gone.value AND n.memory > 0`;
  for (const row of db.all<{ memory: number; entity: number; form: string }>(sql, list)) {
    dropForms(db, row.memory, [row]);
  }
}

function addForm(db: Database, workspace: number, memory: number, { entity, form }: GivenForm): void {
  const { changes } = db.run(
    'INSERT OR IGNORE INTO entity_names (entity, form, memory, workspace, key) VALUES (?, ?, ?, ?, ?)',
    entity.id,
    form,
    memory,
    workspace,
    nameKey(form, entity.type),
  );
  if (changes > 0) addTerms(db, workspace, entity.id, form);
}

function addTerms(db: Database, workspace: number, entity: number, form: string): void {
  db.run(
    'INSERT OR IGNORE INTO entity_terms (workspace, term, entity) SELECT ?, value, ? FROM json_each(?)',
    workspace,
    entity,
    JSON.stringify([...new Set(toTerms(form))]),
  );
}

function dropForms(db: Database, memory: number, forms: readonly { entity: number; form: string }[]): void {
  for (const { entity, form } of forms) {
    db.run('DELETE FROM entity_names WHERE entity = ? AND form = ? AND memory = ?', entity, form, memory);
  }
  for (const entity of new Set(forms.map((one) => one.entity))) keepTermsOfForms(db, entity);
}

function keepTermsOfForms(db: Database, entity: number): void {
  const sql = `SELECT name FROM entities WHERE id = ?1 UNION SELECT form FROM entity_names WHERE entity = ?1`;
  const terms = db.all<{ name: string }>(sql, entity).flatMap(({ name }) => toTerms(name));
  db.run(
    `DELETE FROM entity_terms WHERE entity = ? AND term NOT IN (SELECT value FROM json_each(?))`,
    entity,
    JSON.stringify([...new Set(terms)]),
  );
}
