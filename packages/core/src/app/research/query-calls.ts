/** What somebody follows, as the faces of the application see it. */
import type { Deps } from '../../services/deps.ts';
import {
  deleteFollowed,
  followedQueries,
  queryDetails,
  type FollowedQuery,
  type QueryDetails,
} from '../../services/research/queries/query-details.ts';
import {
  createQuery,
  updateQuery,
  type QueryChanges,
  type QueryUpdate,
  type UpdatedQuery,
} from '../../services/research/queries/queries.ts';
import type { KeptQuery } from '../../services/research/queries/query-record.ts';

export interface QueryCalls {
  /** In the order in which they were made. */
  list(workspace: string): Promise<readonly FollowedQuery[]>;
  /** CONFLICT where the name is taken. */
  create(workspace: string, request: QueryChanges & { readonly name: string }): Promise<KeptQuery>;
  get(workspace: string, query: string): Promise<QueryDetails>;
  update(workspace: string, request: QueryUpdate): Promise<UpdatedQuery>;
  /** What was judged by it stays. FORBIDDEN unless it is confirmed. */
  delete(workspace: string, request: { readonly query: string; readonly confirm: boolean }): Promise<FollowedQuery>;
}

export function createQueryCalls(deps: Deps): QueryCalls {
  return {
    list: (workspace) => followedQueries(deps, workspace),
    create: (workspace, request) => createQuery(deps, workspace, request),
    get: (workspace, query) => queryDetails(deps, workspace, query),
    update: (workspace, request) => updateQuery(deps, workspace, request),
    delete: (workspace, request) => deleteFollowed(deps, workspace, request),
  };
}
