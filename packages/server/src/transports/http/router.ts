/** Paths to what answers them. A path that ends in `/*` stands for everything below it; the longest one wins. */
import type { Exchange } from './exchange.ts';
import { HttpRefusal } from './http-refusal.ts';
import { requirePolicy, type RoutePolicy, type RouteScope } from './route-policy.ts';

export type RouteHandler = (exchange: Exchange) => Promise<void>;
export type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What a path answers, by method, and to whom. */
export interface Route extends RoutePolicy {
  readonly on: Readonly<Partial<Record<RouteMethod, RouteHandler>>>;
}
export type Routes = Readonly<Record<string, Route>>;

/** Who asks is nobody's business here: anyone may, or the route looks for itself. */
const OPEN: ReadonlySet<RouteScope> = new Set(['public', 'code', 'caller']);

export class Router {
  readonly #exact: ReadonlyMap<string, Route>;
  readonly #prefixes: readonly (readonly [prefix: string, route: Route])[];

  /** Throws a ServerError for a route without a policy. */
  constructor(routes: Routes) {
    const entries = Object.entries(routes);
    for (const [path, route] of entries) requirePolicy(path, route);
    this.#exact = new Map(entries.filter(([path]) => !path.endsWith('/*')));
    this.#prefixes = entries
      .filter(([path]) => path.endsWith('/*'))
      .map(([path, route]) => [path.slice(0, -1), route] as const)
      .sort(([a], [b]) => b.length - a.length);
  }

  find(path: string): Route | undefined {
    return this.#exact.get(path) ?? this.#prefixes.find(([prefix]) => path.startsWith(prefix))?.[1];
  }
}

/** Throws an HttpRefusal: 404 for an unknown path, 403 for one that the caller has not the scope for, 405 for a wrong method. */
export function handlerOf(route: Route | undefined, { head, caller }: Exchange): RouteHandler {
  if (route === undefined) throw new HttpRefusal(404, 'Not found');
  const { scope, on } = route;
  if (!OPEN.has(scope) && !caller.scopes.has(scope)) {
    throw new HttpRefusal(403, `Forbidden: this needs the scope ${scope}.`);
  }
  const handler = Object.hasOwn(on, head.method) ? on[head.method as RouteMethod] : undefined;
  if (handler) return handler;
  throw new HttpRefusal(405, 'Method not allowed', { headers: { allow: Object.keys(on).join(', ') } });
}

/** A path that is only looked at. The runtime leaves the body out of the answer to HEAD. */
export function page(policy: RoutePolicy, handler: RouteHandler): Route {
  return { ...policy, on: { GET: handler, HEAD: handler } };
}
