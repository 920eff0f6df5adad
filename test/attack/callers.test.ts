/** Those who may not come in: other sites' pages, other names, and every kind of token that is not good enough. */
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeTokens } from '../../packages/server/src/auth/token-storage.ts';
import { AttackedServer, INITIALIZE, stateless, type Headers } from './attacked-server.ts';

const WAYS_IN: readonly [string, string][] = [
  ['POST', '/mcp'],
  ['GET', '/mcp'],
  ['DELETE', '/mcp'],
  ['GET', '/sse'],
  ['POST', '/messages'],
  ['GET', '/info'],
  ['GET', '/metrics'],
  ['GET', '/health'],
];

describe('a page of another site', () => {
  let server: AttackedServer;
  beforeAll(async () => {
    server = await AttackedServer.start(AttackedServer.createFolder(), { flags: ['--legacy-sse', 'true'] });
  });
  afterAll(() => server.stop());

  it.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '[::]',
    'localhost.',
    'localhost:80:80',
    'LOCALHOST\\@evil.example',
  ])('that calls the server %j gets nothing on any path', async (host) => {
    verifies('P028');
    for (const [method, where] of WAYS_IN)
      expect([method, where, (await server.send(method, where, { host })).status]).toEqual([method, where, 403]);
    expect(await server.servesHonestly()).toBe(true);
  });

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'https://localhost@evil.example',
    'http://evil.example:80',
    'null',
    '*',
    'file://',
    'chrome-extension://abcdef',
    'HTTP://LOCALHOST',
    'http://localhost/',
    'http://localhost http://evil.example',
    '',
  ])('that says that it is from %j gets nothing on any path', async (origin) => {
    for (const [method, where] of WAYS_IN)
      expect([method, where, (await server.send(method, where, { origin })).status]).toEqual([method, where, 403]);
    const preflight = await server.send('OPTIONS', '/mcp', { origin, 'access-control-request-method': 'POST' });
    expect(preflight.status).toBe(403);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a token', () => {
  let server: AttackedServer;
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
  const token = (name: string) => server.tokens[name] ?? '';
  beforeAll(async () => {
    const folder = AttackedServer.createFolder();
    server = await AttackedServer.start(folder, {
      tokens: [
        ['reader', 'read'],
        ['writer', 'write'],
        ['late', 'admin'],
      ],
    });
  });
  afterAll(() => server.stop());

  it('that is missing or wrong opens nothing but the pulse', async () => {
    verifies('R293');
    const good = token('writer');
    const flipped = good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A');
    const wrong: Headers[] = [
      {},
      ...[
        '',
        ' ',
        'x',
        'null',
        'undefined',
        'zpm_',
        good.slice(0, -1),
        `${good}A`,
        flipped,
        good.toUpperCase(),
        `${good} ${good}`,
      ].map(bearer),
      { authorization: good },
      { authorization: `Basic ${Buffer.from(`user:${good}`).toString('base64')}` },
      { authorization: `Bearer: ${good}` },
      { cookie: `token=${good}` },
      { 'x-api-key': good },
      { 'proxy-authorization': `Bearer ${good}` },
    ];
    for (const headers of wrong) {
      const { body, headers: own } = stateless('tools/list');
      const answers = [
        await server.post(body, { ...own, ...headers }),
        await server.post(INITIALIZE, headers),
        await server.send('GET', `/info?access_token=${good}`, headers),
        await server.send('GET', '/metrics', headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(answers.map((answer) => answer.headers['www-authenticate'])).toEqual(
        Array(4).fill(expect.stringMatching(/^Bearer/)),
      );
      expect(answers.some(({ text }) => text.includes(good) || text.includes('search_memory'))).toBe(false);
    }
    expect((await server.send('GET', '/health')).status).toBe(200);
    expect(await server.servesHonestly(bearer(good))).toBe(true);
  });

  it('that has expired is as good as none, and its session with it', async () => {
    verifies('R293');
    const session = { ...bearer(token('late')), 'mcp-session-id': await server.open(bearer(token('late'))) };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await server.post(list, session)).status).toBe(200);
    await expire(server, 'late');
    // What another process wrote counts within a second.
    await expect.poll(async () => (await server.post(list, session)).status).toBe(401);
    expect((await server.post(INITIALIZE, bearer(token('late')))).status).toBe(401);
  });

  it('that may only read cannot write, by no name and on no way', async () => {
    const headers = bearer(token('reader'));
    const session = { ...headers, 'mcp-session-id': await server.open(headers) };
    const calls = [
      ['add_memory', { text: 'not allowed' }],
      ['delete_memory', { memory_id: 'x', confirm: true }],
      ['clear_all', { confirm: true }],
      ['create_workspace', { workspace_id: 'w' }],
      ['delete_workspace', { workspace_id: 'default', confirm: true }],
    ] as const;
    for (const [name, given] of calls) {
      const params = { name, arguments: given };
      const modern = stateless('tools/call', params);
      const answers = [
        await server.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session),
        await server.post(modern.body, { ...modern.headers, ...headers }),
      ];
      for (const { text } of answers) expect([name, text.includes('INSUFFICIENT_SCOPE')]).toEqual([name, true]);
    }
    const listed = await server.post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, session);
    expect(listed.text).toContain('search_memory');
    expect(listed.text).not.toContain('"add_memory"');
  });

  it('of one caller does not open the session of another', async () => {
    const session = await server.open(bearer(token('writer')));
    const stolen = { ...bearer(token('reader')), 'mcp-session-id': session };
    expect((await server.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, stolen)).status).toBe(404);
    expect((await server.send('GET', '/mcp', { ...stolen, accept: 'text/event-stream' })).status).toBe(404);
    expect((await server.send('DELETE', '/mcp', stolen)).status).toBe(404);
    const own = { ...bearer(token('writer')), 'mcp-session-id': session };
    expect((await server.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, own)).status).toBe(200);
  });
});

/** As time would do it, which the file alone knows of. */
/** By the rules of the file: the server may be noting a use at the same time, and would put back what it had read. */
async function expire(server: AttackedServer, name: string): Promise<void> {
  const expires = '2020-01-01T00:00:00.000Z';
  await changeTokens(path.join(server.folder, 'data/tokens.json'), (records) =>
    records.map((record) => (record.name === name ? { ...record, expires } : record)),
  );
}

describe('an access token of an authorization server', () => {
  let authority: Server;
  let server: AttackedServer;
  let issuer: string;
  let key: CryptoKey;
  const resource = 'http://127.0.0.1:1/mcp';

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256');
    key = pair.privateKey;
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }] });
    authority = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys));
    authority.listen(0, '127.0.0.1');
    await once(authority, 'listening');
    issuer = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
    const flags = ['--oauth-issuer', issuer, '--oauth-jwks-url', `${issuer}/jwks`, '--oauth-resource', resource];
    server = await AttackedServer.start(AttackedServer.createFolder(), { flags });
  });
  afterAll(async () => {
    await server.stop();
    authority.close();
  });

  interface Claims {
    readonly iss?: string;
    readonly aud?: string;
    readonly exp?: string;
    readonly scope?: string;
    readonly signWith?: CryptoKey;
    readonly kid?: string;
  }
  const sign = ({ iss = issuer, aud = resource, exp = '5m', scope = 'write', signWith = key, kid = 'k1' }: Claims) =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject('anna')
      .setIssuedAt()
      .setExpirationTime(exp)
      .sign(signWith);
  const use = (token: string) => server.post(INITIALIZE, { authorization: `Bearer ${token}` });

  it('is good only unexpired, from there, for here, and signed with its key', async () => {
    verifies('R193', 'R293');
    expect((await use(await sign({}))).status).toBe(200);
    const stranger = (await generateKeyPair('ES256')).privateKey;
    const [head = '', payload = '', signature = ''] = (await sign({})).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'k1' })).toString('base64url');
    const forged = Buffer.from(
      JSON.stringify({ iss: issuer, aud: resource, sub: 'root', scope: 'admin', exp: 4e9 }),
    ).toString('base64url');
    const bad = [
      await sign({ exp: '-5m' }),
      await sign({ iss: 'https://evil.example' }),
      await sign({ aud: 'https://other.example/mcp' }),
      await sign({ signWith: stranger }),
      await sign({ kid: 'k2', signWith: stranger }),
      `${none}.${forged}.`,
      `${none}.${payload}.${signature}`,
      `${head}.${forged}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      '..',
    ];
    for (const token of bad) expect([token, (await use(token)).status]).toEqual([token, 401]);
  });

  it('with too little scope can do only that little', async () => {
    verifies('R193');
    for (const [scope, words] of [
      ['read', 'INSUFFICIENT_SCOPE'],
      ['', 'scope'],
      ['ADMIN', 'scope'],
    ] as const) {
      const headers = { authorization: `Bearer ${await sign({ scope })}` };
      const { body, headers: own } = stateless('tools/call', { name: 'add_memory', arguments: { text: 'x' } });
      const { text } = await server.post(body, { ...own, ...headers });
      expect(text).toContain(words);
      expect(text).not.toContain('"memory_id"');
    }
  });
});
