/**
 * What a path promises beside its answer: who may ask, who may keep the answer, and what a browser may do with it. Every
 * route says all three; one that does not cannot be served.
 */
import { SCOPES, type Scope } from '../../auth/scopes.ts';
import { ServerError } from '../../server-error.ts';

/**
 * `public`: anyone, without a token, for GET and HEAD. `caller`: whoever the gatekeeper knows; what they may do is looked at
 * message by message. `code`: anyone, for POST, because what is sent says who they are and is checked by the route itself.
 * A scope: only callers that have it.
 */
export type RouteScope = 'public' | 'code' | 'caller' | Scope;

export interface RoutePolicy {
  readonly scope: RouteScope;
  /** `no-store`: nobody keeps it; else for so many seconds. */
  readonly cache: 'no-store' | { readonly seconds: number };
  /** `data`: JSON, text or events, of which a browser runs and shows nothing. `page`: HTML with what the server itself has. */
  readonly content: 'data' | 'page';
}

/** MCP itself: each method and tool has a scope of its own, and tools may have side effects. */
export const PROTOCOL: RoutePolicy = { scope: 'caller', cache: 'no-store', content: 'data' };
/** For answers that no route gave: refusals, and paths that there are not. */
export const STRICTEST: RoutePolicy = { scope: 'admin', cache: 'no-store', content: 'data' };

const RUNS = { data: "default-src 'none'", page: "default-src 'self'" } as const;
const KNOWN: ReadonlySet<unknown> = new Set(['public', 'code', 'caller', ...SCOPES]);

/** Whether a request of this method is let in without a token. */
export function isOpen(scope: RouteScope | undefined, method: string): boolean {
  if (scope === 'public') return method === 'GET' || method === 'HEAD';
  return scope === 'code' && method === 'POST';
}

/** Go on every answer of the route, unless the answer itself knows better. */
export function policyHeaders({ cache, content }: RoutePolicy): Readonly<Record<string, string>> {
  return {
    'cache-control': cache === 'no-store' ? cache : `max-age=${cache.seconds}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `${RUNS[content]}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  };
}

/** Throws a ServerError for a route of which something was left unsaid: types do not hold for what is put together late. */
export function requirePolicy(path: string, { scope, cache, content }: Partial<RoutePolicy>): void {
  const isKept = cache === 'no-store' || (typeof cache === 'object' && Number.isInteger(cache.seconds));
  const missing = [
    ...(KNOWN.has(scope) ? [] : ['scope']),
    ...(isKept ? [] : ['cache']),
    ...(content !== undefined && Object.hasOwn(RUNS, content) ? [] : ['content']),
  ];
  if (missing.length === 0) return;
  throw new ServerError('INVALID_OPTIONS', `The route ${path} does not say its ${missing.join(', ')}.`);
}
