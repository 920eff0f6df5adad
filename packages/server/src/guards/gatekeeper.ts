/**
 * All guards in one: host, then origin and preflight, then who is calling, then how often. It sees heads of requests only,
 * reads no body and knows no socket, and its answer is a value.
 */
import { ALL_SCOPES } from '../auth/scopes.ts';
import type { BearerVerifier } from '../auth/bearer-verifier.ts';
import type { TokenVerifier } from '../auth/token-verifier.ts';
import { ServerError } from '../server-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import { isLoopback } from './authority.ts';
import { createBearerGuard, type BearerGuard } from './bearer.ts';
import { clientAddress } from './client-address.ts';
import { corsHeaders, isPreflight, preflightHeaders, type HeaderRecord } from './cors.ts';
import type { Admission, Caller, Gatekeeper, HttpRequestHead, Refusal } from './guard.ts';
import { createHostGuard } from './host.ts';
import type { OAuthResource } from './oauth.ts';
import { createOriginGuard } from './origin.ts';
import { RateLimiter, tooManyRequests, type RateLimitOptions } from './rate-limit.ts';

export interface GatekeeperOptions {
  /** The address that the server listens on. Off loopback, `allowedHosts` and `tokens` or `oauth` must be given. */
  readonly bind: string;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Once given, every caller needs a token, on loopback too. */
  readonly tokens?: TokenVerifier | undefined;
  readonly oauth?: OAuthResource | undefined;
  /** Sessions of the server's own page. Whoever brings one is who it says, also where nobody needs a token. */
  readonly pages?: BearerVerifier | undefined;
  /** `false`: as often as they like. */
  readonly rate?: RateLimitOptions | false | undefined;
  readonly logger?: ServerLogger | undefined;
}

type Answer = Awaited<ReturnType<Gatekeeper['admit']>>;

const LOCAL_CALLER: Caller = { subject: 'anonymous', scopes: ALL_SCOPES };
/** Whoever looks at what is public; may do nothing else. */
const PUBLIC_CALLER: Caller = { subject: 'anonymous', scopes: new Set() };

/** Throws a ServerError that says what to do when the door would stand open, or a setting cannot be read. */
export function createGatekeeper(options: GatekeeperOptions): Gatekeeper {
  const { logger } = options;
  const refuseHost = createHostGuard(options);
  const refuseOrigin = createOriginGuard(options);
  const identify = createIdentify(options);
  const limit = createLimit(options.rate);
  const noted = (guard: string, refusal: Refusal, { remoteAddress }: HttpRequestHead): Refusal => {
    // A client that looks for the way to a token begins with a refusal.
    const level = guard === 'bearer' ? 'info' : 'warning';
    logger?.log(level, 'request_refused', { guard, status: refusal.status, remote_address: remoteAddress });
    return refusal;
  };
  return {
    async admit(head, isOpen = false): Promise<Answer> {
      const foreignHost = refuseHost(head);
      if (foreignHost) return noted('host', foreignHost, head);
      const foreignOrigin = refuseOrigin(head);
      if (foreignOrigin) return noted('origin', foreignOrigin, head);
      const { origin } = head.headers;
      if (origin !== undefined && isPreflight(head)) return { preflight: preflightHeaders(origin, head) };
      const headers = corsHeaders(origin);
      const identified = await identify(head, isOpen);
      const tooMany = limit(head, identified);
      if (tooMany) return noted('rate', withHeaders(tooMany, headers), head);
      if ('status' in identified) return noted('bearer', withHeaders(identified, headers), head);
      return { caller: identified, headers } satisfies Admission;
    },
  };
}

/** A browser shows a page nothing of an answer without them, not even the way to a token. */
function withHeaders(refusal: Refusal, headers: HeaderRecord): Refusal {
  return { ...refusal, headers: { ...headers, ...refusal.headers } };
}

type Identify = (head: HttpRequestHead, isOpen: boolean) => Promise<Caller | Refusal>;

function createIdentify(options: GatekeeperOptions): Identify {
  const check = createCheck(options);
  const page = options.pages ? createBearerGuard({ verifiers: [options.pages] }) : undefined;
  return async ({ headers }, isOpen) => {
    if (page && options.pages && bringsOneOf(options.pages, headers)) return page(headers);
    if (check === undefined) return LOCAL_CALLER;
    return isOpen ? PUBLIC_CALLER : check(headers);
  };
}

function bringsOneOf(verifier: BearerVerifier, { authorization = '' }: HttpRequestHead['headers']): boolean {
  return /^bearer /i.test(authorization) && verifier.recognises(authorization.slice('bearer '.length).trimStart());
}

/** `undefined` on a loopback bind where nobody asked for tokens: whoever reaches it sits at this machine. */
function createCheck({ bind, tokens, oauth }: GatekeeperOptions): BearerGuard | undefined {
  if (!isLoopback(bind) && oauth === undefined && tokens?.hasUsable !== true) {
    throw new ServerError('INVALID_OPTIONS', openDoor(bind));
  }
  const verifiers = [tokens, oauth?.verifier].filter((verifier) => verifier !== undefined);
  if (verifiers.length === 0) return undefined;
  return createBearerGuard({ verifiers, metadataUrl: oauth?.metadataUrl, scopes: oauth?.scopes });
}

/**
 * Whoever has shown a good token is counted by it, everyone else by address, in buckets apart: strangers cannot use up
 * what a known client has, not even from behind the same proxy.
 */
function createLimit(rate: GatekeeperOptions['rate']) {
  if (rate === false) return () => undefined;
  const known = new RateLimiter(rate);
  const strangers = new RateLimiter(rate);
  return ({ remoteAddress }: HttpRequestHead, identified: Caller | Refusal): Refusal | undefined => {
    const isKnown = 'subject' in identified && identified !== LOCAL_CALLER && identified !== PUBLIC_CALLER;
    const wait = isKnown ? known.take(identified.subject) : strangers.take(clientAddress(remoteAddress));
    return wait > 0 ? tooManyRequests(wait) : undefined;
  };
}

function openDoor(bind: string): string {
  return `The server listens on ${bind}, where other machines reach it, and has no valid token to tell callers by. Create a token first, or set up OAuth, or listen on 127.0.0.1.`;
}
