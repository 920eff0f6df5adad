/** Nothing is reached but what the user allowed, whatever it is called and wherever its name leads. */
import { describe, expect, it } from 'vitest';
import { privateSpellings, says } from '../../web-server/index.ts';
import { PUBLIC, type WebBench } from './fixtures.ts';

export function addressClauses(bench: WebBench): void {
  const page = () => bench.server.page('/', says('hello'));

  describe('off', () => {
    it('reaches nothing while no host is allowed, and says what to set', async () => {
      page();
      const web = bench.web({ hosts: [] });
      expect(web.isOff).toBe(true);
      expect(await bench.failure(web.fetch({ url: bench.url() }))).toMatchObject({
        code: 'NETWORK_OFF',
        hint: expect.stringContaining('ZAPOMNI_WEB_HOSTS') as string,
      });
      expect([bench.asked, bench.server.accepted]).toEqual([[], 0]);
    });

    it('does not even resolve a host that is not allowed', async () => {
      page();
      const web = bench.web({ hosts: ['site.test', '*.sub.test', 'port.test:1'] });
      expect(web.isOff).toBe(false);
      expect(await web.fetch({ url: bench.url() })).toMatchObject({ status: 200 });
      expect(await web.fetch({ url: bench.url('/', { host: 'a.sub.test' }) })).toMatchObject({ status: 200 });
      for (const host of ['other.test', 'sub.test', 'xsite.test', 'site.test.evil.test', 'port.test']) {
        expect((await bench.failure(web.fetch({ url: bench.url('/', { host }) }))).code).toBe('NETWORK_OFF');
      }
      expect(bench.asked).toEqual(['site.test', 'a.sub.test']);
    });
  });

  describe('addresses', () => {
    it('are refused however they are spelt, in more than a hundred ways', async () => {
      page();
      const spellings = privateSpellings();
      expect(spellings.length).toBeGreaterThan(100);
      const web = bench.web();
      for (const host of spellings) {
        const failure = await bench.failure(web.fetch({ url: bench.url('/', { host }) }));
        expect(failure, host).toMatchObject({
          code: 'FORBIDDEN',
          hint: expect.stringContaining('ZAPOMNI_WEB_PRIVATE_HOSTS') as string,
        });
      }
      expect([bench.asked, bench.server.accepted]).toEqual([[], 0]);
    });

    it.each([
      ['loopback', ['127.0.0.1']],
      ['loopback in IPv6', ['::1']],
      ['loopback carried by IPv6', ['::ffff:127.0.0.1']],
      ['a private network', ['10.0.0.1']],
      ['a metadata service', ['169.254.169.254']],
      ['one of several that is private', [PUBLIC, '192.168.0.1']],
      ['one of several that is private, the first', ['127.0.0.1', PUBLIC]],
      ['one of both families that is private', [PUBLIC, 'fd00::1']],
      ['an address of a network card', ['fe80::1%eth0']],
    ])('a name that leads to %s is refused', async (_, addresses) => {
      page();
      bench.addresses.set('site.test', addresses);
      expect((await bench.failure(bench.web().fetch({ url: bench.url() }))).code).toBe('FORBIDDEN');
      expect([bench.dialled, bench.server.accepted]).toEqual([[], 0]);
    });

    it('a name that is not there is asked for once, one that cannot be resolved just now again', async () => {
      bench.addresses.set('site.test', []);
      expect((await bench.failure(bench.web().fetch({ url: bench.url() }))).code).toBe('UPSTREAM_FAILED');
      expect([bench.asked, bench.waited]).toEqual([['site.test'], []]);
      const away = bench.web({ resolve: () => Promise.reject(new Error('EAI_AGAIN secret')) });
      expect((await bench.failure(away.fetch({ url: bench.url() }))).code).toBe('UPSTREAM_FAILED');
      expect(bench.waited).toHaveLength(3);
    });

    it('are reached when the user named the host as a private one', async () => {
      page();
      bench.addresses.set('wiki.test', ['127.0.0.1']);
      bench.addresses.set('site.test', ['127.0.0.1']);
      const web = bench.web({ hosts: [], privateHosts: ['wiki.test', `127.0.0.1:${bench.server.port}`] });
      for (const host of ['wiki.test', '127.0.0.1', '2130706433']) {
        expect(await web.fetch({ url: bench.url('/', { host }), as: 'text' })).toMatchObject({ body: 'hello' });
      }
      expect((await bench.failure(web.fetch({ url: bench.url() }))).code).toBe('NETWORK_OFF');
      const other = bench.web({ hosts: ['*'], privateHosts: ['wiki.test'] });
      expect((await bench.failure(other.fetch({ url: bench.url() }))).code).toBe('FORBIDDEN');
    });

    it.each(['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0', '[fe80::1]'])(
      '%s is refused all the same',
      async (host) => {
        bench.addresses.set('wiki.test', [host.replace(/[[\]]/g, '')]);
        const web = bench.web({ privateHosts: ['wiki.test', host] });
        expect((await bench.failure(web.fetch({ url: bench.url('/', { host }) }))).code).toBe('FORBIDDEN');
        expect((await bench.failure(web.fetch({ url: bench.url('/', { host: 'wiki.test' }) }))).code).toBe('FORBIDDEN');
        expect(bench.dialled).toEqual([]);
      },
    );
  });

  describe('rebinding', () => {
    it('gains nothing: a name is resolved once for a connection, which goes to what was looked at', async () => {
      page();
      const answers = [[PUBLIC], ['127.0.0.1'], ['127.0.0.1']];
      let resolved = 0;
      const web = bench.web({ resolve: async () => answers[resolved++] ?? [] });
      expect(await web.fetch({ url: bench.url(), as: 'text' })).toMatchObject({ body: 'hello' });
      expect([resolved, bench.dialled]).toEqual([1, [PUBLIC]]);
      // The connection is kept, and with it the address.
      await web.fetch({ url: bench.url() });
      expect([resolved, bench.dialled]).toEqual([1, [PUBLIC]]);
      const fresh = bench.web({ resolve: async () => answers[resolved++] ?? [] });
      expect((await bench.failure(fresh.fetch({ url: bench.url() }))).code).toBe('FORBIDDEN');
      expect([resolved, bench.dialled]).toEqual([2, [PUBLIC]]);
    });
  });
}
