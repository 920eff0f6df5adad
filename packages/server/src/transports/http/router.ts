/** Paths to what answers them. A path that ends in `/*` stands for everything below it; the longest one wins. */
import type { Exchange } from './exchange.ts';
import { HttpRefusal } from './http-refusal.ts';

export type RouteHandler = (exchange: Exchange) => Promise<void>;
export type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What a path answers, by method. */
export type Route = Readonly<Partial<Record<RouteMethod, RouteHandler>>>;
export type Routes = Readonly<Record<string, Route>>;

export class Router {
  readonly #exact: ReadonlyMap<string, Route>;
  readonly #prefixes: readonly (readonly [prefix: string, route: Route])[];

  constructor(routes: Routes) {
    const entries = Object.entries(routes);
    this.#exact = new Map(entries.filter(([path]) => !path.endsWith('/*')));
    this.#prefixes = entries
      .filter(([path]) => path.endsWith('/*'))
      .map(([path, route]) => [path.slice(0, -1), route] as const)
      .sort(([a], [b]) => b.length - a.length);
  }

  /** Throws an HttpRefusal: 404 for an unknown path, 405 for a known one that does not take the method. */
  find({ method, path }: { readonly method: string; readonly path: string }): RouteHandler {
    const route = this.#exact.get(path) ?? this.#prefixes.find(([prefix]) => path.startsWith(prefix))?.[1];
    if (route === undefined) throw new HttpRefusal(404, 'Not found');
    const handler = Object.hasOwn(route, method) ? route[method as RouteMethod] : undefined;
    if (handler) return handler;
    throw new HttpRefusal(405, 'Method not allowed', { headers: { allow: Object.keys(route).join(', ') } });
  }
}

/** A path that is only looked at. The runtime leaves the body out of the answer to HEAD. */
export function page(handler: RouteHandler): Route {
  return { GET: handler, HEAD: handler };
}
