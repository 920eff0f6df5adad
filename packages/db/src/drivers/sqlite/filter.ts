/** A filter as SQL over `memories m`. Values are always bound, never written into the statement. */
import type { SQLInputValue } from 'node:sqlite';
import type { MemoryFilter } from '@zapomni/core/model';

/** A piece of SQL and what is bound to it. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** Stands after WHERE or AND. `workspace` is the table's id. Empty lists ask for nothing and so leave nothing out. */
export function toCondition(filter: MemoryFilter, workspace: number): Condition {
  const conditions = [ofWorkspace(filter, workspace), ...partsOf(filter, workspace)];
  const live = filter.includeSuperseded ? '' : ' AND m.superseded_by IS NULL';
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND ') + live,
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** True when the filter leaves out more than superseded memories. */
export function isNarrow(filter: MemoryFilter): boolean {
  return partsOf(filter, 0).length > 0;
}

/** The plus sign keeps SQLite from walking through the whole workspace where the tags already name the few. */
function ofWorkspace(filter: MemoryFilter, workspace: number): Condition {
  return { sql: filter.tags?.length ? '+m.workspace = ?' : 'm.workspace = ?', params: [workspace] };
}

/** The memories that carry at least one of the tags, as a query. */
export function toTagged(tags: readonly string[], workspace: number): Condition {
  return {
    sql: 'SELECT memory FROM memory_tags WHERE workspace = ? AND tag IN (SELECT value FROM json_each(?))',
    params: [workspace, JSON.stringify(tags)],
  };
}

function partsOf(filter: MemoryFilter, workspace: number): Condition[] {
  const parts: Condition[] = [];
  if (filter.tags?.length) {
    const tagged = toTagged(filter.tags, workspace);
    parts.push({ sql: `m.id IN (${tagged.sql})`, params: tagged.params });
  }
  if (filter.source !== undefined) parts.push({ sql: 'm.source = ?', params: [filter.source] });
  if (filter.kinds?.length) {
    parts.push({ sql: 'm.kind IN (SELECT value FROM json_each(?))', params: [JSON.stringify(filter.kinds)] });
  }
  if (filter.from !== undefined) parts.push({ sql: 'm.happened_at >= ?', params: [filter.from] });
  if (filter.before !== undefined) parts.push({ sql: 'm.happened_at < ?', params: [filter.before] });
  return parts;
}
