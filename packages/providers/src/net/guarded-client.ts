/**
 * The only way out to the network. A client is made for one address that the user configured and reaches no other place:
 * each call is bounded in time and in what it reads, and a redirection is followed within the same origin only. Nothing is
 * connected before the first call; connections are kept alive and shared by the runtime.
 */
import type { Fetch } from './fetch.ts';
import { HttpFailure } from './http-failure.ts';
import { readBody } from './read-body.ts';
import { readRetryAfter } from './retry-after.ts';

export interface GuardedClientOptions {
  /** `http://localhost:11434`, `https://host/v1`. Paths are put behind it. */
  readonly baseUrl: string;
  /** Sent as a bearer token, to that origin and none other. */
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  /** Longest answer that is read. */
  readonly maxBytes: number;
  readonly fetch?: Fetch;
  readonly now?: () => number;
}

export interface Call {
  /** Behind the base URL: `/api/embed`. */
  readonly path: string;
  /** Sent as JSON; without it the call is a GET. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly timeoutMs?: number;
}

export interface GuardedClient {
  /** The answer's JSON. Fails with HttpFailure and nothing else. */
  call(call: Call): Promise<unknown>;
  /** Ends calls under way, and every later one, as cancelled. */
  close(): void;
}

const MOST_REDIRECTS = 3;
/** An error's explanation is read so that the connection can be used again; a long one is not worth that. */
const MAX_ERROR_BYTES = 65_536;
const KEEPS_METHOD = new Set([307, 308]);
const MOVED = new Set([301, 302, 303, ...KEEPS_METHOD]);

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const closing = new AbortController();
  return {
    call: (call) => callWithin(options, call, closing.signal),
    close: () => closing.abort(),
  };
}

async function callWithin(options: GuardedClientOptions, call: Call, closed: AbortSignal): Promise<unknown> {
  const slow = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
  const unwanted = call.signal ? AbortSignal.any([call.signal, closed]) : closed;
  const signal = AbortSignal.any([unwanted, slow]);
  if (signal.aborted) throw new HttpFailure('cancelled');
  let answering = false;
  try {
    const response = await send(options, call, signal);
    answering = true;
    return await read(response, options);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (unwanted.aborted) throw new HttpFailure('cancelled');
    if (slow.aborted) throw new HttpFailure('slow');
    throw new HttpFailure(answering ? 'cut' : 'unreachable');
  }
}

/** Follows redirections, as far as that is safe. */
async function send(options: GuardedClientOptions, call: Call, signal: AbortSignal): Promise<Response> {
  const { fetch = globalThis.fetch as Fetch } = options;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  let url = new URL(options.baseUrl.replace(/\/+$/, '') + call.path);
  const { origin } = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: headersFor(options, body),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    });
    if (!MOVED.has(response.status)) return response;
    await response.body?.cancel();
    url = nextUrl(response, url);
    const keepsBody = body === undefined || KEEPS_METHOD.has(response.status);
    if (url.origin !== origin || !keepsBody) break;
  }
  throw new HttpFailure('redirected');
}

function headersFor({ key }: GuardedClientOptions, body: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
}

function nextUrl(response: Response, from: URL): URL {
  const location = response.headers.get('location') ?? '';
  if (!URL.canParse(location, from.href)) throw new HttpFailure('redirected');
  return new URL(location, from.href);
}

async function read(response: Response, { maxBytes, now = Date.now }: GuardedClientOptions): Promise<unknown> {
  if (!response.ok) {
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), now());
    throw new HttpFailure('status', {
      status: response.status,
      explained: await isExplained(response),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  const text = await readBody(response, maxBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpFailure('garbage');
  }
}

/** Whether the service itself says what is wrong, and not something in front of it. */
async function isExplained(response: Response): Promise<boolean> {
  try {
    const explanation = JSON.parse(await readBody(response, MAX_ERROR_BYTES)) as unknown;
    return typeof explanation === 'object' && explanation !== null;
  } catch {
    return false;
  }
}
