/**
 * The only code that connects to anything. A wire has rules of where it may go and keeps to them at every hop; each call is
 * bounded in time, in bytes and in redirections.
 *
 *   request ─ rules: may this URL be reached? ─ lookup: may its addresses? ─ connect to one of those ─ head
 *      ↑                                                                                               │
 *      └─────────────────────────── redirection: the same again, with less to show ────────────────────┤
 *                                                                             unpack, count, hand on ←─┘
 *
 * Connections are kept for a few seconds and used again; they keep no process alive. Cookies and proxies do not exist here.
 */
import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { checkedLookup, type LookupParts } from '../address/checked-lookup.ts';
import { mayConnect, type Reach, type ReachRules } from '../address/reach-rules.ts';
import { HttpFailure } from '../http-failure.ts';
import { boundedBody } from './bounded-body.ts';
import { ACCEPTED_ENCODINGS } from './decompress.ts';
import { isMove, nextHop, type Step } from './next-hop.ts';
import { openHop } from './open-hop.ts';
import { TimeCaps, type TimeLimits } from './time-caps.ts';

export interface WireOptions extends LookupParts {
  readonly rules: ReachRules;
  /** Certificates to trust in place of the system's. */
  readonly ca?: string | undefined;
}

export interface WireRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly limits: TimeLimits;
  readonly maxBytes: number;
  readonly mostRedirects: number;
  readonly signal?: AbortSignal | undefined;
  /** Awaited before a redirection is followed. */
  readonly beforeHop?: ((url: URL) => Promise<void>) | undefined;
  /** Called once, when nothing is under way any more. */
  readonly onEnd?: (() => void) | undefined;
}

export interface Received {
  readonly status: number;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** Read it, or call `discard`. Fails with HttpFailure. */
  readonly body: AsyncGenerator<Uint8Array>;
  discard(): void;
}

/** A little less than the five seconds after which common servers close a connection that nobody uses. */
const IDLE_MS = 4000;
/** What is shorter than this is read to its end for the sake of the connection. */
const WORTH_READING = 16_384;
const WITHOUT_BODY = new Set([204, 304]);

export class Wire {
  readonly #options: WireOptions;
  readonly #http = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  readonly #https: HttpsAgent;
  readonly #closing = new AbortController();

  constructor(options: WireOptions) {
    this.#options = options;
    this.#https = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS, ...(options.ca ? { ca: options.ca } : {}) });
  }

  /** Fails with HttpFailure and nothing else. */
  async send(request: WireRequest): Promise<Received> {
    const caps = new TimeCaps(request.limits, [this.#closing.signal, request.signal], request.onEnd);
    try {
      caps.check();
      const { response, url } = await this.#follow(request, caps);
      return received(request, response, { url, caps });
    } catch (error) {
      caps.done();
      throw caps.failure(error, 'unreachable');
    }
  }

  /** Ends calls under way, and every later one, as cancelled. */
  close(): void {
    this.#closing.abort();
    this.#http.destroy();
    this.#https.destroy();
  }

  async #follow(request: WireRequest, caps: TimeCaps): Promise<{ response: IncomingMessage; url: URL }> {
    const { rules } = this.#options;
    const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers };
    let step: Step = { url: request.url, headers };
    for (let hop = 0; ; hop++) {
      const response = await this.#open(request, step, caps);
      const status = response.statusCode ?? 0;
      if (!isMove(status)) return { response, url: step.url };
      leave(response);
      if (hop === request.mostRedirects) throw new HttpFailure('redirected');
      step = nextHop(step, { status, location: response.headers.location }, request.body !== undefined, rules);
      await request.beforeHop?.(step.url);
      caps.check();
    }
  }

  #open({ method, body }: WireRequest, { url, headers }: Step, caps: TimeCaps): Promise<IncomingMessage> {
    const reach = this.#options.rules(url);
    if (reach === null) throw new HttpFailure('not allowed');
    checkLiteral(url, reach);
    return openHop(
      {
        url,
        method,
        headers,
        body,
        agent: url.protocol === 'https:' ? this.#https : this.#http,
        lookup: reach === 'anywhere' ? undefined : checkedLookup(reach, this.#options),
      },
      caps,
    );
  }
}

/** A host that is an address is never looked up. URLs have it in its plain form, however it was spelt. */
function checkLiteral({ hostname }: URL, reach: Reach): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !mayConnect(reach, address)) throw new HttpFailure('private');
}

function received(
  { method, maxBytes }: WireRequest,
  response: IncomingMessage,
  { url, caps }: { readonly url: URL; readonly caps: TimeCaps },
): Received {
  const status = response.statusCode ?? 0;
  const hasBody = method !== 'HEAD' && !WITHOUT_BODY.has(status);
  // A failure while nobody reads is seen by whoever reads next.
  response.on('error', () => undefined);
  return {
    status,
    url,
    headers: response.headers,
    body: hasBody ? boundedBody(response, maxBytes, caps) : nothing(response, caps),
    discard() {
      caps.done();
      leave(response);
    },
  };
}

async function* nothing(response: IncomingMessage, caps: TimeCaps): AsyncGenerator<Uint8Array> {
  caps.done();
  response.resume();
  yield* [];
}

function leave(response: IncomingMessage): void {
  response.on('error', () => undefined);
  if (Number(response.headers['content-length'] ?? Infinity) <= WORTH_READING) response.resume();
  else response.destroy();
}
