/**
 * What a filter lets through, listed outright: the quick way when it is little. Lists are kept while nothing is written,
 * because a search by words and one by meaning come together and the next one often has the same filter.
 */
import type { MemoryFilter } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { isNarrow, toCondition, toTagged, type Condition } from './filter.ts';
import { dataVersionOf } from '../connection/data-version.ts';

export interface ResolvedScope {
  /** The table's id. */
  readonly workspace: number;
  readonly filter: MemoryFilter;
}

/** Of one filter. Undefined members were not asked for yet. */
interface Listed {
  memories?: List;
  passages?: List;
}

/** `ids` is undefined when there are more than `most`. */
interface List {
  readonly ids: Int32Array | undefined;
  readonly most: number;
}

/** Lists of this many filters are kept. */
const KEPT = 32;
/** So many memories are listed in any case: a search by meaning wants as many. */
const OFTEN_ASKED = 12_500;

export class FilterLists {
  readonly #db: Database;
  readonly #kept = new Map<string, Listed>();
  #state = '';

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Memories by the tables' ids; undefined when there are more than `most`. Superseded ones may be among them: the indexes
   * know which passages are live. Call it inside the transaction of the query.
   */
  memories(scope: ResolvedScope, most: number): Int32Array | undefined {
    const listed = this.#of(scope);
    listed.memories = longEnough(listed.memories, most) ?? { ids: listMemories(this.#db, scope, most), most };
    return upTo(listed.memories, most);
  }

  /** Their passages; undefined when there are more than `most`, or very many memories. */
  passages(scope: ResolvedScope, most: number): Int32Array | undefined {
    const listed = this.#of(scope);
    listed.passages = longEnough(listed.passages, most) ?? {
      ids: listPassages(this.#db, this.memories(scope, Math.max(most, OFTEN_ASKED)), most),
      most,
    };
    return upTo(listed.passages, most);
  }

  #of({ workspace, filter }: ResolvedScope): Listed {
    const state = dataVersionOf(this.#db);
    if (state !== this.#state) this.#kept.clear();
    this.#state = state;
    const key = JSON.stringify([workspace, filter]);
    const listed = this.#kept.get(key) ?? {};
    this.#kept.delete(key);
    this.#kept.set(key, listed);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return listed;
  }
}

/** A list that breaks off says nothing of one that may be longer. */
function longEnough(list: List | undefined, most: number): List | undefined {
  return list?.ids === undefined && (list?.most ?? 0) < most ? undefined : list;
}

function upTo({ ids }: List, most: number): Int32Array | undefined {
  return ids && ids.length <= most ? ids : undefined;
}

function listMemories(db: Database, { filter, workspace }: ResolvedScope, most: number): Int32Array | undefined {
  const { tags, includeSuperseded: _, ...others } = filter;
  const byTags = tags !== undefined && !isNarrow(others);
  return listIds(db, byTags ? toTagged(tags, workspace) : ofMemories(filter, workspace), most);
}

function ofMemories(filter: MemoryFilter, workspace: number): Condition {
  const { sql, params } = toCondition({ ...filter, includeSuperseded: true }, workspace);
  return { sql: `SELECT m.id FROM memories m WHERE ${sql}`, params };
}

function listPassages(db: Database, memories: Int32Array | undefined, most: number): Int32Array | undefined {
  if (!memories) return undefined;
  const sql = 'SELECT p.id FROM json_each(?) wanted CROSS JOIN passages p ON p.memory = wanted.value';
  return listIds(db, { sql, params: [`[${memories.join(',')}]`] }, most);
}

/** One value holding all of them: rows would cost more to hand over than to find. */
function listIds(db: Database, { sql, params }: Condition, most: number): Int32Array | undefined {
  const all = `WITH listed (id) AS (${sql} LIMIT ?) SELECT json_group_array(id) FROM listed`;
  const ids = Int32Array.from(JSON.parse(db.value<string>(all, ...params, most + 1) ?? '[]') as number[]);
  return ids.length > most ? undefined : ids;
}
