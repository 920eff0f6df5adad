/**
 * What somebody follows, kept by name. A change is a new version; the one before is put beside it in the same transaction, so that a
 * judgement that names it can be read as long as the query is there.
 */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import { nearestTo } from '../library/query/nearest.ts';
import { tagKey } from '../library/keep/keys.ts';
import { checkDefinition, checkName, NEW_QUERY } from './query-input.ts';
import { withSaid, type SaidQuery } from './said-query.ts';
import {
  querySchema,
  RESEARCH_QUERIES,
  RESEARCH_QUERY_VERSIONS,
  type KeptQuery,
  type QueryDefinition,
  type QueryRecord,
} from './query-record.ts';

type Services = Pick<Deps, 'storage' | 'clock'>;

export const queriesOf = (deps: Services) => collection(deps, RESEARCH_QUERIES);
const versionsOf = (deps: Services) => collection(deps, RESEARCH_QUERY_VERSIONS);

/** Fields that are not said stay as they are, or as a new query has them. */
export interface QueryChanges extends SaidQuery {
  readonly is_active?: boolean | undefined;
}

export interface QueryUpdate extends QueryChanges {
  readonly query: string;
  readonly new_name?: string | undefined;
}

export interface UpdatedQuery {
  readonly query: KeptQuery;
  /** What is otherwise than before, in the names of the record. */
  readonly changed: readonly string[];
}

export interface QueryVersion {
  readonly version: number;
  readonly definition: QueryDefinition;
  /** Until when it held. */
  readonly until: number;
}

const MOST_QUERIES = 1000;
const PAGE = 200;
/** Somebody else may have changed it meanwhile; then it is read anew. */
const ATTEMPTS = 4;

/** CONFLICT where the name is taken: nothing is overwritten. */
export async function createQuery(
  deps: Deps,
  workspace: string,
  { name: given, is_active: active = true, ...said }: QueryChanges & { readonly name: string },
): Promise<KeptQuery> {
  const named = checkName(given);
  const now = deps.clock.now();
  const definition = checkDefinition(withSaid(NEW_QUERY, said), now);
  if (await byName(deps, workspace, named.name)) throw taken('name');
  if ((await queriesOf(deps).count(workspace)) >= MOST_QUERIES)
    throw new ZapomniError('INVALID_INPUT', `A workspace has at most ${MOST_QUERIES} queries.`, {
      hint: 'Delete one that nobody follows any more.',
    });
  const record: QueryRecord = { ...named, active, version: 1, ...definition, created_at: now, updated_at: now };
  const key = deps.ids.next();
  try {
    await queriesOf(deps).put(workspace, key, record, { ifVersion: 0 });
  } catch (error) {
    throw toZapomniError(error).code === 'CONFLICT' ? taken('name') : error;
  }
  return (await queriesOf(deps).get(workspace, key)) as KeptQuery;
}

function taken(field: string): ZapomniError {
  return new ZapomniError('CONFLICT', `${field}: there is a query of this name.`, {
    hint: 'Choose another name, or change the one that is there with update_query.',
    issues: [{ field, error: 'is taken' }],
  });
}

/** The oldest first. */
export async function listQueries(deps: Services, workspace: string): Promise<KeptQuery[]> {
  const found: KeptQuery[] = [];
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await queriesOf(deps).list(workspace, { index: 'by_created', limit: PAGE, ...place });
    found.push(...items);
    if (next === null) return found;
    cursor = next;
  }
}

async function byName(deps: Services, workspace: string, name: string): Promise<KeptQuery | null> {
  const key = tagKey(name);
  if (key === '') return null;
  const { items } = await queriesOf(deps).list(workspace, { index: 'by_name', where: { name_key: key }, limit: 1 });
  return items[0] ?? null;
}

/** By name, or by id. NOT_FOUND names the nearest. */
export async function findQuery(
  deps: Services,
  workspace: string,
  named: string,
  field = 'query_name',
): Promise<KeptQuery> {
  const given = named.trim();
  const found = (await byName(deps, workspace, given)) ?? (await byId(deps, workspace, given));
  if (found) return found;
  const near = nearestTo(
    given,
    (await listQueries(deps, workspace)).map(({ value }) => value.name),
  );
  throw new ZapomniError('NOT_FOUND', `${field}: there is no query of this name.`, {
    hint: near.length === 0 ? 'create_query makes one.' : `Nearest: ${near.join(', ')}.`,
    issues: [{ field, error: 'not found' }],
  });
}

const ID = /^[0-9a-f-]{36}$/;

async function byId(deps: Services, workspace: string, given: string): Promise<KeptQuery | null> {
  return ID.test(given) ? queriesOf(deps).get(workspace, given) : null;
}

export async function updateQuery(
  deps: Deps,
  workspace: string,
  { query: named, new_name: newName, ...said }: QueryUpdate,
): Promise<UpdatedQuery> {
  for (let attempt = 1; ; attempt++) {
    const before = await findQuery(deps, workspace, named);
    const now = deps.clock.now();
    const record = await changedRecord(deps, workspace, { before, said, newName, now });
    const changed = Object.keys(record).filter((name) => isOther(record, before.value, name as keyof QueryRecord));
    if (changed.length === 0) return { query: before, changed };
    try {
      await writeUpdate(deps, workspace, { before, record: { ...record, updated_at: now }, now });
    } catch (error) {
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
      continue;
    }
    const shown = changed.filter((name) => name !== 'version' && name !== 'name_key');
    return { query: (await queriesOf(deps).get(workspace, before.key)) as KeptQuery, changed: shown };
  }
}

interface Update {
  readonly before: KeptQuery;
  readonly said: QueryChanges;
  readonly newName: string | undefined;
  readonly now: number;
}

async function changedRecord(
  deps: Deps,
  workspace: string,
  { before, said: { is_active: active = before.value.active, ...said }, newName, now }: Update,
): Promise<QueryRecord> {
  const kept = definitionOf(before.value);
  const isSaid = Object.values(said).some((value) => value !== undefined);
  const definition = isSaid ? checkDefinition(withSaid(kept, said), now) : kept;
  const named = newName === undefined ? {} : checkName(newName, 'new_name');
  const other = newName === undefined ? null : await byName(deps, workspace, newName);
  if (other && other.key !== before.key) throw taken('new_name');
  const isNew = JSON.stringify(definition) !== JSON.stringify(kept);
  return { ...before.value, ...named, ...definition, active, version: before.value.version + (isNew ? 1 : 0) };
}

function isOther(one: QueryRecord, other: QueryRecord, field: keyof QueryRecord): boolean {
  return JSON.stringify(one[field]) !== JSON.stringify(other[field]);
}

/** In the order of the schema, so that two can be compared as texts. */
function definitionOf(record: QueryRecord): QueryDefinition {
  const fields = Object.keys(querySchema.shape) as (keyof QueryDefinition)[];
  return querySchema.parse(Object.fromEntries(fields.map((field) => [field, record[field]])));
}

async function writeUpdate(
  deps: Deps,
  workspace: string,
  { before, record, now }: { readonly before: KeptQuery; readonly record: QueryRecord; readonly now: number },
): Promise<void> {
  const put = queriesOf(deps).writeFor(before.key, record, { ifVersion: before.version });
  const { version } = before.value;
  const earlier = { query: before.key, version, definition: definitionOf(before.value), until: now };
  const kept = versionsOf(deps).writeFor(`${before.key}:${version}`, earlier, { parent: before.key });
  await deps.storage.records.write(workspace, record.version === version ? [put] : [put, kept], now);
}

/** Earlier ones, the latest first. */
export async function earlierVersions(deps: Services, workspace: string, query: string): Promise<QueryVersion[]> {
  const asked = { index: 'by_query' as const, where: { query }, descending: true, limit: PAGE };
  const { items } = await versionsOf(deps).list(workspace, asked);
  return items.map(({ value }: Kept<QueryVersion & { query: string }>) => ({
    version: value.version,
    definition: value.definition,
    until: value.until,
  }));
}

/** What was found and judged by it stays, and says that its query is gone. FORBIDDEN unless it is confirmed. */
export async function deleteQuery(
  deps: Deps,
  workspace: string,
  request: { readonly query: string; readonly confirm: boolean },
): Promise<KeptQuery> {
  const found = await findQuery(deps, workspace, request.query);
  if (!request.confirm)
    throw new ZapomniError('FORBIDDEN', 'confirm_deletion: must be true. Nothing was deleted.', {
      hint: 'Ask the user first; what was found for it stays, marked as orphaned. update_query with is_active false only stops it.',
      issues: [{ field: 'confirm_deletion', error: 'must be true' }],
    });
  await queriesOf(deps).delete(workspace, found.key);
  return found;
}
