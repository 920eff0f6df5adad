/**
 * 10,000 requests over 100 connections against the built server and against a raw `node:http` JSON echo, in turns in one
 * run: requests per second, latency, and the server's own CPU per request, which another process on the machine does not
 * change. The load comes from the same machine, so that latency under load says more about its cores than about us.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { round, spread } from './lib/figures.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 100;
const TICKS_PER_SECOND = 100;
const ALLOWED_PER_SECOND = 1000;
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

interface Kind {
  readonly server: Server;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export async function benchHttp(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = {
    ...process.env,
    ZAPOMNI_DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ZAPOMNI_STDIO: 'false',
    ZAPOMNI_TOOLS: 'all',
  };
  const echo = await start([join(import.meta.dirname, 'lib', 'http-echo.mjs')], env);
  const zapomni = await start([server, 'serve', '--http-port', '0'], env);
  try {
    return await measureAll(echo, zapomni);
  } finally {
    for (const { child } of [echo, zapomni]) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureAll(echo: Server, zapomni: Server) {
  const session = { 'mcp-session-id': await openSession(zapomni) };
  const call = { name: 'get_current_workspace', arguments: {} };
  const stateless = (method: string, name?: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name ? { 'mcp-name': name } : {}),
  });
  const kinds: Record<string, Kind> = {
    echo: { server: echo, headers: {}, method: 'echo', params: {} },
    'tools/list, session': { server: zapomni, headers: session, method: 'tools/list', params: {} },
    'tools/list, stateless': {
      server: zapomni,
      headers: stateless('tools/list'),
      method: 'tools/list',
      params: { _meta: META },
    },
    'tools/call with the store, session': { server: zapomni, headers: session, method: 'tools/call', params: call },
    'tools/call with the store, stateless': {
      server: zapomni,
      headers: stateless('tools/call', call.name),
      method: 'tools/call',
      params: { ...call, _meta: META },
    },
  };
  for (const kind of Object.values(kinds)) await load(kind, REQUESTS / 10);
  const rows: Record<string, Awaited<ReturnType<typeof load>> & { cpuToEcho?: number }> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    // The server lets one client send a thousand requests a second for long; its allowance fills up again meanwhile.
    await new Promise((resolve) => setTimeout(resolve, (REQUESTS * 1.2 * 1000) / ALLOWED_PER_SECOND));
    rows[name] = await load(kind, REQUESTS);
  }
  const floor = rows['echo']?.cpuMicroseconds ?? Number.NaN;
  for (const row of Object.values(rows)) row.cpuToEcho = round(row.cpuMicroseconds / floor);
  return { requests: REQUESTS, connections: CONNECTIONS, rows };
}

async function start(args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event !== 'http_listening') continue;
    child.stderr.resume();
    return { child, port };
  }
  throw new Error('the server did not listen');
}

async function load({ server, headers, method, params }: Kind, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latencies: number[] = [];
  let errors = 0;
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const id = next++;
      const began = performance.now();
      const answer = await post(server.port, { agent, headers }, { jsonrpc: '2.0', id, method, params });
      latencies.push(performance.now() - began);
      if (answer.status !== 200 || !answer.body.includes(`"id":${id}`) || answer.body.includes('"error"')) errors++;
    }
  };
  const [cpu, began] = [cpuSeconds(server), performance.now()];
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    errors,
    perSecond: round(count / seconds, 0),
    cpuMicroseconds: round(((cpuSeconds(server) - cpu) / count) * 1e6, 0),
    milliseconds: spread(latencies),
  };
}

async function openSession(server: Server): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const { headers } = await post(server.port, { headers: {} }, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  return String(headers['mcp-session-id']);
}

async function post(
  port: number,
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
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() };
}

/** User and system time of the process, all threads. */
function cpuSeconds({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
