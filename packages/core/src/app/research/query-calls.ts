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

/** `scheduled`: told when somebody has said when a query is to be run. */
export function createQueryCalls(
  deps: Deps,
  { scheduled }: { readonly scheduled?: () => Promise<void> } = {},
): QueryCalls {
  return {
    list: (workspace) => followedQueries(deps, workspace),
    create: async (workspace, request) => {
      const query = await createQuery(deps, workspace, request);
      if (query.value.schedule) await scheduled?.();
      return query;
    },
    get: (workspace, query) => queryDetails(deps, workspace, query),
    update: async (workspace, request) => {
      const updated = await updateQuery(deps, workspace, request);
      if (updated.changed.some((field) => field === 'schedule' || field === 'active')) await scheduled?.();
      return updated;
    },
    delete: (workspace, request) => deleteFollowed(deps, workspace, request),
  };
}
