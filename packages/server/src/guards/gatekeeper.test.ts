import { verifies } from '@zapomni/testkit/verifies';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ISSUER, KeyServer, NOW, RESOURCE } from '../auth/testing/key-server.ts';
import { temporaryFolder } from '../auth/testing/temporary-folder.ts';
import { TokenFile } from '../auth/token-file.ts';
import { openTokenVerifier } from '../auth/token-verifier.ts';
import type { BearerVerifier } from '../auth/bearer-verifier.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { isOpen, type RouteScope } from '../transports/http/route-policy.ts';
import { createGatekeeper, type GatekeeperOptions } from './gatekeeper.ts';
import type { Gatekeeper } from './guard.ts';
import { createOAuthResource } from './oauth.ts';
import { requestHead } from './testing/request-head.ts';

const ALL = new Set(['read', 'write', 'admin']);
const REMOTE = { bind: '0.0.0.0', allowedHosts: ['memory.example.com'], allowedOrigins: ['https://app.example.com'] };
const host = 'memory.example.com';
const remote = { remoteAddress: '192.0.2.1' };

async function withTokens(options: Partial<GatekeeperOptions> = {}) {
  const path = join(await temporaryFolder(onTestFinished), 'tokens.json');
  const file = new TokenFile(path);
  const { token } = await file.create({ name: 'laptop', scopes: ['write'] });
  const tokens = await openTokenVerifier(path, { recheckMs: 0 });
  onTestFinished(() => tokens.close());
  return { file, token, tokens, keeper: createGatekeeper({ ...REMOTE, tokens, ...options }) };
}

async function withOAuth() {
  const keys = await KeyServer.start(onTestFinished);
  const oauth = createOAuthResource({
    issuer: ISSUER,
    jwksUrl: keys.url,
    resource: RESOURCE,
    fetch,
    now: () => NOW * 1000,
  });
  return { keys, oauth };
}

describe('the gatekeeper on loopback', () => {
  test('asks nobody for a token, and everyone may do everything', async () => {
    verifies('R292');
    const keeper = createGatekeeper({ bind: '127.0.0.1' });
    for (const headers of [{}, { authorization: 'Bearer whatever' }, { authorization: 'Basic eA==' }]) {
      expect(await keeper.admit(requestHead(headers))).toEqual({
        caller: { subject: 'anonymous', scopes: ALL },
        headers: { vary: 'Origin' },
      });
    }
  });

  test('still refuses foreign pages and names', async () => {
    verifies('P028');
    const keeper = createGatekeeper({ bind: '::1' });
    expect(await keeper.admit(requestHead({ host: 'evil.example' }))).toMatchObject({ status: 403 });
    expect(await keeper.admit(requestHead({ origin: 'https://evil.example' }))).toMatchObject({ status: 403 });
  });

  test('asks for one once tokens are set up, even when the last is taken back', async () => {
    const { file, token, tokens } = await withTokens();
    const keeper = createGatekeeper({ bind: '127.0.0.1', tokens });
    const withToken = requestHead({ authorization: `Bearer ${token}` });
    expect(await keeper.admit(requestHead())).toMatchObject({ status: 401 });
    expect(await keeper.admit(withToken)).toHaveProperty('caller');
    await file.revoke('laptop');
    expect(await keeper.admit(withToken)).toMatchObject({ status: 401 });
    expect(await keeper.admit(requestHead())).toMatchObject({ status: 401 });
  });
});

describe('the gatekeeper on any other bind', () => {
  test.each(['0.0.0.0', '::', '192.168.1.10', 'memory.example.com'])(
    'refuses to guard %s without any way to tell callers apart',
    async (bind) => {
      verifies('R292');
      const open = { ...REMOTE, bind };
      expect(() => createGatekeeper(open)).toThrow(
        expect.objectContaining({
          name: 'ServerError',
          message: expect.stringMatching(/Create a token first, or set up OAuth, or listen on 127\.0\.0\.1\.$/),
        }),
      );
      const empty = await openTokenVerifier(join(await temporaryFolder(onTestFinished), 'none.json'));
      expect(() => createGatekeeper({ ...open, tokens: empty })).toThrow(/no valid token/);
    },
  );

  test('takes the caller from the token, and its scopes', async () => {
    verifies('R292');
    const { keeper, token } = await withTokens();
    expect(await keeper.admit(requestHead({ host, authorization: `Bearer ${token}` }, remote))).toEqual({
      caller: { subject: 'token:laptop', scopes: new Set(['read', 'write']) },
      headers: { vary: 'Origin' },
    });
    for (const authorization of [undefined, 'Bearer zpm_wrong', `Basic ${token}`, token, `Bearer ${token}x`]) {
      expect(await keeper.admit(requestHead({ host, authorization }, remote))).toMatchObject({ status: 401 });
    }
  });

  test('a token in the address is not looked at', async () => {
    const { keeper, token } = await withTokens();
    const head = requestHead({ host }, { ...remote, path: `/mcp?access_token=${token}` });
    expect(await keeper.admit(head)).toMatchObject({ status: 401 });
  });

  test('tokens of both kinds are good side by side', async () => {
    const { keys, oauth } = await withOAuth();
    const { keeper, token } = await withTokens({ oauth });
    const ask = (bearer: string) => keeper.admit(requestHead({ host, authorization: `Bearer ${bearer}` }, remote));
    expect(await ask(token)).toMatchObject({ caller: { subject: 'token:laptop' } });
    expect(await ask(await keys.sign())).toMatchObject({ caller: { subject: 'oauth:alice' } });
    expect(await ask(await keys.sign({ claims: { aud: 'other' } }))).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate': expect.stringMatching(
          /^Bearer realm="mcp", error="invalid_token", .* resource_metadata="https:\/\/memory\.example\.com\/\.well-known\/oauth-protected-resource\/mcp"$/,
        ),
      },
    });
  });

  test('what is public is open to anyone, and to nothing but reading; what takes a code, to nothing but sending it', async () => {
    const { oauth } = await withOAuth();
    const keeper = createGatekeeper({ ...REMOTE, oauth });
    const ask = (scope: RouteScope, method: string) =>
      keeper.admit(requestHead({ host }, { ...remote, path: '/health', method }), isOpen(scope, method));
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const open = { public: ['GET', 'HEAD'], code: ['POST'], caller: [], read: [] } as const;
    for (const [scope, allowed] of Object.entries(open) as [RouteScope, readonly string[]][]) {
      for (const method of methods) {
        const nobody = { caller: { subject: 'anonymous', scopes: new Set() } };
        expect(await ask(scope, method)).toMatchObject(allowed.includes(method) ? nobody : { status: 401 });
      }
    }
  });

  test('whoever brings a session of the page is known by it, where nobody needs a token and where everyone does', async () => {
    const { oauth } = await withOAuth();
    const pages: BearerVerifier = {
      recognises: (token) => token.startsWith('page_'),
      verify: async (token) =>
        token === 'page_good' ? { caller: { subject: 'page:1', scopes: new Set(['read']) } } : { refused: 'unknown' },
    };
    const remoteKeeper = createGatekeeper({ ...REMOTE, oauth, pages });
    const localKeeper = createGatekeeper({ bind: '127.0.0.1', pages });
    const local = { host: '127.0.0.1:8765' };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const known = { caller: { subject: 'page:1' } };
    expect(await remoteKeeper.admit(requestHead({ host, ...bearer('page_good') }, remote))).toMatchObject(known);
    expect(await remoteKeeper.admit(requestHead({ host, ...bearer('page_bad') }, remote))).toMatchObject({
      status: 401,
    });
    expect(await localKeeper.admit(requestHead({ ...local, ...bearer('page_good') }))).toMatchObject(known);
    expect(await localKeeper.admit(requestHead({ ...local, ...bearer('page_bad') }))).toMatchObject({ status: 401 });
    expect(await localKeeper.admit(requestHead(local))).toMatchObject({ caller: { subject: 'anonymous' } });
  });
});

describe('the order of the guards', () => {
  test('host, origin, token, rate; each refusal is logged with the guard and never with what was sent', async () => {
    verifies('R123');
    const logger = new MemoryLogger();
    const { keeper, token } = await withTokens({ logger, rate: { perSecond: 1, burst: 1, now: () => 0 } });
    const authorization = `Bearer ${token}`;
    const origin = 'https://evil.example';
    const ask = (headers: object) => keeper.admit(requestHead({ host, ...headers }, remote));
    expect(await ask({ host: 'evil.example', origin, authorization })).toMatchObject({ status: 403 });
    expect(await ask({ origin })).toMatchObject({ status: 403 });
    expect(await ask({})).toMatchObject({ status: 401 });
    expect(await ask({ authorization })).toHaveProperty('caller');
    expect(await ask({ authorization })).toMatchObject({ status: 429 });
    expect(logger.of('request_refused').map(({ guard, status }) => [guard, status])).toEqual([
      ['host', 403],
      ['origin', 403],
      ['bearer', 401],
      ['rate', 429],
    ]);
    expect(JSON.stringify(logger.lines)).not.toMatch(/evil|zpm_/);
  });

  test('strangers who guess are slowed down, and cannot use up what a known client has', async () => {
    verifies('R196');
    const clock = { ms: 0 };
    const { keeper, token } = await withTokens({ rate: { perSecond: 1, burst: 2, now: () => clock.ms } });
    const guess = () => keeper.admit(requestHead({ host, authorization: 'Bearer zpm_guess' }, remote));
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await guess());
    expect(statuses).toMatchObject([{ status: 401 }, { status: 401 }, { status: 429 }, { status: 429 }]);
    expect(statuses[3]).toMatchObject({ headers: { 'retry-after': '1' } });
    const known = requestHead({ host, authorization: `Bearer ${token}` }, remote);
    expect(await keeper.admit(known)).toHaveProperty('caller');
    expect(await keeper.admit({ ...known, remoteAddress: '198.51.100.7' })).toHaveProperty('caller');
    expect(await keeper.admit({ ...known, remoteAddress: '203.0.113.9' })).toMatchObject({ status: 429 });
    clock.ms = 1000;
    expect(await keeper.admit(known)).toHaveProperty('caller');
  });

  test('without tokens each address has its own share, unless the limit is switched off', async () => {
    verifies('R196');
    const rate = { perSecond: 1, burst: 1, now: () => 0 };
    const keeper = createGatekeeper({ bind: '127.0.0.1', rate });
    const from = (remoteAddress: string) => keeper.admit(requestHead({}, { remoteAddress }));
    expect(await from('127.0.0.1')).toHaveProperty('caller');
    expect(await from('127.0.0.1')).toMatchObject({ status: 429 });
    expect(await from('::ffff:127.0.0.1')).toMatchObject({ status: 429 });
    expect(await from('::1')).toHaveProperty('caller');
    const free = createGatekeeper({ bind: '127.0.0.1', rate: false });
    for (let n = 0; n < 30_000; n += 1) {
      if ('status' in (await free.admit(requestHead()))) expect.fail('was limited');
    }
  });
});

describe('CORS', () => {
  const preflight = { method: 'OPTIONS' };
  const asked = { 'access-control-request-method': 'POST' };

  test('a preflight of an allowed page is answered before anyone asks for a token', async () => {
    verifies('R218', 'D028');
    const { keeper } = await withTokens();
    const headers = { host, origin: 'https://app.example.com', ...asked };
    expect(await keeper.admit(requestHead(headers, { ...remote, ...preflight }))).toEqual({
      preflight: {
        'access-control-allow-origin': 'https://app.example.com',
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers':
          'authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Headers',
      },
    });
  });

  test('headers that mirror arguments are allowed by their form; others that are asked for are not', async () => {
    const keeper = createGatekeeper({ bind: '127.0.0.1' });
    const wanted = 'Mcp-Param-Region, x-evil, mcp-param-, mcp-param-a b, mcp-param-*,,cookie';
    const headers = { origin: 'http://localhost:5173', ...asked, 'access-control-request-headers': wanted };
    const answer = await keeper.admit(requestHead(headers, preflight));
    if (!('preflight' in answer)) return expect.fail('no preflight');
    expect(answer.preflight['access-control-allow-headers']).toMatch(/mcp-session-id, mcp-param-region$/);
  });

  test('a preflight of a foreign page is refused without a word of CORS', async () => {
    verifies('R218');
    const keeper = createGatekeeper({ bind: '127.0.0.1' });
    for (const origin of ['https://evil.example', 'null', '*']) {
      const answer = await keeper.admit(requestHead({ origin, ...asked }, preflight));
      expect(answer).toMatchObject({ status: 403 });
      expect(JSON.stringify(answer)).not.toContain('access-control');
    }
  });

  test('OPTIONS that is no preflight needs a token like everything else', async () => {
    const { keeper } = await withTokens();
    const plain = [{}, { origin: 'https://app.example.com' }, asked];
    for (const headers of plain) {
      expect(await keeper.admit(requestHead({ host, ...headers }, preflight))).toMatchObject({ status: 401 });
    }
  });

  test('every answer to an allowed page can be read by it, refusals too, and is kept apart in caches', async () => {
    verifies('R218', 'D028');
    const { keeper, token } = await withTokens({ rate: { perSecond: 1, burst: 1, now: () => 0 } });
    const cors = {
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': 'mcp-session-id, www-authenticate, retry-after',
      vary: 'Origin',
    };
    const ask = (authorization: string) =>
      keeper.admit(requestHead({ host, origin: 'https://app.example.com', authorization }, remote));
    const answers = [await ask(`Bearer ${token}`), await ask(`Bearer ${token}`), await ask('Bearer zpm_x')];
    expect(answers).toMatchObject([{ headers: cors }, { status: 429, headers: cors }, { status: 401, headers: cors }]);
    expect(JSON.stringify(answers)).not.toMatch(/"\*"|allow-credentials/);
  });
});

/** A server that does nothing but ask the gatekeeper, and what a raw request to it is answered. */
async function served(keeper: Gatekeeper) {
  const server = createServer(async ({ method = '', url: path = '', headers, socket }, response) => {
    const answer = await keeper.admit({ method, path, headers, remoteAddress: socket.remoteAddress ?? '' });
    if ('preflight' in answer) return response.writeHead(204, answer.preflight).end();
    if ('status' in answer) return response.writeHead(answer.status, answer.headers).end(answer.error.message);
    return response.writeHead(200, answer.headers).end(answer.caller.subject);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (lines: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
    return text(socket);
  };
}

describe('behind a real HTTP server', () => {
  test.each([
    [['POST /mcp HTTP/1.1', 'Host: localhost'], /^HTTP\/1\.1 200 .*\banonymous\b/s],
    [['POST /mcp HTTP/1.1', 'host:   LOCALHOST:3000  '], /^HTTP\/1\.1 200 /],
    [['POST /mcp HTTP/1.1', 'Host: evil.example'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: evil.example', 'Host: localhost'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: localhost'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: evil.example', 'Forwarded: host=localhost'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host:'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.0'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost\x00'], /^HTTP\/1\.1 400 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost\xad'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost', 'Origin: null'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost', 'Origin:'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost', 'Origin: http://localhost', 'Origin: http://evil'], /^HTTP\/1\.1 403 /],
    [['POST /mcp HTTP/1.1', 'Host: localhost', 'Origin: http://localhost:5173'], /^HTTP\/1\.1 200 .*localhost:5173/s],
  ])('%j', async (lines, answer) => {
    const ask = await served(createGatekeeper({ bind: '127.0.0.1' }));
    expect(await ask(lines)).toMatch(answer);
  });

  test('/mcp wants a good token and says UNAUTHORIZED otherwise', async () => {
    verifies('R293');
    const { keeper, token } = await withTokens();
    const ask = await served(keeper);
    const request = ['POST /mcp HTTP/1.1', `Host: ${host}`];
    expect(await ask([...request, `Authorization: Bearer ${token}`])).toMatch(/^HTTP\/1\.1 200 .*token:laptop/s);
    for (const lines of [
      [],
      ['Authorization: Bearer zpm_wrong'],
      ['Authorization: Bearer x', `Authorization: Bearer ${token}`],
    ]) {
      expect(await ask([...request, ...lines])).toMatch(/^HTTP\/1\.1 401 .*www-authenticate: Bearer .*UNAUTHORIZED: /s);
    }
  });
});
