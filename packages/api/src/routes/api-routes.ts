/**
 * The endpoints as routes of the HTTP transport: the guards have passed the request; here it is checked once more to come
 * from our own page, from somebody who has signed in, with the scope that the endpoint needs. Data is never public, not on
 * loopback either.
 */
import type { App } from '@zapomni/core';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { ServerLogger } from '@zapomni/server';
import { HttpRefusal, type Exchange, type Route, type RouteMethod, type Routes } from '@zapomni/server/http';
import { accounted } from '../activity/accounted.ts';
import { endpoints } from '../endpoints/index.ts';
import type { ApiContext, Endpoint } from '../endpoint.ts';
import { EventFeed } from '../events/event-feed.ts';
import type { House } from '../house.ts';
import { createSignInRoute } from '../sign-in/sign-in-route.ts';
import { forbidden, sendError, sendResult, sendSignedOut } from './answer.ts';
import { createMatchPath, type MatchPath } from './match-path.ts';
import { isFromElsewhere } from './own-page.ts';
import { readInput } from './read-input.ts';

export interface ApiParts {
  readonly app: App;
  readonly house: House;
  readonly logger: ServerLogger;
}

export interface Api {
  readonly routes: Routes;
  /** Ends the streams. */
  close(): void;
}

const POLICY = { scope: 'caller', cache: 'no-store', content: 'data' } as const;
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly RouteMethod[];
/** Longer than any question takes that a page asks. */
const DEADLINE_MS = 60_000;

export function createApi(parts: ApiParts): Api {
  const feed = new EventFeed(parts.app.events);
  const match = createMatchPath(Object.values(endpoints));
  const { logger } = parts;
  const answer = guarded(logger, (exchange) => call(parts, match, exchange));
  const all: Route = { ...POLICY, on: Object.fromEntries(METHODS.map((method) => [method, answer])) };
  return {
    routes: {
      '/api/*': all,
      '/api/events': { ...POLICY, on: { GET: guarded(logger, async (exchange) => feed.serve(exchange)) } },
      '/api/session': createSignInRoute(parts.house.signIn, logger, () => parts.app.clock.now()),
    },
    close: () => feed.close(),
  };
}

type Handle = (exchange: Exchange) => Promise<void>;

/** Of the guards, whoever sends no token on loopback is `anonymous` and may do everything: not here. */
function guarded(logger: ServerLogger, handle: Handle): Handle {
  return async (exchange) => {
    try {
      if (isFromElsewhere(exchange.head)) throw forbidden('Only the page of this server may ask.', 'Open the page.');
      if (exchange.caller.subject === 'anonymous') return sendSignedOut(exchange);
      if (!exchange.caller.scopes.has('read')) throw forbidden('This needs the scope read.', 'Use another token.');
      await handle(exchange);
    } catch (error) {
      // Of a body that is too long or too slow the transport itself knows what to say.
      if (error instanceof HttpRefusal) throw error;
      if (toZapomniError(error).code === 'INTERNAL')
        logger.log('error', 'api_call_failed', { path: exchange.head.path, error });
      sendError(exchange, error);
    }
  };
}

async function call({ app, house, logger }: ApiParts, match: MatchPath, exchange: Exchange): Promise<void> {
  const { head, caller } = exchange;
  const found = match(head.path);
  const endpoint = found?.endpoints.get(head.method);
  if (found === undefined || endpoint === undefined) throw nothingThere(found?.endpoints);
  if (!caller.scopes.has(endpoint.scope)) throw tooLittle(endpoint);
  const gone = new AbortController();
  exchange.response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(DEADLINE_MS)]);
  const context: ApiContext = { app, house, caller, signal, logger };
  const input = await readInput(endpoint, exchange, found.values);
  sendResult(exchange, await accounted(endpoint, context, input, () => endpoint.run(input, context)));
}

function nothingThere(others: ReadonlyMap<string, Endpoint> | undefined): ZapomniError {
  const hint = others ? `It answers ${[...others.keys()].join(', ')}.` : 'docs/api.md lists the addresses.';
  return new ZapomniError('NOT_FOUND', 'There is nothing at this address, or not for this method.', { hint });
}

function tooLittle({ scope }: Endpoint): ZapomniError {
  return forbidden(`This needs the scope ${scope}.`, 'Sign in with a token that may change things.');
}
