import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type CryptoKey } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { goodClaims, ISSUER, KeyServer, NOW, RESOURCE } from '../auth/testing/key-server.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { createOAuthResource, type OAuthOptions } from './oauth.ts';

async function setUp(options: Partial<OAuthOptions> = {}) {
  const keys = await KeyServer.start(onTestFinished);
  const time = { ms: NOW * 1000 };
  const asked: string[] = [];
  const logger = new MemoryLogger();
  const { verifier } = createOAuthResource({
    issuer: ISSUER,
    jwksUrl: keys.url,
    resource: RESOURCE,
    fetch: (url, init) => {
      asked.push(url);
      return fetch(url, init);
    },
    now: () => time.ms,
    logger,
    ...options,
  });
  return { keys, time, asked, logger, verify: (token: string) => verifier.verify(token), verifier };
}

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const UNKNOWN = { refused: 'unknown' };
const UNAVAILABLE = { refused: 'unavailable' };

describe('access tokens of an authorization server', () => {
  test('a good one says who is calling and what they may do', async () => {
    const { keys, verify, verifier } = await setUp();
    const token = await keys.sign();
    expect(verifier.recognises(token)).toBe(true);
    expect(verifier.recognises('zpm_abc')).toBe(false);
    expect(await verify(token)).toEqual({ caller: { subject: 'oauth:alice', scopes: new Set(['read', 'write']) } });
  });

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('signed with %s', async (alg) => {
    const { keys, verify } = await setUp();
    await keys.rotate('another', alg);
    expect(await verify(await keys.sign())).toHaveProperty('caller');
  });

  test.each([
    [{ scope: 'read' }, ['read']],
    [{ scope: 'admin' }, ['read', 'write', 'admin']],
    [{ scope: 'openid profile write' }, ['read', 'write']],
    [{ scope: undefined, scp: ['read', 'email'] }, ['read']],
    [{ scope: undefined, scp: 'write' }, ['read', 'write']],
    [{ scope: '' }, []],
    [{ scope: 'Admin administrator admin: xadmin' }, []],
    [{ scope: { admin: true } }, []],
    [{ scope: 7 }, []],
    [{ scope: undefined }, []],
  ])('%j is %j', async (claims, scopes) => {
    const { keys, verify } = await setUp();
    expect(await verify(await keys.sign({ claims }))).toMatchObject({ caller: { scopes: new Set(scopes) } });
  });

  test('scopes may go by other names', async () => {
    const { keys, verify } = await setUp({ scopeNames: { read: 'memory:read', write: 'memory:write' } });
    const scopesFor = async (scope: string) => verify(await keys.sign({ claims: { scope } }));
    expect(await scopesFor('memory:read')).toMatchObject({ caller: { scopes: new Set(['read']) } });
    expect(await scopesFor('write')).toMatchObject({ caller: { scopes: new Set() } });
  });

  test('a client without a user goes by its own id', async () => {
    const { keys, verify } = await setUp();
    const token = await keys.sign({ without: ['sub'], claims: { client_id: 'batch-job' } });
    expect(await verify(token)).toMatchObject({ caller: { subject: 'oauth:batch-job' } });
  });

  test('clocks may differ by half a minute, not by more', async () => {
    const { keys, verify } = await setUp();
    expect(await verify(await keys.sign({ claims: { exp: NOW - 29 } }))).toHaveProperty('caller');
    expect(await verify(await keys.sign({ claims: { exp: NOW - 30 } }))).toEqual({ refused: 'expired' });
    expect(await verify(await keys.sign({ claims: { nbf: NOW + 30 } }))).toHaveProperty('caller');
    expect(await verify(await keys.sign({ claims: { nbf: NOW + 31 } }))).toEqual(UNKNOWN);
  });

  test.each([
    ['another issuer', { claims: { iss: 'https://evil.example/' } }],
    ['an issuer without its slash', { claims: { iss: 'https://login.example.com' } }],
    ['no issuer', { without: ['iss'] }],
    ['another audience', { claims: { aud: 'https://other.example.com/mcp' } }],
    ['an audience that begins alike', { claims: { aud: `${RESOURCE}/more` } }],
    ['other audiences', { claims: { aud: ['a', 'b'] } }],
    ['no audience', { without: ['aud'] }],
    ['no end', { without: ['exp'] }],
    ['an end that is no number', { claims: { exp: '9999999999' as never } }],
    ['no subject', { without: ['sub'] }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject that is no text', { claims: { sub: 7 as never } }],
    ['an endless subject', { claims: { sub: 'a'.repeat(256) } }],
    ['a key nobody has', { kid: 'unknown' }],
  ])('refuses %s', async (_, signed) => {
    const { keys, verify } = await setUp();
    expect(await verify(await keys.sign(signed))).toEqual(UNKNOWN);
    expect(await verify(await keys.sign())).toHaveProperty('caller');
  });

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('refuses the algorithm %j', async (alg) => {
    const { keys, verify } = await setUp();
    const unsigned = `${segment({ alg, kid: 'first', typ: 'JWT' })}.${segment(goodClaims())}`;
    for (const signature of ['', 'AAAA', (await keys.sign()).split('.')[2]]) {
      expect(await verify(`${unsigned}.${signature}`)).toEqual(UNKNOWN);
    }
  });

  test('refuses a signature made with the public key as if it were a shared secret', async () => {
    const { keys, verify } = await setUp();
    await keys.rotate('rsa', 'RS256');
    const [jwk] = keys.published;
    const spki = await exportSPKI((await importJWK({ ...jwk })) as CryptoKey);
    const secrets = [spki, spki.trim(), JSON.stringify(jwk), jwk?.n ?? '', Buffer.from(jwk?.n ?? '', 'base64url')];
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const unsigned = `${segment({ alg, kid: 'rsa' })}.${segment(goodClaims())}`;
      for (const secret of secrets) {
        const signature = createHmac(alg.replace('HS', 'sha'), secret).update(unsigned).digest('base64url');
        expect(await verify(`${unsigned}.${signature}`)).toEqual(UNKNOWN);
      }
    }
  });

  test('refuses a key that the token brings along', async () => {
    const { keys, verify } = await setUp();
    const evil = await KeyServer.start(onTestFinished);
    const [, payload, signature] = (await evil.sign()).split('.');
    const [jwk] = evil.published;
    for (const header of [{ jwk }, { jku: evil.url }, { x5u: evil.url }, { jwk, kid: 'first' }, { kid: evil.url }]) {
      expect(await verify(`${segment({ alg: 'ES256', ...header })}.${payload}.${signature}`)).toEqual(UNKNOWN);
    }
    expect(evil.hits).toBe(0);
    expect(await verify(await keys.sign())).toHaveProperty('caller');
  });

  test('refuses what was changed after it was signed, and what is no token at all', async () => {
    const { keys, verify } = await setUp();
    const [header, , signature] = (await keys.sign()).split('.');
    const forged = `${header}.${segment({ ...goodClaims(), scope: 'admin' })}.${signature}`;
    const critical = segment({ alg: 'ES256', kid: 'first', crit: ['b64'], b64: false });
    for (const token of [
      forged,
      `${critical}.${segment(goodClaims())}.${signature}`,
      '..',
      'a.b.c',
      '',
      'x',
      '.....',
    ]) {
      expect(await verify(token)).toEqual(UNKNOWN);
    }
  });
});

describe('the keys of an authorization server', () => {
  test('are fetched once, from the configured address and no other', async () => {
    const { keys, verify, asked } = await setUp();
    const token = await keys.sign();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(asked).toEqual([keys.url]);
  });

  test('are fetched again when one is missing: a rotated key works at once, the old one no more', async () => {
    const { keys, verify, time } = await setUp();
    const old = await keys.sign();
    await verify(old);
    await keys.rotate('second');
    time.ms += 30_000;
    expect(await verify(await keys.sign())).toHaveProperty('caller');
    expect(await verify(old)).toEqual(UNKNOWN);
    expect(keys.hits).toBe(2);
  });

  test('are not fetched more often than every half minute, however many keys are made up', async () => {
    const { keys, verify, time } = await setUp();
    await verify(await keys.sign());
    for (let n = 0; n < 50; n += 1) expect(await verify(await keys.sign({ kid: `made-up-${n}` }))).toEqual(UNKNOWN);
    expect(keys.hits).toBe(1);
    time.ms += 30_000;
    for (let n = 0; n < 50; n += 1) await verify(await keys.sign({ kid: `more-${n}` }));
    expect(keys.hits).toBe(2);
  });

  test('are asked for no more often while the address does not answer, and nobody gets in meanwhile', async () => {
    const { keys, verify, time, logger } = await setUp();
    const token = await keys.sign();
    keys.instead = { status: 500, body: 'oops' };
    for (let n = 0; n < 20; n += 1) expect(await verify(token)).toEqual(UNAVAILABLE);
    expect(keys.hits).toBe(1);
    expect(logger.of('jwks_fetch_failed')).toHaveLength(1);
    keys.instead = undefined;
    expect(await verify(token)).toEqual(UNAVAILABLE);
    time.ms += 30_000;
    expect(await verify(token)).toHaveProperty('caller');
  });

  test('a server that is not there at all is no different', async () => {
    const { keys, verify } = await setUp();
    const token = await keys.sign();
    await keys.stop();
    expect(await verify(token)).toEqual(UNAVAILABLE);
  });

  test('that are at hand stay good for a day when they cannot be renewed', async () => {
    const { keys, verify, time } = await setUp();
    const signed = () => keys.sign({ claims: { exp: NOW + 10_000_000 } });
    await verify(await signed());
    keys.instead = { status: 503, body: '' };
    time.ms += 86_400_000;
    expect(await verify(await signed())).toHaveProperty('caller');
    time.ms += 1;
    expect(await verify(await signed())).toEqual(UNAVAILABLE);
  });

  test('are renewed every ten minutes, so that a withdrawn key does not stay', async () => {
    const { keys, verify, time } = await setUp();
    const token = await keys.sign({ claims: { exp: NOW + 10_000 } });
    expect(await verify(token)).toHaveProperty('caller');
    await keys.rotate('second');
    time.ms += 600_001;
    expect(await verify(token)).toEqual(UNKNOWN);
  });

  test.each([
    { status: 200, body: 'garbage' },
    { status: 200, body: '' },
    { status: 200, body: '[]' },
    { status: 200, body: '{"keys":{}}' },
    { status: 200, body: '{"keys":[1]}' },
    { status: 200, body: `{"keys":[],"x":"${'x'.repeat(2 << 20)}"}` },
    { status: 404, body: '{"keys":[]}' },
    { status: 204, body: '' },
    { status: 302, body: '', headers: { location: '/jwks?again' } },
  ])('that cannot be read are no keys (%#)', async (instead) => {
    const { keys, verify } = await setUp();
    keys.instead = instead;
    expect(await verify(await keys.sign())).toEqual(UNAVAILABLE);
    expect(keys.hits).toBe(1);
  });
});

describe('the metadata of the protected resource', () => {
  const options: OAuthOptions = {
    issuer: ISSUER,
    jwksUrl: 'https://login.example.com/jwks',
    resource: RESOURCE,
    fetch,
  };

  test('tells clients where to get a token, under both names', () => {
    const oauth = createOAuthResource(options);
    expect(oauth.metadataUrl).toBe('https://memory.example.com/.well-known/oauth-protected-resource/mcp');
    expect(oauth.metadataPaths).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ]);
    for (const path of oauth.metadataPaths) {
      const answer = oauth.metadata({ method: 'GET', path });
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        resource: RESOURCE,
        authorization_servers: [ISSUER],
        scopes_supported: ['read', 'write', 'admin'],
        bearer_methods_supported: ['header'],
      });
    }
  });

  test('other paths and methods', () => {
    const oauth = createOAuthResource({ ...options, resource: 'https://memory.example.com' });
    expect(oauth.metadataPaths).toEqual(['/.well-known/oauth-protected-resource']);
    expect(oauth.metadata({ method: 'GET', path: '/mcp' })).toBeUndefined();
    const [path = ''] = oauth.metadataPaths;
    expect(oauth.metadata({ method: 'HEAD', path })).toMatchObject({ status: 200, body: '' });
    expect(oauth.metadata({ method: 'POST', path })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test.each<[Partial<OAuthOptions>, RegExp]>([
    [{ resource: 'memory.example.com' }, /oauth\.resource must be a URL/],
    [{ resource: 'http://memory.example.com/mcp' }, /oauth\.resource must begin with https:/],
    [{ resource: 'https://memory.example.com/mcp#x' }, /oauth\.resource must have neither/],
    [{ jwksUrl: 'http://login.example.com/jwks' }, /oauth\.jwksUrl must begin with https:/],
    [{ jwksUrl: 'file:///etc/keys' }, /oauth\.jwksUrl must begin with https:/],
    [{ jwksUrl: 'https://me@login.example.com/jwks' }, /oauth\.jwksUrl must have neither/],
    [{ issuer: '' }, /oauth\.issuer must not be empty/],
    [{ audience: [] }, /oauth\.audience must name at least one/],
    [{ algorithms: [] }, /oauth\.algorithms must be among/],
    [{ algorithms: ['HS256' as never] }, /oauth\.algorithms must be among/],
    [{ algorithms: ['RS256', 'none' as never] }, /oauth\.algorithms must be among/],
  ])('settings like %j are refused', (changes, message) => {
    expect(() => createOAuthResource({ ...options, ...changes })).toThrow(message);
  });
});
