/** A base server over HTTP on a free port of this machine, and the few requests that tests send by hand. */
import { EventEmitter } from 'node:events';
import { McpBaseServer } from '../mcp-base-server.ts';
import type { McpBaseServerOptions } from '../server-options.ts';
import type { Tool } from '../tools/tool.ts';
import { createHttpTransport, type HttpTransport, type HttpTransportOptions } from '../transports/http/index.ts';
import { MemoryLogger } from './memory-logger.ts';
import { OpenGate } from './open-gate.ts';
import { initializeParams, MODERN_META, type WireMessage } from './piped-server.ts';
import { echo } from './sample-tools.ts';

export interface HttpTestOptions extends Partial<HttpTransportOptions> {
  readonly tools?: readonly Tool[];
  readonly server?: Partial<McpBaseServerOptions>;
  readonly prepare?: (server: McpBaseServer) => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: WireMessage;
}

const BOTH = 'application/json, text/event-stream';

export class HttpTestServer {
  readonly logger = new MemoryLogger();
  readonly gate = new OpenGate();
  readonly signals = new EventEmitter();
  readonly server: McpBaseServer;
  readonly transport: HttpTransport;
  run: Promise<void> = Promise.resolve();

  private constructor({ tools = [echo], server, prepare, ...http }: HttpTestOptions) {
    this.server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger: this.logger, ...server });
    for (const one of tools) this.server.registerTool(one);
    prepare?.(this.server);
    this.transport = createHttpTransport({ port: 0, gatekeeper: this.gate, logger: this.logger, ...http });
  }

  static async start(options: HttpTestOptions = {}): Promise<HttpTestServer> {
    const made = new HttpTestServer(options);
    made.run = made.server.run({ transport: made.transport, signals: made.signals });
    await Promise.race([made.run, made.logged('http_listening')]);
    return made;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.transport.address?.port}`;
  }

  get url(): URL {
    return new URL('/mcp', this.origin);
  }

  async stop(): Promise<void> {
    await this.server.shutdown();
    await this.run;
  }

  /** Resolves when so many lines of this event have been logged. */
  async logged(event: string, count = 1): Promise<void> {
    while (this.logger.of(event).length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  get(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.origin), { headers, ...init });
  }

  post(body: unknown, headers: Record<string, string> = {}, path = '/mcp'): Promise<Response> {
    return fetch(new URL(path, this.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: BOTH, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
  }

  async send(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.post(body, headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : JSON.parse(text),
    } as Answer;
  }

  /** Opens a session and returns its id. */
  async open(version = '2025-11-25', headers: Record<string, string> = {}): Promise<string> {
    const { headers: answered } = await this.send(request(0, 'initialize', initializeParams(version)), headers);
    const id = answered.get('mcp-session-id') ?? '';
    await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { 'mcp-session-id': id, ...headers });
    return id;
  }

  /** A request within a session. */
  ask(session: string, message: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(message, { 'mcp-session-id': session, ...headers });
  }
}

export function request(id: string | number, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) };
}

export function call(id: string | number, name: string, given: object = {}, meta?: object): object {
  return request(id, 'tools/call', { name, arguments: given, ...(meta ? { _meta: meta } : {}) });
}

/** A request of the stateless revision with the headers that belong to it. */
export function stateless(id: string | number, method: string, params: Record<string, unknown> = {}) {
  const name = params['name'] ?? params['uri'];
  return {
    body: request(id, method, { ...params, _meta: { ...MODERN_META, ...(params['_meta'] as object) } }),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

/** The events of a stream as they come, comments left out. */
export async function* events(response: Response): AsyncGenerator<{ id?: string; event?: string; data: string }> {
  let unread = '';
  for await (const chunk of response.body ?? []) {
    const frames = (unread + Buffer.from(chunk as Uint8Array).toString('utf8')).split('\n\n');
    unread = frames.pop() ?? '';
    for (const frame of frames) {
      const fields = frame.split('\n').filter((line) => !line.startsWith(':'));
      if (fields.length === 0) continue;
      const pairs = fields.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
      yield Object.fromEntries(pairs) as { data: string };
    }
  }
}
