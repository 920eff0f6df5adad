import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedClient, type GuardedClientOptions } from './guarded-client.ts';
import { HttpFailure } from './http-failure.ts';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

describe('guarded client', () => {
  let endpoint: ModelEndpoint;
  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
  });
  afterEach(() => endpoint.close());

  const open = (options: Partial<GuardedClientOptions> = {}) =>
    createGuardedClient({ baseUrl: endpoint.url, timeoutMs: 30_000, maxBytes: 1_000_000, ...options });
  const embed = { path: '/api/embed', body: { model: 'nomic-embed-text', input: ['a'] } };
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('it succeeded'),
      (error: unknown) => {
        expect(error).toBeInstanceOf(HttpFailure);
        return error as HttpFailure;
      },
    );

  it('sends JSON and reads JSON, over connections that are kept', async () => {
    verifies('R318');
    const client = open();
    for (let i = 0; i < 20; i++) expect(await client.call(embed)).toMatchObject({ model: 'nomic-embed-text' });
    expect(await client.call({ path: '/api/tags' })).toHaveProperty('models');
    expect(await endpoint.connections()).toBeLessThan(4);
  });

  it('sends the key as a bearer token, and none where there is none', async () => {
    await open({ key: 'k-1' }).call(embed);
    await open().call(embed);
    expect(endpoint.requests.map(({ authorization }) => authorization)).toEqual(['Bearer k-1', undefined]);
  });

  it('puts paths behind the base URL, with or without a slash at its end', async () => {
    for (const baseUrl of [`${endpoint.url}/v1`, `${endpoint.url}/v1/`]) {
      expect(await open({ baseUrl }).call({ path: '/models' })).toHaveProperty('data');
    }
  });

  it.each([
    ['drops', 'unreachable', true],
    ['cuts', 'cut', true],
    ['babbles', 'garbage', false],
    ['boasts', 'too large', false],
  ] as const)('an endpoint that %s has failed: %s', async (how, kind, isTransient) => {
    endpoint.next(how);
    expect(await failureOf(open().call(embed))).toMatchObject({ kind, isTransient });
  });

  it('stops reading at its limit', async () => {
    endpoint.next('floods');
    expect((await failureOf(open().call(embed))).kind).toBe('too large');
    await expect.poll(() => endpoint.connections(), SOON).toBe(0);
    // What lies in the buffers of both sides has been sent besides.
    expect(endpoint.flood.bytes).toBeLessThan(30_000_000);
  });

  it('counts what comes out of a compressed answer', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, ' ')));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await failureOf(open({ baseUrl }).call(embed))).kind).toBe('too large');
    server.closeAllConnections();
    server.close();
  });

  it('gives up when its time is over', async () => {
    endpoint.next('hangs');
    expect(await failureOf(open({ timeoutMs: 20 }).call(embed))).toMatchObject({ kind: 'slow', isTransient: false });
  });

  it('ends a call whose signal fires, and all of them when it closes', async () => {
    endpoint.always = 'hangs';
    const client = open();
    const controller = new AbortController();
    const [first, second] = [client.call({ ...embed, signal: controller.signal }), client.call(embed)];
    await expect.poll(() => endpoint.requests.length, SOON).toBe(2);
    controller.abort();
    expect((await failureOf(first)).kind).toBe('cancelled');
    client.close();
    expect((await failureOf(second)).kind).toBe('cancelled');
    expect((await failureOf(client.call(embed))).kind).toBe('cancelled');
    expect(endpoint.requests).toHaveLength(2);
  });

  it.each([
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('says which status it was told: %d', async (status, isTransient) => {
    endpoint.next({ status, headers: { 'retry-after': '7' }, body: 'secret words' });
    const failure = await failureOf(open().call(embed));
    expect(failure).toMatchObject({ kind: 'status', status, isTransient, retryAfterMs: 7000, explained: false });
    expect(JSON.stringify([failure.message, failure.cause])).not.toContain('secret');
  });

  it('tells an explanation from a page of something in between', async () => {
    endpoint.next({ status: 404, body: '{"error":"x"}' }, { status: 404, body: 'page not found' });
    expect((await failureOf(open().call(embed))).explained).toBe(true);
    expect((await failureOf(open().call(embed))).explained).toBe(false);
  });

  it('says that nobody is there', async () => {
    const gone = await ModelEndpoint.start();
    await gone.close();
    expect((await failureOf(open({ baseUrl: gone.url }).call(embed))).kind).toBe('unreachable');
  });

  describe('redirections', () => {
    it('are followed within the origin, with the body', async () => {
      endpoint.next({ status: 307, headers: { location: '/v1/embeddings' } });
      expect(await open({ key: 'k' }).call(embed)).toHaveProperty('data');
      expect(endpoint.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
        ['/api/embed', 'Bearer k'],
        ['/v1/embeddings', 'Bearer k'],
      ]);
    });

    it('never lead to another origin, and no key goes there', async () => {
      const other = await ModelEndpoint.start();
      for (const location of [other.url, `//${new URL(other.url).host}/api/embed`, 'https://example.com/', 'data:,x']) {
        endpoint.next({ status: 307, headers: { location } });
        expect((await failureOf(open({ key: 'k' }).call(embed))).kind).toBe('redirected');
      }
      expect(other.requests).toEqual([]);
      await other.close();
    });

    it('do not go round in circles, and do not lose the body', async () => {
      endpoint.always = { status: 307, headers: { location: '/api/embed' } };
      expect((await failureOf(open().call(embed))).kind).toBe('redirected');
      expect(endpoint.requests).toHaveLength(4);
      endpoint.always = { status: 302, headers: { location: '/api/tags' } };
      expect((await failureOf(open().call(embed))).kind).toBe('redirected');
      endpoint.always = { status: 307 };
      expect((await failureOf(open().call(embed))).kind).toBe('redirected');
    });
  });

  it('connects to nothing before it is called', async () => {
    verifies('D025');
    open();
    expect(await endpoint.connections()).toBe(0);
  });
});
