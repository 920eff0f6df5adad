/** Load over HTTP on a server process, and what the server spent on it by its own account. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { round, spread } from './figures.ts';

const TICKS_PER_SECOND = 100;
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

export interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

/** What is asked again and again. */
export interface Load {
  readonly server: Server;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** The server says on stderr where it listens. */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event !== 'http_listening') continue;
    child.stderr.resume();
    return { child, port };
  }
  throw new Error('the server did not listen');
}

export function inSession(server: Server, session: string, method: string, params: Record<string, unknown> = {}): Load {
  return { server, headers: { 'mcp-session-id': session }, method, params };
}

export function stateless(server: Server, method: string, params: Record<string, unknown> = {}): Load {
  const { name, _meta } = params;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
  return { server, headers, method, params: { ...params, _meta: { ...META, ...(_meta as object) } } };
}

/** So many requests over so many connections, each of which waits for its answer. */
export async function load({ server, headers, method, params }: Load, count: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let errors = 0;
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const id = next++;
      const began = performance.now();
      const answer = await post(server, { agent, headers }, { jsonrpc: '2.0', id, method, params });
      latencies.push(performance.now() - began);
      if (answer.status !== 200 || !answer.body.includes(`"id":${id}`) || answer.body.includes('"error"')) errors++;
    }
  };
  const [cpu, began] = [cpuSeconds(server), performance.now()];
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    requests: count,
    errors,
    perSecond: round(count / seconds, 0),
    cpuMicroseconds: round(((cpuSeconds(server) - cpu) / count) * 1e6, 0),
    milliseconds: spread(latencies),
  };
}

export async function openSession(server: Server): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const { headers } = await post(server, { headers: {} }, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const session = String(headers['mcp-session-id']);
  const said = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await post(server, { headers: { 'mcp-session-id': session } }, said);
  return session;
}

export async function post(
  { port }: Server,
  { agent, headers }: { agent?: Agent; headers: Record<string, string> },
  message: object,
) {
  const body = JSON.stringify(message);
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/mcp',
    ...(agent ? { agent } : {}),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() };
}

/** User and system time of the process, all threads. */
export function cpuSeconds({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
