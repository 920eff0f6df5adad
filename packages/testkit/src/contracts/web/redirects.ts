/** Redirections are followed by the same rules as the first request, with nothing to show that was meant for another. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leadsTo, privateSpellings, says, WebServer } from '../../web-server/index.ts';
import type { WebBench } from './fixtures.ts';

export function redirectClauses(bench: WebBench): void {
  describe('redirections', () => {
    const CREDENTIALS = { authorization: 'Bearer secret', 'x-api-key': 'secret' };
    const failing = async (path: string) => (await bench.failure(bench.web().fetch({ url: bench.url(path) }))).code;

    it.each([301, 302, 303, 307, 308])('are followed: %d', async (status) => {
      bench.server.page('/a', leadsTo('/b?x=1#part', status));
      bench.server.page('/b?x=1', says('hello'));
      const answer = await bench.web().fetch({ url: bench.url('/a'), as: 'text' });
      expect(answer).toMatchObject({ status: 200, body: 'hello', url: bench.url('/b?x=1#part') });
    });

    it('may be written in any script', async () => {
      bench.server.page('/a', leadsTo(Buffer.from('/кафе').toString('latin1')));
      bench.server.page(encodeURI('/кафе'), says('hello'));
      expect(await bench.web().fetch({ url: bench.url('/a'), as: 'text' })).toMatchObject({ body: 'hello' });
    });

    it('end after five, in circles too', async () => {
      bench.server.page('/a', leadsTo('/a'));
      expect(await failing('/a')).toBe('UPSTREAM_FAILED');
      expect(bench.server.paths()).toHaveLength(6);
    });

    it('never lead to a private address, by number or by name', async () => {
      bench.addresses.set('inside.test', ['10.0.0.7']);
      bench.server.page('/', says('secret'));
      for (const host of [...privateSpellings(), 'inside.test']) {
        bench.server.page('/a', leadsTo(Buffer.from(bench.url('/', { host })).toString('latin1')));
        expect(await failing('/a'), host).toBe('FORBIDDEN');
      }
      expect(new Set(bench.server.paths())).toEqual(new Set(['/a']));
    });

    it('never lead to a host that is not allowed, to no address or to what is no web', async () => {
      const web = bench.web({ hosts: ['site.test'] });
      const port = bench.server.port;
      for (const to of [
        `http://other.test:${port}/`,
        '//other.test/',
        'ftp://site.test/',
        'data:,x',
        'http://',
        `http://me:pw@site.test:${port}/`,
      ]) {
        bench.server.page('/a', leadsTo(to));
        expect((await bench.failure(web.fetch({ url: bench.url('/a') }))).code).toBe('UPSTREAM_FAILED');
      }
      bench.server.page('/a', says('', {}, 302));
      expect((await bench.failure(web.fetch({ url: bench.url('/a') }))).code).toBe('UPSTREAM_FAILED');
      expect([new Set(bench.asked), new Set(bench.server.paths())]).toEqual([new Set(['site.test']), new Set(['/a'])]);
    });

    it('take the heads of the caller along within an origin, and not beyond', async () => {
      bench.server.page('/a', leadsTo('/b'));
      bench.server.page('/b', leadsTo(bench.url('/c', { host: 'other.test' })));
      bench.server.page('/c', says('hello'));
      await bench.web().fetch({ url: bench.url('/a'), headers: CREDENTIALS, accept: 'text/plain' });
      const [first, second, third] = bench.server.requests.map(({ headers }) => headers);
      for (const headers of [first, second]) expect(headers).toMatchObject(CREDENTIALS);
      expect(third).toMatchObject({ accept: 'text/plain', 'user-agent': expect.stringMatching(/^zapomni/) as string });
      expect(JSON.stringify(third)).not.toContain('secret');
    });

    it('take a body along within an origin, and only where it is not lost', async () => {
      bench.server.page('/a', leadsTo('/b', 307));
      bench.server.page('/b', says('hello'));
      const post = (path: string) => bench.web().fetch({ url: bench.url(path), method: 'POST', body: 'secret' });
      expect(await post('/a')).toMatchObject({ status: 200 });
      expect(bench.server.requests.at(-1)).toMatchObject({ method: 'POST', body: 'secret' });
      for (const page of [leadsTo('/b', 302), leadsTo(bench.url('/b', { host: 'other.test' }), 307)]) {
        bench.server.page('/a', page);
        expect((await bench.failure(post('/a'))).code).toBe('UPSTREAM_FAILED');
      }
      expect(bench.server.paths()).toEqual(['/a', '/b', '/a', '/a']);
    });
  });
}

/** The bench's server speaks TLS here. */
export function tlsClauses(bench: WebBench): void {
  describe('https', () => {
    let plain: WebServer;
    beforeEach(async () => {
      plain = await WebServer.start();
    });
    afterEach(() => plain.close());
    const url = (path: string, host = 'site.test') => bench.url(path, { host, scheme: 'https' });

    it('is spoken to the name that was asked for, at the address that was looked at', async () => {
      bench.server.page('/', says('hello'));
      expect(await bench.web().fetch({ url: url('/'), as: 'text' })).toMatchObject({ body: 'hello', url: url('/') });
      expect(bench.asked).toEqual(['site.test']);
    });

    it('is refused where the certificate is for another name, or of nobody who is trusted', async () => {
      bench.server.page('/', says('secret'));
      expect((await bench.failure(bench.web().fetch({ url: url('/', 'wrong.test') }))).code).toBe('UPSTREAM_FAILED');
      expect((await bench.failure(bench.web({ ca: '' }).fetch({ url: url('/') }))).code).toBe('UPSTREAM_FAILED');
      expect(bench.server.requests).toEqual([]);
    });

    it('is never left for http', async () => {
      plain.page('/', says('hello'));
      bench.server.page('/a', leadsTo(`http://site.test:${plain.port}/`));
      expect((await bench.failure(bench.web().fetch({ url: url('/a') }))).code).toBe('UPSTREAM_FAILED');
      expect(plain.accepted).toBe(0);
    });

    it('may be where http leads to', async () => {
      bench.server.page('/', says('hello'));
      plain.page('/a', leadsTo(url('/')));
      const answer = await bench.web().fetch({ url: `http://site.test:${plain.port}/a`, as: 'text' });
      expect(answer).toMatchObject({ body: 'hello', url: url('/') });
    });
  });
}
