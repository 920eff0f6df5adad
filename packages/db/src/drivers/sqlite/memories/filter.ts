/** A filter as SQL over `memories m`. Values are always bound, never written into the statement. */
import type { SQLInputValue } from 'node:sqlite';
import type { MemoryFilter } from '@zapomni/core/model';
import { toMetadataConditions } from './metadata-conditions.ts';

/** A piece of SQL and what is bound to it. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

const LISTED = '(SELECT value FROM json_each(?))';

/** Stands after WHERE or AND. `workspace` is the table's id. Empty lists ask for nothing and so leave nothing out. */
export function toCondition(filter: MemoryFilter, workspace: number): Condition {
  return joined(filter, [ofWorkspace(filter, workspace), ...partsOf(filter, workspace)]);
}

/**
 * The same of memories that stand there already, each as `memory`: its tags are looked up, where otherwise all that carry a tag would be
 * listed anew with every statement, however few are asked about. Those without them are left before their rows are read.
 */
export function toCheck(filter: MemoryFilter, workspace: number, memory: string): Condition {
  const { tags: _, allTags: __, noTags: ___, ...others } = filter;
  const here = { sql: '+m.workspace = ?', params: [workspace] };
  return joined(filter, [...checksOfTags(filter, workspace, memory), here, ...partsOf(others, workspace)]);
}

function joined({ includeSuperseded, validAt }: MemoryFilter, conditions: readonly Condition[]): Condition {
  const live = includeSuperseded || validAt !== undefined ? '' : ' AND m.superseded_by IS NULL';
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND ') + live,
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** True when the filter leaves out more than superseded memories. */
export function isNarrow(filter: MemoryFilter): boolean {
  return partsOf(filter, 0).length > 0;
}

/** The plus sign keeps SQLite from walking through the whole workspace where tags or ids already name the few. */
function ofWorkspace({ tags, allTags, ids }: MemoryFilter, workspace: number): Condition {
  const named = [tags, allTags, ids].some((list) => list !== undefined && list.length > 0);
  return { sql: named ? '+m.workspace = ?' : 'm.workspace = ?', params: [workspace] };
}

/** The memories that carry at least one of the tags, as a query; each once. A single tag is found in half the time. */
export function toTagged(tags: readonly string[], workspace: number): Condition {
  const [tag, ...others] = tags;
  const select = 'memory FROM memory_tags WHERE workspace = ?';
  if (tag !== undefined && others.length === 0)
    return { sql: `SELECT ${select} AND tag = ?`, params: [workspace, tag] };
  return { sql: `SELECT DISTINCT ${select} AND tag IN ${LISTED}`, params: [workspace, JSON.stringify(tags)] };
}

/** The memories that carry every one of them. */
function toTaggedWithAll(tags: readonly string[], workspace: number): Condition {
  const wanted = [...new Set(tags)];
  if (wanted.length === 1) return toTagged(wanted, workspace);
  return {
    sql: `SELECT memory FROM memory_tags WHERE workspace = ? AND tag IN ${LISTED} GROUP BY memory HAVING count(*) = ?`,
    params: [workspace, JSON.stringify(wanted), wanted.length],
  };
}

function partsOf(filter: MemoryFilter, workspace: number): Condition[] {
  return [
    ...ofTags(filter, workspace),
    ...ofLists(filter),
    ...ofTimes(filter),
    ...toMetadataConditions(filter.metadata),
  ];
}

function ofTags({ tags, allTags, noTags }: MemoryFilter, workspace: number): Condition[] {
  const parts: Condition[] = [];
  const add = (test: 'IN' | 'NOT IN', { sql, params }: Condition) =>
    parts.push({ sql: `m.id ${test} (${sql})`, params });
  if (tags?.length) add('IN', toTagged(tags, workspace));
  if (allTags?.length) add('IN', toTaggedWithAll(allTags, workspace));
  if (noTags?.length) add('NOT IN', toTagged(noTags, workspace));
  return parts;
}

function checksOfTags({ tags, allTags, noTags }: MemoryFilter, workspace: number, memory: string): Condition[] {
  const carried = `(SELECT count(*) FROM memory_tags t WHERE t.workspace = ? AND t.tag IN ${LISTED} AND t.memory = ${memory})`;
  const wanted = [...new Set(allTags)];
  const check = (list: readonly string[] = [], test: string, ...params: number[]): Condition[] =>
    list.length === 0 ? [] : [{ sql: `${carried} ${test}`, params: [workspace, JSON.stringify(list), ...params] }];
  return [...check(tags, '> 0'), ...check(wanted, '= ?', wanted.length), ...check(noTags, '= 0')];
}

function ofLists({ sources, kinds, noKinds, ids }: MemoryFilter): Condition[] {
  const parts: Condition[] = [];
  if (sources?.length) parts.push({ sql: `m.source IN ${LISTED}`, params: [JSON.stringify(sources)] });
  if (kinds?.length) parts.push({ sql: `m.kind IN ${LISTED}`, params: [JSON.stringify(kinds)] });
  if (noKinds?.length) parts.push({ sql: `m.kind NOT IN ${LISTED}`, params: [JSON.stringify(noKinds)] });
  if (ids?.length) parts.push({ sql: `m.uuid IN ${LISTED}`, params: [JSON.stringify(ids)] });
  return parts;
}

function ofTimes({ from, before, validAt }: MemoryFilter): Condition[] {
  const parts: Condition[] = [];
  if (from !== undefined) parts.push({ sql: 'm.happened_at >= ?', params: [from] });
  if (before !== undefined) parts.push({ sql: 'm.happened_at < ?', params: [before] });
  if (validAt !== undefined) {
    parts.push({ sql: 'm.valid_from <= ? AND (m.valid_to IS NULL OR m.valid_to > ?)', params: [validAt, validAt] });
  }
  return parts;
}
