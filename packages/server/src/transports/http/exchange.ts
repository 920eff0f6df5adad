/**
 * One HTTP request on its way to an answer: who asks, what for, and the few ways to reply. Every answer carries the
 * headers that the gatekeeper wants on it and those of its route's policy.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, HttpRequestHead } from '../../guards/guard.ts';
import type { RequestId } from '../../protocol/protocol.ts';
import type { RpcErrorBody } from '../../protocol/rpc-error.ts';
import { endOfBody } from './body/end-of-body.ts';
import { HttpRefusal } from './http-refusal.ts';
import { readBody, type BodyLimits } from './body/read-body.ts';
import { policyHeaders, type RoutePolicy } from './route-policy.ts';

export type AnswerHeaders = Readonly<Record<string, string>>;

export interface ExchangeParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: HttpRequestHead;
  /** After the question mark, as it came. */
  readonly query: string;
  readonly caller: Caller;
  /** Go on every answer. */
  readonly headers: AnswerHeaders;
  readonly limits: BodyLimits;
  /** Of the route; what nobody may keep where there is none. */
  readonly policy: RoutePolicy;
}

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: HttpRequestHead;
  readonly query: string;
  readonly caller: Caller;
  /** For the log: the session that this request belongs to. */
  sessionId: string | undefined;
  readonly #headers: AnswerHeaders;
  readonly #limits: BodyLimits;
  #bodyRead = false;

  constructor({ request, response, head, query, caller, headers, limits, policy }: ExchangeParts) {
    this.request = request;
    this.response = response;
    this.head = head;
    this.query = query;
    this.caller = caller;
    this.#headers = { ...headers, ...policyHeaders(policy) };
    this.#limits = limits;
  }

  /** The header's value when it was sent exactly once. */
  header(name: string): string | undefined {
    const value = this.head.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Rejects with an HttpRefusal when the body is too long, too slow or broken off. */
  async readBody(): Promise<Buffer> {
    const { expect, 'content-length': announced = 0 } = this.request.headers;
    if (expect !== undefined && Number(announced) <= this.#limits.bodyBytes) this.response.writeContinue();
    const body = await readBody(this.request, this.#limits);
    this.#bodyRead = true;
    return body;
  }

  json(status: number, body: unknown, headers?: AnswerHeaders): void {
    this.send(status, 'application/json', JSON.stringify(body), headers);
  }

  /** A JSON-RPC error, for refusals outside any protocol handler too: clients know how to show it. */
  refuse(status: number, error: RpcErrorBody, id: RequestId | null = null, headers?: AnswerHeaders): void {
    this.json(status, { jsonrpc: '2.0', error, id }, headers);
  }

  refuseWith({ status, error, id, headers }: HttpRefusal): void {
    this.refuse(status, error, id, headers);
  }

  empty(status: number, headers?: AnswerHeaders): void {
    if (this.response.destroyed) return;
    this.#begin(status, { ...headers, ...(status === 204 || status === 304 ? {} : { 'content-length': '0' }) }).end();
  }

  send(status: number, type: string, body: string | Buffer, headers?: AnswerHeaders): void {
    if (this.response.destroyed) return;
    const length = String(Buffer.byteLength(body));
    const answer = { 'content-type': type, 'content-length': length, ...headers };
    if (this.#bodyRead || !mustStopReading(this.request)) this.#begin(status, answer).end(body);
    else this.#sendAndHangUp(status, answer, body);
  }

  /** Begins an answer whose body comes piece by piece. */
  stream(headers: AnswerHeaders): ServerResponse {
    const response = this.#begin(200, { ...STREAM_HEADERS, ...headers });
    response.flushHeaders();
    return response;
  }

  /** The answer is out before the connection is closed, so that a client that still sends gets to read it. */
  #sendAndHangUp(status: number, headers: AnswerHeaders, body: string | Buffer): void {
    const response = this.#begin(status, { ...headers, connection: 'close' });
    response.write(body);
    void this.#hangUp();
  }

  async #hangUp(): Promise<void> {
    await endOfBody(this.request);
    this.response.end();
    this.request.socket.destroySoon();
  }

  #begin(status: number, headers: AnswerHeaders): ServerResponse {
    return this.response.writeHead(status, { ...this.#headers, ...headers });
  }
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies of the nginx kind collect an answer before they pass it on, unless they are told.
  'x-accel-buffering': 'no',
};

/** Short bodies are left to the runtime, which reads them off and keeps the connection. */
const SHORT_BODY = 64 << 10;

function mustStopReading({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT_BODY;
}
