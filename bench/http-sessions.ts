/** A hundred clients that stream at once, and what a thousand sessions weigh that nobody uses. */
import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { round } from './lib/figures.ts';
import {
  cpuSeconds,
  inSession,
  openSession,
  post,
  startServer,
  stateless,
  type Load,
  type Server,
} from './lib/http-load.ts';

const CLIENTS = 100;
const MESSAGES = 100;
const IDLE = 1000;

export async function measureStreams(server: Server) {
  const params = { name: 'stream', arguments: { count: MESSAGES }, _meta: { progressToken: 'p' } };
  const sessions = await Promise.all(Array.from({ length: CLIENTS }, () => openSession(server)));
  return {
    clients: CLIENTS,
    messagesEach: MESSAGES,
    session: await stream(
      server,
      sessions.map((session) => inSession(server, session, 'tools/call', params)),
    ),
    stateless: await stream(
      server,
      sessions.map(() => stateless(server, 'tools/call', params)),
    ),
  };
}

/** A stream is in order when every message came, in order, and then the answer. */
async function stream(server: Server, loads: readonly Load[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const [cpu, began] = [cpuSeconds(server), performance.now()];
  const answers = await Promise.all(
    loads.map(({ headers, method, params }) =>
      post(server, { agent, headers }, { jsonrpc: '2.0', id: 1, method, params }),
    ),
  );
  agent.destroy();
  const seconds = (performance.now() - began) / 1000;
  const messages = CLIENTS * MESSAGES;
  return {
    errors: answers.filter(({ body }) => !isWhole(body)).length,
    perSecond: round(messages / seconds, 0),
    cpuMicroseconds: round(((cpuSeconds(server) - cpu) / messages) * 1e6, 0),
  };
}

function isWhole(body: string): boolean {
  const data = body.split('\n').filter((line) => /^data: ?\{/.test(line));
  const said = data.map(
    (line) => JSON.parse(line.slice(line.indexOf('{'))) as { params?: { progress: number }; result?: object },
  );
  const steps = said.flatMap(({ params }) => params?.progress ?? []);
  return steps.length === MESSAGES && steps.every((step, n) => step === n + 1) && said.at(-1)?.result !== undefined;
}

/**
 * In a new process, after garbage was collected: by themselves, and with the stream open that clients keep for what the
 * server says.
 */
export async function measureSessions(script: string) {
  const server = await startServer(['--expose-gc', script]);
  try {
    return await weigh(server);
  } finally {
    server.child.kill('SIGKILL');
  }
}

async function weigh(server: Server) {
  await openSession(server);
  const before = await memoryOf(server);
  const ids: string[] = [];
  for (let n = 0; n < IDLE; n += 1) ids.push(await openSession(server));
  const alone = await memoryOf(server);
  const agent = new Agent({ maxSockets: IDLE });
  await Promise.all(ids.map((id) => listen(server, agent, id)));
  const listening = await memoryOf(server);
  agent.destroy();
  const each = (bytes: number, from: number) => round((bytes - from) / IDLE / 1000, 1);
  return {
    sessions: IDLE,
    kilobytesEach: { heap: each(alone.heapUsed, before.heapUsed), resident: each(alone.rss, before.rss) },
    kilobytesEachWithStream: {
      heap: each(listening.heapUsed, before.heapUsed),
      resident: each(listening.rss, before.rss),
    },
  };
}

async function listen({ port }: Server, agent: Agent, session: string): Promise<void> {
  const headers = { accept: 'text/event-stream', 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  const sent = request({ port, host: '127.0.0.1', path: '/mcp', agent, headers });
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
}

async function memoryOf({ port }: Server): Promise<NodeJS.MemoryUsage> {
  return (await (await fetch(`http://127.0.0.1:${port}/memory`)).json()) as NodeJS.MemoryUsage;
}
