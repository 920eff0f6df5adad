/**
 * The `Web` port: a wire to the hosts that the user allowed, with manners. In order: the request is checked, what is kept and
 * fresh is given at once, the host's pace is awaited, the request is sent, tried again where that may help, read, kept.
 */
import type { Web, WebAnswer, WebBodies, WebBodyKind, WebRequest } from '@zapomni/core/ports';
import { hostRules, type ReachRules } from '../address/reach-rules.ts';
import { conditionsOf, freshUntil, mayKeep } from '../cache/freshness.ts';
import { WebCache, type KeptAnswer } from '../cache/web-cache.ts';
import { HttpFailure } from '../http-failure.ts';
import { BACK_OFF, realPause, withRetries } from '../with-retries.ts';
import { Wire } from '../wire/wire.ts';
import { askOnce, type Asked, type Asking } from './ask-once.ts';
import { checkRequest, type CheckedRequest } from './check-request.ts';
import { decodeText } from './decode-text.ts';
import { HostPaces } from './host-paces.ts';
import { networkOff, toUpstreamError } from './to-upstream-error.ts';
import { DEFAULT_LIMITS, DEFAULT_MAX_BYTES, DEFAULT_PACE, type WebOptions } from './web-options.ts';

/** See the `Web` contract. Connects to nothing and touches no disk before the first `fetch`. */
export function createWeb(options: WebOptions): Web {
  return new GuardedWeb(options);
}

type Found = Asked & Pick<WebAnswer, 'fromCache' | 'notModified'>;

const NOT_MODIFIED = 304;
/** Services that take their key in the address. */
const HAS_KEY = /[?&](?:api[-_]?key|access[-_]?token|auth\w*|key|passw\w*|secret|sig(?:nature)?|token)=/i;

class GuardedWeb implements Web {
  readonly isOff: boolean;
  readonly #options: WebOptions;
  readonly #rules: ReachRules;
  readonly #asking: Asking;
  readonly #cache: WebCache | undefined;
  readonly #closing = new AbortController();

  constructor(options: WebOptions) {
    const { hosts, privateHosts, clock, userAgent, pause = realPause, limits = DEFAULT_LIMITS } = options;
    this.#options = options;
    this.isOff = hosts.length + privateHosts.length === 0;
    this.#rules = hostRules(hosts, privateHosts);
    const paces = new HostPaces({ clock, pause, pace: options.pace ?? DEFAULT_PACE });
    const { resolve, route, ca } = options;
    const wire = new Wire({ rules: this.#rules, resolve, route, ca });
    this.#asking = { wire, paces, clock, limits, userAgent };
    this.#cache = options.cache && new WebCache({ ...options.cache, clock, logger: options.logger });
  }

  async fetch<Kind extends WebBodyKind = 'bytes'>(request: WebRequest<Kind>): Promise<WebAnswer<Kind>> {
    if (this.isOff) throw networkOff();
    const checked = checkRequest(request);
    try {
      if (this.#rules(checked.url) === null) throw new HttpFailure('not allowed');
      const found = await this.#find(checked);
      const { status, url, headers, fromCache, notModified } = found;
      const body = toBody(found, request.as ?? 'bytes') as WebBodies[Kind];
      return { status, url, headers, body, fromCache, notModified };
    } catch (error) {
      throw toUpstreamError(error);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#asking.wire.close();
  }

  async #find(request: CheckedRequest): Promise<Found> {
    const key = this.#cache && keyOf(request);
    if (!this.#cache || key === undefined) return fresh(await this.#ask(request, {}));
    const kept = await this.#cache.find(key);
    if (!kept) return this.#askAndKeep(request, this.#cache, key);
    if (kept.body.byteLength > (request.maxBytes ?? DEFAULT_MAX_BYTES)) throw new HttpFailure('too large');
    const isFresh = freshUntil(kept.headers, kept.receivedAt) > this.#options.clock.now();
    if (isFresh && request.cache !== 'revalidate') return { ...kept, fromCache: true, notModified: false };
    return this.#askAndKeep(request, this.#cache, key, kept);
  }

  async #askAndKeep(request: CheckedRequest, cache: WebCache, key: string, kept?: KeptAnswer): Promise<Found> {
    const asked = await this.#ask(request, kept ? conditionsOf(kept.headers) : {});
    const receivedAt = this.#options.clock.now();
    if (kept && asked.status === NOT_MODIFIED) {
      const renewed = { ...kept, headers: { ...kept.headers, ...asked.headers }, receivedAt };
      if (mayKeep(renewed.status, renewed.headers, receivedAt)) await cache.keep(key, renewed);
      return { ...renewed, fromCache: true, notModified: true };
    }
    // Where a redirection leads may change without a word, so what came that way is not kept.
    const { body, status, url, headers } = asked;
    const isDirect = url === request.url.href && body instanceof Uint8Array;
    if (isDirect && mayKeep(status, headers, receivedAt)) {
      await cache.keep(key, { url, status, headers, receivedAt, body });
    }
    return fresh(asked);
  }

  async #ask(request: CheckedRequest, conditions: Readonly<Record<string, string>>): Promise<Asked> {
    const { pause = realPause, random = Math.random, logger } = this.#options;
    const closing = this.#closing.signal;
    const signal = request.signal ? AbortSignal.any([closing, request.signal]) : closing;
    const asked = await withRetries(() => askOnce(this.#asking, { ...request, signal }, conditions), {
      waits: BACK_OFF.slice(0, triesOf(request) - 1),
      signal,
      pause,
      random,
    });
    const bytes = asked.body instanceof Uint8Array ? asked.body.byteLength : null;
    logger.log('debug', 'web_answered', { status: asked.status, bytes });
    return asked;
  }
}

function triesOf({ method, tries }: CheckedRequest): number {
  return method === 'POST' ? 1 : (tries ?? BACK_OFF.length + 1);
}

/** Undefined for what is never kept: other methods, streams, and whatever a key or the caller's own heads may have asked for. */
function keyOf({ method, url, accept = '', headers, as, cache }: CheckedRequest): string | undefined {
  const isPlain = method === 'GET' && as !== 'stream' && cache !== 'off' && Object.keys(headers).length === 0;
  return isPlain && !HAS_KEY.test(url.search) ? `${method} ${url.href} ${accept}` : undefined;
}

function fresh(asked: Asked): Found {
  return { ...asked, fromCache: false, notModified: asked.status === NOT_MODIFIED };
}

function toBody({ body, headers }: Found, as: WebBodyKind): WebBodies[WebBodyKind] {
  if (!(body instanceof Uint8Array)) return explained(body);
  return as === 'text' ? decodeText(body, headers['content-type']) : body;
}

async function* explained(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toUpstreamError(error);
  }
}
