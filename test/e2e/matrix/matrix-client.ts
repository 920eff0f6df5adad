/** The clients there are, by one interface, over each way that they can take to a server. */
import {
  Client as ClientV2,
  SSEClientTransport as SseV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface Command {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

/** Where a client finds the server: a command to start for stdio, an address for the rest. */
export interface Place {
  readonly command: Command;
  readonly origin: string;
  /** Sees the HTTP traffic. */
  readonly fetch?: typeof fetch;
}

export interface Heard {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

/** What all clients can do under one name or another. */
interface SdkClient {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, ...rest: unknown[]): Promise<ToolAnswer>;
  readResource(params: { uri: string }): Promise<{ contents: { text: string }[] }>;
  subscribeResource(params: { uri: string }): Promise<unknown>;
  listen(filter: object): Promise<unknown>;
  getPrompt(params: object): Promise<{ messages: { content: { text: string } }[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  fallbackNotificationHandler?: (heard: Heard) => Promise<void>;
  onerror?: (error: Error) => void;
}

interface SdkTransport {
  onmessage?: unknown;
  readonly stderr?: unknown;
}

type Generation = 'v1' | 'v2' | 'v2 pinned' | 'v2 auto';
type Route = 'stdio' | 'http' | 'sse';

export class MatrixClient {
  /** The notifications that nothing else took. */
  readonly heard: Heard[] = [];
  /** Every message since the connection was made, as it came. */
  readonly received: (Heard & { readonly id?: unknown })[] = [];
  readonly errors: Error[] = [];
  readonly transport: SdkTransport;
  readonly #sdk: SdkClient;
  readonly #generation: Generation;

  private constructor(generation: Generation, transport: SdkTransport) {
    this.#generation = generation;
    this.transport = transport;
    this.#sdk = createSdkClient(generation);
    this.#sdk.fallbackNotificationHandler = async (heard) => void this.heard.push(heard);
    // Both SDKs take progress that comes in one piece with the answer for somebody else's, and drop it.
    this.#sdk.onerror = (error) => void (/unknown token/.test(error.message) || this.errors.push(error));
  }

  static async open({ generation, route }: Way, place: Place): Promise<MatrixClient> {
    const client = new MatrixClient(generation, createTransport(generation, route, place));
    await client.#sdk.connect(client.transport);
    client.#watch();
    return client;
  }

  #watch(): void {
    const pass = this.transport.onmessage as (...said: unknown[]) => void;
    this.transport.onmessage = (...said: unknown[]) => {
      this.received.push(said[0] as Heard);
      pass.apply(this.transport, said);
    };
  }

  async tools(): Promise<string[]> {
    return (await this.#sdk.listTools()).tools.map(({ name }) => name);
  }

  /** The older SDK takes a schema before the options. */
  call(name: string, given: Record<string, unknown> = {}, options: CallOptions = {}): Promise<ToolAnswer> {
    const rest = this.#generation === 'v1' ? [undefined, options] : [options];
    return this.#sdk.callTool({ name, arguments: given }, ...rest);
  }

  async text(name: string, given: Record<string, unknown> = {}, options: CallOptions = {}): Promise<string> {
    return (await this.call(name, given, options)).content[0]?.text ?? '';
  }

  async read(uri: string): Promise<string> {
    return (await this.#sdk.readResource({ uri })).contents[0]?.text ?? '';
  }

  /** The stateless revision has a stream for it, the older ones a request. */
  async subscribe(uri: string): Promise<void> {
    if (this.#isStateless) await this.#sdk.listen({ resourceSubscriptions: [uri] });
    else await this.#sdk.subscribeResource({ uri });
  }

  /** The addresses that it was told of so far. */
  get updates(): unknown[] {
    return this.heard
      .filter(({ method }) => method === 'notifications/resources/updated')
      .map(({ params }) => params?.['uri']);
  }

  async prompt(name: string, given: Record<string, string>): Promise<string> {
    return (await this.#sdk.getPrompt({ name, arguments: given })).messages[0]?.content.text ?? '';
  }

  async completions(ref: object, name: string, value: string): Promise<string[]> {
    return (await this.#sdk.complete({ ref, argument: { name, value } })).completion.values;
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  get #isStateless(): boolean {
    return this.#generation === 'v2 pinned' || this.#generation === 'v2 auto';
  }
}

export interface Way {
  readonly generation: Generation;
  readonly route: Route;
}

/** What exists: SDK v1 speaks no stateless revision, and the stateless revision has no SSE transport. */
export const WAYS: readonly (readonly [string, Way])[] = [
  ['SDK v1, stdio', { generation: 'v1', route: 'stdio' }],
  ['SDK v2, stdio', { generation: 'v2', route: 'stdio' }],
  ['SDK v2, stdio, 2026-07-28', { generation: 'v2 pinned', route: 'stdio' }],
  ['SDK v2, stdio, finding out', { generation: 'v2 auto', route: 'stdio' }],
  ['SDK v1, HTTP session', { generation: 'v1', route: 'http' }],
  ['SDK v2, HTTP session', { generation: 'v2', route: 'http' }],
  ['SDK v2, HTTP stateless', { generation: 'v2 pinned', route: 'http' }],
  ['SDK v2, HTTP, finding out', { generation: 'v2 auto', route: 'http' }],
  ['SDK v1, SSE', { generation: 'v1', route: 'sse' }],
  ['SDK v2, SSE', { generation: 'v2', route: 'sse' }],
];

function createSdkClient(generation: Generation): SdkClient {
  const about = { name: 'matrix', version: '1' };
  if (generation === 'v1') return new ClientV1(about) as unknown as SdkClient;
  const modes = { v2: 'legacy', 'v2 pinned': { pin: '2026-07-28' }, 'v2 auto': 'auto' } as const;
  return new ClientV2(about, { versionNegotiation: { mode: modes[generation] } }) as unknown as SdkClient;
}

function createTransport(generation: Generation, route: Route, { command, origin, fetch: seen }: Place): SdkTransport {
  const options = seen ? { fetch: seen } : {};
  const started = {
    command: process.execPath,
    args: [...command.args],
    env: command.env ?? {},
    stderr: 'pipe' as const,
  };
  const isFirst = generation === 'v1';
  if (route === 'stdio') return isFirst ? new StdioV1(started) : new StdioV2(started);
  if (route === 'sse')
    return isFirst ? new SseV1(new URL('/sse', origin), options) : new SseV2(new URL('/sse', origin), options);
  return isFirst ? new HttpV1(new URL('/mcp', origin), options) : new HttpV2(new URL('/mcp', origin), options);
}
