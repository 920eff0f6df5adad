/**
 * JSON to and from one address that the user configured, over a wire that reaches no other place: each call is bounded in time
 * and in what it reads, and a redirection is followed within the same origin only. Nothing is loaded or connected before the
 * first call; connections are kept alive.
 */
import { originRules } from './address/reach-rules.ts';
import { HttpFailure } from './http-failure.ts';
import { readRetryAfter } from './retry-after.ts';
import { readAll } from './wire/read-all.ts';
import type { Received, Wire } from './wire/wire.ts';

export interface GuardedClientOptions {
  /** `http://localhost:11434`, `https://host/v1`. Paths are put behind it. */
  readonly baseUrl: string;
  /** Sent as a bearer token, to that origin and none other. */
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  /** Longest answer that is read. */
  readonly maxBytes: number;
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

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  let wire: Promise<Wire> | undefined;
  let isClosed = false;
  return {
    async call(call) {
      if (isClosed) throw new HttpFailure('cancelled');
      wire ??= openWire(options.baseUrl);
      return read(await send(await wire, options, call), options);
    },
    close() {
      isClosed = true;
      void wire?.then((opened) => opened.close());
    },
  };
}

/** The runtime's HTTP comes with the first call. */
async function openWire(baseUrl: string): Promise<Wire> {
  const { Wire: Opened } = await import('./wire/wire.ts');
  return new Opened({ rules: originRules(baseUrl) });
}

function send(wire: Wire, options: GuardedClientOptions, call: Call): Promise<Received> {
  const { timeoutMs = options.timeoutMs } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  return wire.send({
    url: new URL(options.baseUrl.replace(/\/+$/, '') + call.path),
    method: body === undefined ? 'GET' : 'POST',
    headers: headersFor(options, body),
    body,
    // A model that is being loaded sends nothing for a long time.
    limits: { connectMs: timeoutMs, firstByteMs: timeoutMs, totalMs: timeoutMs },
    maxBytes: options.maxBytes,
    mostRedirects: MOST_REDIRECTS,
    signal: call.signal,
  });
}

function headersFor({ key }: GuardedClientOptions, body: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
}

async function read(answer: Received, { now = Date.now }: GuardedClientOptions): Promise<unknown> {
  if (answer.status < 200 || answer.status > 299) {
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'] ?? null, now());
    throw new HttpFailure('status', {
      status: answer.status,
      explained: await isExplained(answer),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  const text = (await readAll(answer.body)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpFailure('garbage');
  }
}

/** Whether the service itself says what is wrong, and not something in front of it. */
async function isExplained({ body }: Received): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ERROR_BYTES) return false;
      chunks.push(chunk);
    }
    const explanation = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    return typeof explanation === 'object' && explanation !== null;
  } catch {
    return false;
  }
}
