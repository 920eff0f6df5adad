/** The product, started from its sources on a free port, and the requests that an attacker or an honest client sends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const COMMAND = path.join(import.meta.dirname, '../../packages/cli/bin/zapomni.ts');

export type Headers = Record<string, string>;

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

interface StartOptions {
  readonly flags?: readonly string[];
  /** For Node itself. */
  readonly nodeFlags?: readonly string[];
  /** Tokens to make before the start: name, scope. */
  readonly tokens?: readonly (readonly [string, string])[];
}

export class AttackedServer {
  readonly port: number;
  readonly child: ChildProcess;
  readonly folder: string;
  /** By name. */
  readonly tokens: Readonly<Record<string, string>>;

  private constructor(child: ChildProcess, port: number, folder: string, tokens: Record<string, string>) {
    this.child = child;
    this.port = port;
    this.folder = folder;
    this.tokens = tokens;
  }

  /** A new folder for its data, and room beside it. */
  static createFolder(): string {
    return realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-attack-')));
  }

  static async start(folder: string, { flags = [], nodeFlags = [], tokens = [] }: StartOptions = {}) {
    const env = { ...process.env, ZAPOMNI_DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'info' };
    const made = tokens.map(([name, scope]) => {
      const args = [COMMAND, 'token', 'create', name, '--scope', scope];
      return [
        name,
        execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
      ] as const;
    });
    const args = [...nodeFlags, COMMAND, 'serve', '--http-port', '0', '--stdio', 'false', ...flags];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const port = await portOf(child);
    return new AttackedServer(child, port, folder, Object.fromEntries(made));
  }

  get isUp(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (this.isUp) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    // Another instance on the same folder may still be writing there.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** Node's own client: it sends the headers that it is told to, `Host` included. */
  async send(method: string, where: string, headers: Headers = {}, body?: string | Uint8Array): Promise<Answer> {
    const sent = httpRequest({ host: '127.0.0.1', port: this.port, method, path: where, headers, agent: false });
    // A server that refuses a body may hang up while it is still being sent.
    sent.on('error', () => undefined);
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() };
  }

  post(message: unknown, headers: Headers = {}): Promise<Answer> {
    const raw = typeof message === 'string' || message instanceof Uint8Array;
    const body = raw ? message : JSON.stringify(message);
    return this.send('POST', '/mcp', { ...JSON_BOTH, ...headers }, body);
  }

  async open(headers: Headers = {}): Promise<string> {
    return String((await this.post(INITIALIZE, headers)).headers['mcp-session-id']);
  }

  /** What an honest client says next; the answer tells whether the server is still itself. */
  async servesHonestly(headers: Headers = {}): Promise<boolean> {
    const { body, headers: own } = stateless('tools/list');
    const { status, text } = await this.post(body, { ...own, ...headers });
    return this.isUp && status === 200 && text.includes('search_memory');
  }

  /** A connection on which anything may be written. What comes back is in `received`. */
  raw(): RawConnection {
    return new RawConnection(this.port);
  }
}

export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  received = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1]);
  }
}

const JSON_BOTH = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'attack', version: '1' } },
};

/** A request of the stateless revision with its headers. */
export function stateless(method: string, params: Record<string, unknown> = {}): { body: object; headers: Headers } {
  const name = params['name'] ?? params['uri'];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'attack', version: '1' },
  };
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    said.push(line);
    if (!line.includes('"http_listening"')) continue;
    child.stderr?.resume();
    return (JSON.parse(line) as { port: number }).port;
  }
  throw new Error(`The server does not listen:\n${said.join('\n')}`);
}
