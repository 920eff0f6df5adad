/** Papers as the sources on the network have them. Every answer names each source that was asked, and what came of it. */
import type { Identifier } from '../../model/papers/index.ts';
import type { MatchQuery, Retraction, SourcedPaper, SourcedReference } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import {
  checkRetraction,
  findCopies,
  listCiting,
  listReferences,
  lookupPaper,
  matchPaper,
  type AskRequest,
  type FoundCopies,
  type LinkRequest,
  type Links,
  type LookedUp,
  type Matched,
  type SourceReport,
} from '../../services/research/lookup/index.ts';

export interface LookupCalls {
  byId(id: Identifier, request?: AskRequest): Promise<LookedUp>;
  byTitle(query: MatchQuery, request?: AskRequest): Promise<Matched>;
  references(id: Identifier, request?: LinkRequest): Promise<Links<SourcedReference>>;
  citedBy(id: Identifier, request?: LinkRequest): Promise<Links<SourcedPaper>>;
  copies(ids: readonly Identifier[], request?: AskRequest): Promise<FoundCopies>;
  /** `known`: somebody who keeps book of retractions knows the paper. */
  retraction(
    id: Identifier,
    request?: AskRequest,
  ): Promise<{
    readonly retraction: Retraction | null;
    readonly known: boolean;
    readonly sources: readonly SourceReport[];
  }>;
}

export function createLookupCalls(deps: Deps): LookupCalls {
  return {
    byId: (id, request) => lookupPaper(deps, id, request),
    byTitle: (query, request) => matchPaper(deps, query, request),
    references: (id, request) => listReferences(deps, id, request),
    citedBy: (id, request) => listCiting(deps, id, request),
    copies: (ids, request) => findCopies(deps, ids, request),
    retraction: (id, request) => checkRetraction(deps, id, request),
  };
}
