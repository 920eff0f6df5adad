/** How the other side is treated: told who asks, asked no faster than it likes, and tried again only where that may help. */
import { ZapomniError } from '@zapomni/core/errors';
import { describe, expect, it } from 'vitest';
import { drops, hangs, inTurn, leadsTo, says } from '../../web-server/index.ts';
import { SOON, type WebBench } from './fixtures.ts';

export function mannerClauses(bench: WebBench): void {
  const ok = says('hello');
  const busy = (heads: Record<string, string>, status = 429) => says('secret', heads, status);

  describe('a request', () => {
    it('says who asks and what is wanted, and brings no cookies', async () => {
      bench.server.page('/', says('hello', { 'set-cookie': 'id=secret', server: 'secret/1.0', etag: '"1"' }));
      const web = bench.web();
      const answer = await web.fetch({ url: bench.url(), headers: { 'X-Own': 'yes' } });
      expect(answer.headers).toMatchObject({ etag: '"1"' });
      expect(JSON.stringify(answer.headers)).not.toContain('secret');
      await web.fetch({ url: bench.url(), accept: 'application/pdf' });
      const [first, second] = bench.server.requests.map(({ headers }) => headers);
      expect(first).toMatchObject({
        accept: '*/*',
        'user-agent': 'zapomni/0.0.0 (+https://home.test)',
        'x-own': 'yes',
      });
      expect(second).toMatchObject({ accept: 'application/pdf' });
      expect(second).not.toHaveProperty('cookie');
    });

    it('goes to no proxy that the environment names', async () => {
      bench.server.page('/', ok);
      const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY'];
      for (const name of names) process.env[name] = 'http://proxy.test:1';
      try {
        await bench.web().fetch({ url: bench.url() });
      } finally {
        for (const name of names) delete process.env[name];
      }
      expect([bench.asked, bench.server.paths()]).toEqual([['site.test'], ['/']]);
    });

    it('can post, and ask for the head alone', async () => {
      bench.server.page('/', ok);
      const web = bench.web();
      await web.fetch({ url: bench.url(), method: 'POST', body: 'hé', headers: { 'content-type': 'text/plain' } });
      expect(bench.server.requests.at(-1)).toMatchObject({ method: 'POST', body: 'hé' });
      const head = await web.fetch({ url: bench.url(), method: 'HEAD', as: 'text' });
      expect(head).toMatchObject({ status: 200, body: '' });
    });

    it.each([
      ['url', { url: 'ftp://site.test/secret' }],
      ['url', { url: 'file:///etc/secret' }],
      ['url', { url: 'secret' }],
      ['url', { url: 'http://me:secret@site.test/' }],
      ['url', { url: `http://site.test/${'a'.repeat(9000)}` }],
      ['headers', { url: 'http://site.test/', headers: { cookie: 'secret' } }],
      ['headers', { url: 'http://site.test/', headers: { Host: 'secret' } }],
      ['headers', { url: 'http://site.test/', headers: { 'proxy-authorization': 'secret' } }],
      ['headers', { url: 'http://site.test/', headers: { x: 'a\r\nsecret: b' } }],
      ['headers', { url: 'http://site.test/', headers: { 'x y': 'secret' } }],
      ['accept', { url: 'http://site.test/', accept: 'a\nsecret' }],
      ['body', { url: 'http://site.test/', body: 'secret' }],
    ])('that cannot be one names the field: %s', async (field, request) => {
      const failure = await bench.failure(bench.web().fetch(request));
      expect(failure).toMatchObject({ code: 'INVALID_INPUT', issues: [{ field }] });
      expect(bench.asked).toEqual([]);
    });

    it.each([400, 401, 403, 404, 410, 451])('may be answered with %d, which is an answer', async (status) => {
      bench.server.page('/', says('why', {}, status));
      expect(await bench.web().fetch({ url: bench.url(), as: 'text' })).toMatchObject({ status, body: 'why' });
      expect(bench.server.requests).toHaveLength(1);
    });
  });

  describe('trying again', () => {
    it.each([408, 425, 429, 500, 502, 503, 504])('helps where the reason passes: %d', async (status) => {
      bench.server.page('/', inTurn(busy({}, status), drops, ok));
      expect(await bench.web().fetch({ url: bench.url() })).toMatchObject({ status: 200 });
      expect(bench.waited).toEqual([1000, 2000]);
    });

    it('ends after three times, and has jitter', async () => {
      bench.server.page('/', busy({}, 503));
      const failure = await bench.failure(bench.web({ random: () => 1 }).fetch({ url: bench.url() }));
      expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringContaining('503') as string });
      expect([bench.waited, bench.server.requests.length]).toEqual([[1250, 2500, 5000], 4]);
    });

    it('is as often as the caller wants', async () => {
      bench.server.page('/', busy({}));
      for (const tries of [1, 2]) {
        expect((await bench.failure(bench.web().fetch({ url: bench.url(), tries }))).code).toBe(
          'UPSTREAM_RATE_LIMITED',
        );
      }
      expect([bench.waited, bench.server.requests.length]).toEqual([[1000], 3]);
    });

    it('is not for what would fail again, nor for what might be done twice', async () => {
      bench.server.page('/', busy({}, 501));
      expect((await bench.failure(bench.web().fetch({ url: bench.url() }))).code).toBe('UPSTREAM_FAILED');
      bench.server.page('/', drops);
      const post = bench.web().fetch({ url: bench.url(), method: 'POST', body: 'x' });
      expect((await bench.failure(post)).code).toBe('UPSTREAM_FAILED');
      expect([bench.waited, bench.server.requests.length]).toEqual([[], 2]);
    });
  });

  describe('Retry-After', () => {
    it.each([
      ['seconds', () => '9'],
      ['a date', () => new Date(bench.clock.now() + 9000).toUTCString()],
    ])('is waited for: %s', async (_, value) => {
      bench.server.page('/', inTurn(busy({ 'retry-after': value() }), ok));
      expect(await bench.web().fetch({ url: bench.url() })).toMatchObject({ status: 200 });
      expect(bench.waited).toEqual([9000]);
    });

    it.each([429, 503])('is told where it is too long to wait for, and the host is left alone: %d', async (status) => {
      bench.server.page('/', inTurn(busy({ 'retry-after': '600' }, status), ok));
      const web = bench.web();
      const fetch = (method: 'GET' | 'POST' = 'GET') => web.fetch({ url: bench.url(), method });
      expect(await bench.failure(fetch())).toMatchObject({
        code: 'UPSTREAM_RATE_LIMITED',
        retryAfterMs: 600_000,
        message: expect.stringContaining('600 s') as string,
      });
      bench.clock.advance(200_000);
      for (const method of ['GET', 'POST'] as const) {
        expect(await bench.failure(fetch(method))).toMatchObject({
          code: 'UPSTREAM_RATE_LIMITED',
          retryAfterMs: 400_000,
        });
      }
      expect([bench.waited, bench.server.requests.length]).toEqual([[], 1]);
      expect(await web.fetch({ url: bench.url('/x', { host: 'other.test' }) })).toMatchObject({ status: 404 });
      bench.clock.advance(400_000);
      expect(await fetch()).toMatchObject({ status: 200 });
    });

    it('holds for everybody who asks the host', async () => {
      bench.server.page('/busy', busy({ 'retry-after': '20' }));
      bench.server.page('/', ok);
      const web = bench.web();
      await bench.failure(web.fetch({ url: bench.url('/busy'), method: 'POST' }));
      await web.fetch({ url: bench.url() });
      expect(bench.waited).toEqual([20_000]);
    });
  });

  describe('pace', () => {
    it('keeps the interval between requests to a host, and to no other', async () => {
      bench.server.page('/', ok);
      const web = bench.web({ pace: { minIntervalMs: 300, concurrency: 4 } });
      for (let i = 0; i < 3; i++) await web.fetch({ url: bench.url(), cache: 'off' });
      await web.fetch({ url: bench.url('/', { host: 'other.test' }) });
      expect(bench.waited).toEqual([300, 300]);
      bench.clock.advance(1000);
      await web.fetch({ url: bench.url() });
      expect(bench.waited).toEqual([300, 300]);
    });

    it('is as slow as anybody has asked for', async () => {
      bench.server.page('/', ok);
      const web = bench.web({ pace: { minIntervalMs: 300, concurrency: 4 } });
      await web.fetch({ url: bench.url(), pace: { minIntervalMs: 3000 } });
      await web.fetch({ url: bench.url() });
      await web.fetch({ url: bench.url(), pace: { minIntervalMs: 1 } });
      expect(bench.waited).toEqual([3000, 3000]);
    });

    it('can be kept elsewhere for redirections too', async () => {
      bench.server.page('/a', leadsTo('/b'));
      bench.server.page('/b', leadsTo(bench.url('/', { host: 'other.test' })));
      bench.server.page('/', ok);
      const led: string[] = [];
      const beforeRedirect = async (url: string) => void led.push(`${bench.server.requests.length} ${url}`);
      await bench.web().fetch({ url: bench.url('/a'), beforeRedirect });
      expect(led).toEqual([`1 ${bench.url('/b')}`, `2 ${bench.url('/', { host: 'other.test' })}`]);
      const refuses = async () => Promise.reject(new Error('not now'));
      const refused = bench.web().fetch({ url: bench.url('/a'), tries: 1, beforeRedirect: refuses });
      expect((await bench.failure(refused)).code).toBe('UPSTREAM_FAILED');
      expect(bench.server.requests).toHaveLength(4);
      const forbids = async () => Promise.reject(new ZapomniError('FORBIDDEN', 'Not there.'));
      const forbidden = bench.web().fetch({ url: bench.url('/a'), tries: 3, beforeRedirect: forbids });
      expect(await bench.failure(forbidden)).toMatchObject({ code: 'FORBIDDEN', message: 'Not there.' });
      expect(bench.server.requests).toHaveLength(5);
    });

    it('is what the answer says: those heads are handed on', async () => {
      const heads = {
        'x-rate-limit-limit': '5',
        'x-rate-limit-interval': '1s',
        'x-concurrency-limit': '1',
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '2',
        'x-ratelimit-remaining-usd': '0.09',
        'x-ratelimit-reset': '60',
      };
      bench.server.page('/', says('hello', heads));
      expect((await bench.web().fetch({ url: bench.url() })).headers).toMatchObject(heads);
    });

    it('counts for a host that others lead to', async () => {
      bench.server.page('/a', leadsTo(bench.url('/', { host: 'other.test' })));
      bench.server.page('/', ok);
      const web = bench.web();
      await web.fetch({ url: bench.url('/', { host: 'other.test' }), pace: { minIntervalMs: 3000 } });
      await web.fetch({ url: bench.url('/a') });
      expect(bench.waited).toEqual([3000]);
    });

    it('lets so many requests to a host be under way, and no more', async () => {
      bench.server.page('/', hangs);
      bench.server.page('/x', ok);
      const web = bench.web({ pace: { minIntervalMs: 0, concurrency: 2 } });
      const controller = new AbortController();
      const { signal } = controller;
      const ends = [1, 2, 3].map(() => bench.failure(web.fetch({ url: bench.url(), signal })));
      await expect.poll(() => bench.server.requests.length, SOON).toBe(2);
      expect(await web.fetch({ url: bench.url('/x', { host: 'other.test' }) })).toMatchObject({ status: 200 });
      const waiting = web.fetch({ url: bench.url('/x') });
      expect(bench.server.paths()).toEqual(['/', '/', '/x']);
      controller.abort();
      for (const { code } of await Promise.all(ends)) expect(code).toBe('CANCELLED');
      expect(await waiting).toMatchObject({ status: 200 });
      expect(bench.server.paths()).toEqual(['/', '/', '/x', '/x']);
    });
  });
}
