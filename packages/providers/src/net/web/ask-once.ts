/** One try: wait for the host's pace, send, look at the status, read what is to be read. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Clock } from '@zapomni/core/ports';
import { HttpFailure } from '../http-failure.ts';
import { readRetryAfter } from '../retry-after.ts';
import { readAll } from '../wire/read-all.ts';
import type { TimeLimits } from '../wire/time-caps.ts';
import type { Received, Wire } from '../wire/wire.ts';
import type { CheckedRequest } from './check-request.ts';
import type { HostPaces } from './host-paces.ts';
import { safeHeaders } from './safe-headers.ts';
import { DEFAULT_MAX_BYTES, MOST_REDIRECTS } from './web-options.ts';

export interface Asking {
  readonly wire: Wire;
  readonly paces: HostPaces;
  readonly clock: Clock;
  readonly limits: TimeLimits;
  readonly userAgent: string;
}

export type WantedRequest = CheckedRequest & { readonly signal: AbortSignal };

export interface Asked {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

const BAD_STATUS = 500;
/** These ask to be tried again, whatever their number. */
const NOT_NOW = new Set([408, 425, 429]);

/** `conditions`: heads that ask for the whole only if it has changed. Fails with HttpFailure. */
export async function askOnce(
  { wire, paces, clock, limits, userAgent }: Asking,
  request: WantedRequest,
  conditions: Readonly<Record<string, string>>,
): Promise<Asked> {
  const { url, method, body, signal, accept = '*/*', maxBytes = DEFAULT_MAX_BYTES, timeoutMs } = request;
  const leave = await paces.enter(url.host, request.pace, signal);
  const asked = new AskedBefore(request);
  const sent = wire.send({
    url,
    method,
    headers: { accept, 'user-agent': userAgent, ...request.headers, ...conditions },
    body,
    limits: timeoutMs === undefined ? limits : { ...limits, totalMs: timeoutMs },
    maxBytes,
    mostRedirects: MOST_REDIRECTS,
    signal,
    beforeHop: async (hop) => {
      await asked.hop(hop.href);
      await paces.pass(hop.host, signal);
    },
    onEnd: leave,
  });
  const received = await sent.catch((failure: unknown) => asked.explain(failure));
  if (received.status >= BAD_STATUS || NOT_NOW.has(received.status)) throw refusal(received, paces, clock.now());
  return {
    status: received.status,
    url: received.url.href,
    headers: safeHeaders(received.headers),
    body: request.as === 'stream' ? received.body : await readAll(received.body),
  };
}

/** Whoever is asked before a redirection may say no; then that is why it failed, and to try again would not help. */
class AskedBefore {
  readonly #request: WantedRequest;
  #no: ZapomniError | null = null;

  constructor(request: WantedRequest) {
    this.#request = request;
  }

  async hop(url: string): Promise<void> {
    try {
      await this.#request.beforeRedirect?.(url);
    } catch (why) {
      if (why instanceof ZapomniError) this.#no = why;
      throw why;
    }
  }

  explain(failure: unknown): never {
    throw this.#no ?? failure;
  }
}

/** When the host says when to come back, everybody waits until then. */
function refusal({ status, url, headers, discard }: Received, paces: HostPaces, now: number): HttpFailure {
  discard();
  const retryAfterMs = readRetryAfter(headers['retry-after'] ?? null, now);
  if (retryAfterMs === undefined) return new HttpFailure('status', { status });
  paces.rest(url.host, retryAfterMs);
  return new HttpFailure('status', { status, retryAfterMs });
}
