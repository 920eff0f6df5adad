/** One request in plain http through the proxy: checked, sent to an address that was looked at, its answer handed on as it comes. */
import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { checkedLookup, type LookupParts } from '../address/checked-lookup.ts';
import { HttpFailure } from '../http-failure.ts';
import { counted } from './counted.ts';
import type { ProxyPass } from './proxy-pass.ts';

export interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pass: ProxyPass;
  readonly lookup: LookupParts;
}

/** Answers of the proxy itself, and no other, have it: it says what kind of failure it was. */
export const PROXY_MARK = 'x-zapomni-proxy';

const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const NEEDS_PASS = 407;
const BAD_GATEWAY = 502;
const HEAD_WITHIN_MS = 30_000;
/** About this connection and no further one. */
const HOP =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-zapomni-proxy|alt-svc|http2-settings)$/i;

export function forwardRequest({ request, response, pass, lookup }: Forwarding): void {
  const url = toUrl(request.url);
  if (url === null) {
    answer(response, BAD_REQUEST, { [PROXY_MARK]: 'no such address' });
    return;
  }
  try {
    const reach = pass.reach(url);
    const upstream = requestHttp(url, {
      agent: pass.agent,
      method: request.method ?? 'GET',
      headers: headsOf(request, url),
      lookup: checkedLookup(reach, lookup),
      timeout: HEAD_WITHIN_MS,
    });
    upstream.once('socket', (socket) => pass.hold(socket));
    upstream.once('timeout', () => upstream.destroy(new HttpFailure('slow')));
    upstream.once('response', (received) => handOn(received, response, pass));
    upstream.once('error', (error) => refuse(response, pass.fail(url, toFailure(error))));
    response.once('close', () => upstream.destroy());
    pipeline(request, counted(pass), upstream, () => {
      // An error of either side is seen there.
    });
  } catch (error) {
    refuse(response, toFailure(error));
  }
}

function handOn(received: IncomingMessage, response: ServerResponse, pass: ProxyPass): void {
  const status = received.statusCode ?? BAD_GATEWAY;
  // What only a proxy may ask for would be taken for a question of ours.
  response.writeHead(status === NEEDS_PASS ? BAD_GATEWAY : status, plainHeads(received.rawHeaders));
  received.setTimeout(0);
  pipeline(received, counted(pass), response, () => {
    // Whoever reads sees that it ended early.
  });
}

/** Answers and is done with the connection. */
export function answer(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': '0' }).end();
}

function refuse(response: ServerResponse, { kind }: HttpFailure): void {
  const isRefused = kind === 'not allowed' || kind === 'private';
  answer(response, isRefused ? FORBIDDEN : BAD_GATEWAY, { [PROXY_MARK]: kind });
}

function headsOf({ headers }: IncomingMessage, { host }: URL): Record<string, string | string[] | undefined> {
  const kept = Object.entries(headers).filter(([name]) => !HOP.test(name));
  return { ...Object.fromEntries(kept), host };
}

/** Names and values in turn, as they came. */
function plainHeads(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    if (!HOP.test(name)) kept.push(name, value);
  }
  return kept;
}

/** Plain http alone comes here; https is a tunnel. */
function toUrl(text = ''): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'http:' ? url : null;
}

export function toFailure(error: unknown): HttpFailure {
  return error instanceof HttpFailure ? error : new HttpFailure('unreachable');
}
