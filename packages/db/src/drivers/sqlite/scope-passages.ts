/** The passages that a scope lets through, listed outright: the quick way when they are few. */
import type { MemoryFilter } from '@zapomni/core/model';
import type { Database } from './database.ts';
import { isNarrow, toCondition, toTagged, type Condition } from './filter.ts';

export interface ResolvedScope {
  /** The table's id. */
  readonly workspace: number;
  readonly filter: MemoryFilter;
}

/**
 * Undefined when there are more than `limit`. Superseded ones may be among them: tags alone are answered from two indexes,
 * without a look at the memories, and the caller knows which passages are live.
 */
export function listPassages(db: Database, scope: ResolvedScope, limit: number): number[] | undefined {
  const { tags, includeSuperseded: _, ...others } = scope.filter;
  const byTags = tags !== undefined && !isNarrow(others);
  const { sql, params } = byTags ? ofTags(tags, scope.workspace) : ofMemories(scope);
  const rows = db.rows<[number]>(`${sql} LIMIT ?`, ...params, limit + 1);
  const passages = Array.from(rows, ([passage]) => passage);
  return passages.length > limit ? undefined : passages;
}

function ofTags(tags: readonly string[], workspace: number): Condition {
  const tagged = toTagged(tags, workspace);
  return { sql: `SELECT p.id FROM passages p WHERE p.memory IN (${tagged.sql})`, params: tagged.params };
}

function ofMemories({ filter, workspace }: ResolvedScope): Condition {
  const { sql, params } = toCondition(filter, workspace);
  return { sql: `SELECT p.id FROM memories m CROSS JOIN passages p ON p.memory = m.id WHERE ${sql}`, params };
}
