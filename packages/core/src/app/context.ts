/** What a session should know when it begins, as the faces of the application see it. */
import type { ContextRequest, SessionContext } from '../services/context/context-request.ts';
import { getContext } from '../services/context/get-context.ts';
import type { Deps } from '../services/deps.ts';
import type { SearchCalls } from './search.ts';

export interface ContextCalls {
  get(request: ContextRequest): Promise<SessionContext>;
}

export function createContextCalls(deps: Deps, search: SearchCalls): ContextCalls {
  return { get: (request) => getContext(deps, search.run, request) };
}
