/** The installed command over HTTP: every client generation and era, at once, beside stdio, and who may not come in. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { verifies } from '@zapomni/testkit/verifies';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packed } from './packed.ts';

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
}

let dataDir: string;
let servers: ChildProcessWithoutNullStreams[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
});
afterEach(async () => {
  for (const child of servers.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(...flags: string[]): Promise<Running> {
  const { node, bin } = packed();
  const child = spawn(node, [bin, 'serve', '--http-port', '0', ...flags], {
    env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir },
  });
  servers.push(child);
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event === 'http_listening') {
      child.stderr.resume();
      return { child, url: `http://127.0.0.1:${port}` };
    }
  }
  throw new Error('the server did not listen');
}

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

const CLIENTS: Record<
  string,
  (url: string, headers?: Record<string, string>) => Promise<{ call: Call; close(): Promise<void> }>
> = {
  'SDK v2, sessions': (url, headers) =>
    connect(
      new ClientV2({ name: 'e2e', version: '1' }),
      new HttpV2(new URL(`${url}/mcp`), { requestInit: { headers: headers ?? {} } }),
    ),
  'SDK v2, 2026-07-28': (url, headers) =>
    connect(
      new ClientV2({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      new HttpV2(new URL(`${url}/mcp`), { requestInit: { headers: headers ?? {} } }),
    ),
  'SDK v1': (url, headers) =>
    connect(
      new ClientV1({ name: 'e2e', version: '1' }),
      new HttpV1(new URL(`${url}/mcp`), { requestInit: { headers: headers ?? {} } }),
    ),
  'SDK v1 over SSE': (url) => connect(new ClientV1({ name: 'e2e', version: '1' }), new SseV1(new URL(`${url}/sse`))),
};

async function connect(
  client: ClientV2 | ClientV1,
  transport: HttpV2 | HttpV1 | SseV1,
): Promise<{ call: Call; close(): Promise<void> }> {
  await (client as ClientV2).connect(transport as HttpV2);
  return {
    async call(name, args = {}) {
      const result = await (client as ClientV2).callTool({ name, arguments: args });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as Record<string, unknown>;
    },
    close: () => client.close(),
  };
}

const openV1 = CLIENTS['SDK v1'] as (
  address: string,
  headers?: Record<string, string>,
) => Promise<{ call: Call; close(): Promise<void> }>;

describe('over HTTP', () => {
  it('serves every client generation at once from one store', async () => {
    verifies('R077', 'R221', 'R235', 'R236', 'R237', 'R246', 'R310');
    const { url } = await start('--stdio', 'false', '--legacy-sse', 'true');
    const clients = await Promise.all(Object.values(CLIENTS).map((open) => open(url)));
    await Promise.all(clients.map(({ call }, i) => call('add_memory', { text: `note of client number ${i}` })));
    for (const { call } of clients)
      expect(await call('search_memory', { query: 'note of client' })).toMatchObject({ count: clients.length });
    await Promise.all(clients.map(({ close }) => close()));
  });

  it('keeps the current workspace of one session from every other', async () => {
    verifies('R210', 'R211', 'D015');
    const { url } = await start('--stdio', 'false');
    const open = CLIENTS['SDK v2, sessions'] as (address: string) => Promise<{ call: Call; close(): Promise<void> }>;
    const sessions = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    await Promise.all(sessions.map(({ call }, i) => call('set_current_workspace', { workspace_id: `room-${i}` })));
    for (const [i, { call }] of sessions.entries())
      expect(await call('get_current_workspace')).toMatchObject({ workspace_id: `room-${i}` });
    await Promise.all(sessions.map(({ close }) => close()));
  });

  it('serves stdio and HTTP in one process, and goes on when stdin ends', async () => {
    verifies('R236');
    const { child, url } = await start();
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add_memory', arguments: { text: 'said on stdio' } } })}\n`,
    );
    await once(child.stdout, 'data');
    child.stdin.end();
    const { call, close } = await (
      CLIENTS['SDK v1'] as (address: string) => Promise<{ call: Call; close(): Promise<void> }>
    )(url);
    expect(await call('search_memory', { query: 'said on stdio' })).toMatchObject({ count: 1 });
    await close();
  });

  it('tells how it is, and ends in good order', async () => {
    verifies('R079', 'R219', 'R220', 'R276', 'R195');
    const { child, url } = await start('--stdio', 'false');
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: 'healthy',
      name: 'zapomni',
      tools: 14,
      transports: ['http', 'local'],
      ready: true,
    });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(await (await fetch(`${url}/info`)).json()).toMatchObject({ name: 'zapomni' });
    const scrape = async () => (await fetch(`${url}/metrics`)).text();
    expect(await scrape()).toContain('zapomni_pending_embeddings 0');
    // The calls that one scrape makes are told by the next.
    const metrics = await scrape();
    expect(metrics).toMatch(/zapomni_store_seconds_count\{call="memories\.stats"\} [1-9]/);
    expect(metrics).toMatch(/mcp_queue_size\{queue="tool_calls"\} 0/);
    expect(metrics).toMatch(/mcp_queue_size\{queue="store_calls"\} \d/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('refuses foreign hosts and origins, and wants a token once there is one', async () => {
    verifies('P028', 'D028', 'R293');
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
    const token = spawnSync(node, [bin, 'token', 'create', 'reader', '--scope', 'read'], {
      env,
      encoding: 'utf8',
    }).stdout.trim();
    expect(token).toMatch(/^zpm_/);
    const { url } = await start('--stdio', 'false');
    expect((await fetch(`${url}/health`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect(
      (await fetch(`${url}/mcp`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(401);
    const open = CLIENTS['SDK v1'] as (
      address: string,
      headers: Record<string, string>,
    ) => Promise<{ call: Call; close(): Promise<void> }>;
    const reader = await open(url, { authorization: `Bearer ${token}` });
    expect(await reader.call('get_stats')).toMatchObject({ total_memories: 0 });
    await expect(reader.call('add_memory', { text: 'not allowed' })).rejects.toThrow(/INSUFFICIENT_SCOPE/);
    await reader.close();
  });

  it('takes the tokens of an authorization server, and tells where to get one', async () => {
    verifies('R193');
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
    const authority = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(keys)),
    );
    authority.listen(0, '127.0.0.1');
    await once(authority, 'listening');
    const issuer = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
    const resource = 'http://127.0.0.1:1/mcp';
    const { url } = await start(
      '--stdio',
      'false',
      '--oauth-issuer',
      issuer,
      '--oauth-jwks-url',
      `${issuer}/jwks`,
      '--oauth-resource',
      resource,
    );
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [issuer] });
    const refused = await fetch(`${url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=');
    const token = await new SignJWT({ scope: 'write' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience(resource)
      .setSubject('anna')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    const client = await openV1(url, { authorization: `Bearer ${token}` });
    expect(await client.call('add_memory', { text: 'said with a token' })).toMatchObject({ status: 'success' });
    await client.close();
    authority.close();
  });

  it('refuses a request that names its host twice', async () => {
    const { url } = await start('--stdio', 'false');
    const { port } = new URL(url);
    const socket = connectSocket(Number(port), '127.0.0.1');
    socket.end(`GET /info HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('does not listen for other machines without a token, and says what to do', () => {
    verifies('R292');
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(
      node,
      [bin, 'serve', '--http-port', '0', '--host', '0.0.0.0', '--stdio', 'false'],
      { env, encoding: 'utf8', timeout: 20_000 },
    );
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/allowedHosts|token/i);
  });
});
