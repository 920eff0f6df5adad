/** Who wants what a source brings: queries that name it, and those that it names. */
import type { Deps } from '../../../deps.ts';
import { tagKey } from '../../library/keep/keys.ts';
import { listQueries } from '../../queries/queries.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import { listSources } from '../sources/list-sources.ts';
import type { KeptSource } from '../store/source-record.ts';

function wants({ key, value }: KeptQuery, source: KeptSource): boolean {
  const named = value.sources.some((name) => tagKey(name) === source.value.name_key);
  return named || source.value.queries.includes(key);
}

/** Those that are followed. */
export async function queriesFor(deps: Deps, workspace: string, source: KeptSource): Promise<KeptQuery[]> {
  return (await listQueries(deps, workspace)).filter((query) => query.value.active && wants(query, source));
}

/** Of a query that is there; none of one that is not followed any more. */
export async function sourcesFor(deps: Deps, workspace: string, query: string): Promise<KeptSource[]> {
  const found = (await listQueries(deps, workspace)).find(({ key }) => key === query);
  if (!found) return [];
  return (await listSources(deps, workspace)).filter((source) => wants(found, source));
}
