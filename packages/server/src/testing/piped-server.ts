/** A base server on a pair of streams in this process, with the wire in the test's hands. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Greeting } from '../protocol/handshake.ts';
import { McpBaseServer } from '../mcp-base-server.ts';
import type { McpBaseServerOptions } from '../server-options.ts';
import type { Tool } from '../tools/tool.ts';
import { createStdioTransport } from '../transports/stdio/index.ts';
import { MemoryLogger } from './memory-logger.ts';
import { echo } from './sample-tools.ts';

export interface WireMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

export interface PipedOptions extends Partial<McpBaseServerOptions> {
  readonly tools?: readonly Tool[];
  readonly maxRequestBytes?: number;
  readonly greeting?: Greeting;
  /** More to register, before the run begins. */
  readonly prepare?: (server: McpBaseServer) => void;
}

export class PipedServer {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly signals = new EventEmitter();
  readonly logger = new MemoryLogger();
  readonly server: McpBaseServer;
  readonly transport;
  /** Everything on stdout so far, one entry per write. */
  readonly writes: string[] = [];
  readonly messages: WireMessage[] = [];
  #unread = '';
  readonly #waiting: { wants: (message: WireMessage) => boolean; resolve: (message: WireMessage) => void }[] = [];

  constructor(options: PipedOptions = {}) {
    const { tools = [echo], maxRequestBytes = 1 << 20, greeting, prepare, ...rest } = options;
    this.server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger: this.logger, ...rest });
    for (const one of tools) this.server.registerTool(one);
    prepare?.(this.server);
    this.stdout.on('data', (chunk: Buffer) => this.#read(chunk.toString('utf8')));
    this.transport = createStdioTransport({
      stdin: this.stdin,
      stdout: this.stdout,
      maxRequestBytes,
      logger: this.logger,
      ...(greeting ? { greeting } : {}),
    });
  }

  run(signal?: AbortSignal): Promise<void> {
    return this.server.run({ transport: this.transport, signals: this.signals, ...(signal ? { signal } : {}) });
  }

  /** A string goes out as it is, anything else as a line of JSON. */
  send(message: string | Buffer | object): void {
    const raw = typeof message === 'string' || Buffer.isBuffer(message);
    this.stdin.write(raw ? message : `${JSON.stringify(message)}\n`);
  }

  request(id: string | number, method: string, params?: object): Promise<WireMessage> {
    const answer = this.answer(id);
    this.send({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
    return answer;
  }

  call(id: string | number, name: string, given: object = {}): Promise<WireMessage> {
    return this.request(id, 'tools/call', { name, arguments: given });
  }

  /** The next message with this id, `null` for errors that belong to no request. */
  answer(id: string | number | null): Promise<WireMessage> {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  next(wants: (message: WireMessage) => boolean): Promise<WireMessage> {
    return new Promise((resolve) => this.#waiting.push({ wants, resolve }));
  }

  initialize(version = '2025-06-18'): Promise<WireMessage> {
    return this.request('init', 'initialize', initializeParams(version));
  }

  #read(text: string): void {
    this.writes.push(text);
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) this.#take(JSON.parse(line) as WireMessage);
  }

  #take(message: WireMessage): void {
    this.messages.push(message);
    const index = this.#waiting.findIndex(({ wants }) => wants(message));
    if (index >= 0) this.#waiting.splice(index, 1)[0]?.resolve(message);
  }
}

export function initializeParams(protocolVersion: string): object {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '0' } };
}

/** The `_meta` of a request of the stateless revision. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
};

export function textOf(message: { readonly result?: Record<string, unknown> } | undefined): string {
  const content = message?.result?.['content'] as { text: string }[] | undefined;
  return content?.[0]?.text ?? '';
}
