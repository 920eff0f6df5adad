/**
 * 10,000 requests over 100 connections against the built server and against a raw `node:http` JSON echo, in turns in one
 * run: requests per second, latency, and the server's own CPU per request, which another process on the machine does not
 * change. Then the same beside a plain SDK server (http-sdk.ts), streams, and what sessions weigh (http-sessions.ts). The
 * load comes from the same machine, so that latency under load says more about its cores than about us.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBesideSdk } from './http-sdk.ts';
import { measureSessions, measureStreams } from './http-sessions.ts';
import { round } from './lib/figures.ts';
import { inSession, load, openSession, startServer, stateless, type Load, type Server } from './lib/http-load.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 100;
const ALLOWED_PER_SECOND = 1000;

export async function benchHttp(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = {
    ...process.env,
    ZAPOMNI_DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ZAPOMNI_STDIO: 'false',
    ZAPOMNI_TOOLS: 'all',
  };
  const at = (file: string) => join(import.meta.dirname, 'lib', file);
  const servers = {
    echo: await startServer([at('http-echo.mjs')], env),
    zapomni: await startServer([server, 'serve', '--http-port', '0'], env),
    base: await startServer(['--expose-gc', at('sixty-base-server.mjs')]),
    sdk: await startServer(['--expose-gc', at('sixty-sdk-server.mjs')]),
  };
  try {
    const { base, sdk } = servers;
    return {
      connections: CONNECTIONS,
      rows: await measureAll(servers.echo, servers.zapomni),
      sixtyTools: await measureBesideSdk(base, sdk, CONNECTIONS),
      streams: await measureStreams(base),
      idleSessions: {
        ours: await measureSessions(at('sixty-base-server.mjs')),
        plain: await measureSessions(at('sixty-sdk-server.mjs')),
      },
    };
  } finally {
    for (const { child } of Object.values(servers)) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureAll(echo: Server, zapomni: Server) {
  const session = await openSession(zapomni);
  const call = { name: 'get_current_workspace', arguments: {} };
  const loads: Record<string, Load> = {
    echo: { server: echo, headers: {}, method: 'echo', params: {} },
    'tools/list, session': inSession(zapomni, session, 'tools/list'),
    'tools/list, stateless': stateless(zapomni, 'tools/list'),
    'tools/call with the store, session': inSession(zapomni, session, 'tools/call', call),
    'tools/call with the store, stateless': stateless(zapomni, 'tools/call', call),
  };
  for (const one of Object.values(loads)) await load(one, REQUESTS / 10, CONNECTIONS);
  const rows: Record<string, Awaited<ReturnType<typeof load>> & { cpuToEcho?: number }> = {};
  for (const [name, one] of Object.entries(loads)) {
    // The server lets one client send a thousand requests a second for long; its allowance fills up again meanwhile.
    await new Promise((resolve) => setTimeout(resolve, (REQUESTS * 1.2 * 1000) / ALLOWED_PER_SECOND));
    rows[name] = await load(one, REQUESTS, CONNECTIONS);
  }
  const floor = rows['echo']?.cpuMicroseconds ?? Number.NaN;
  for (const row of Object.values(rows)) row.cpuToEcho = round(row.cpuMicroseconds / floor);
  return rows;
}
