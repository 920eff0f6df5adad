/** What may be kept is kept, and asked for again with conditions; what may not is not. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Web, WebRequest } from '@zapomni/core/ports';
import { createRecordingLogger } from '../../fakes/index.ts';
import { leadsTo, says, type Page } from '../../web-server/index.ts';
import type { WebBench, WebSettings } from './fixtures.ts';

const HOUR = 3_600_000;

/** Answers with 304 to who has it already. */
function tagged(body: string, heads: Record<string, string>): Page {
  return (response, { headers }) => {
    const has =
      (heads['etag'] !== undefined && headers['if-none-match'] === heads['etag']) ||
      (heads['last-modified'] !== undefined && headers['if-modified-since'] === heads['last-modified']);
    response.writeHead(has ? 304 : 200, heads).end(has ? undefined : body);
  };
}

export function cacheClauses(bench: WebBench): void {
  const open = (settings: Partial<WebSettings> = {}) =>
    bench.web({ cache: { folder: join(bench.folder, 'kept'), maxBytes: 1_000_000 }, ...settings });
  const fetch = (web: Web, request: Partial<WebRequest<'text'>> = {}) =>
    web.fetch({ url: bench.url(), as: 'text', ...request });
  const files = () => readdirSync(join(bench.folder, 'kept'));

  describe('the cache', () => {
    it.each<Record<string, string>>([
      { 'cache-control': 'max-age=3600' },
      { 'cache-control': 'public, Max-Age="3600"' },
      { date: 'Thu, 01 Jan 2026 00:00:00 GMT', expires: 'Thu, 01 Jan 2026 01:00:00 GMT' },
    ])('gives what is fresh, without a question: %j', async (heads) => {
      bench.server.page('/', says('hello', heads));
      const web = open();
      expect(await fetch(web)).toMatchObject({ body: 'hello', fromCache: false, notModified: false });
      bench.clock.advance(HOUR - 1);
      expect(await fetch(web)).toEqual({
        status: 200,
        url: bench.url(),
        headers: expect.objectContaining(heads) as object,
        body: 'hello',
        fromCache: true,
        notModified: false,
      });
      expect(bench.server.requests).toHaveLength(1);
      bench.clock.advance(1);
      expect(await fetch(web)).toMatchObject({ fromCache: false });
      expect(bench.server.requests).toHaveLength(2);
    });

    it('counts the time that others have kept it', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=3600', age: '3000' }));
      const web = open();
      await fetch(web);
      bench.clock.advance(600_000);
      expect(await fetch(web)).toMatchObject({ fromCache: false });
    });

    it.each<Record<string, string>>([
      { etag: '"v1"' },
      { etag: 'W/"v1"' },
      { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      { etag: '"v1"', 'cache-control': 'no-cache, max-age=3600' },
      { etag: '"v1"', 'cache-control': 'max-age=soon' },
    ])('asks whether it is still right: %j', async (heads) => {
      bench.server.page('/', tagged('hello', heads));
      const web = open();
      await fetch(web);
      expect(await fetch(web)).toMatchObject({ status: 200, body: 'hello', fromCache: true, notModified: true });
      expect(bench.server.requests).toHaveLength(2);
      bench.server.page('/', tagged('changed', { etag: '"v2"' }));
      expect(await fetch(web)).toMatchObject({ body: 'changed', fromCache: false, notModified: false });
      expect(await fetch(web)).toMatchObject({ body: 'changed', fromCache: true, notModified: true });
    });

    it('takes a new time from the answer that it is still right', async () => {
      bench.server.page('/', tagged('hello', { etag: '"v1"', 'cache-control': 'max-age=60' }));
      const web = open();
      await fetch(web);
      bench.clock.advance(61_000);
      expect(await fetch(web)).toMatchObject({ notModified: true });
      bench.clock.advance(59_000);
      expect(await fetch(web)).toMatchObject({ fromCache: true, notModified: false });
      expect(bench.server.requests).toHaveLength(2);
    });

    it('asks in any case when told to, and keeps nothing when told to', async () => {
      bench.server.page('/', tagged('hello', { etag: '"v1"', 'cache-control': 'max-age=3600' }));
      const web = open();
      await fetch(web, { cache: 'off' });
      expect(existsSync(join(bench.folder, 'kept'))).toBe(false);
      await fetch(web);
      expect(await fetch(web, { cache: 'revalidate' })).toMatchObject({ fromCache: true, notModified: true });
      expect(await fetch(web, { cache: 'off' })).toMatchObject({ fromCache: false, notModified: false });
      expect(bench.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
        undefined,
        undefined,
        '"v1"',
        undefined,
      ]);
    });

    it('keeps an answer for each thing that was wanted', async () => {
      const page: Page = (response, { headers }) =>
        void response.writeHead(200, { 'cache-control': 'max-age=60', vary: 'accept' }).end(headers.accept);
      for (const path of ['/', '/?q=1']) bench.server.page(path, page);
      const web = open();
      for (const accept of ['a/a', 'b/b', 'a/a']) expect(await fetch(web, { accept })).toMatchObject({ body: accept });
      await fetch(web, { url: bench.url('/?q=1'), accept: 'a/a' });
      expect(await fetch(web, { url: bench.url('/#part'), accept: 'a/a' })).toMatchObject({ fromCache: true });
      expect(bench.server.requests).toHaveLength(3);
    });

    it.each<[string, Record<string, string>, Partial<WebRequest<'text'>>]>([
      ['of what says no-store', { 'cache-control': 'no-store, max-age=60', etag: '"1"' }, {}],
      ['of what differs by anything', { 'cache-control': 'max-age=60', vary: '*' }, {}],
      ['of what says nothing', {}, {}],
      ['that a key was needed for', { 'cache-control': 'max-age=60' }, { headers: { authorization: 'Bearer secret' } }],
      ['that heads of the caller asked for', { 'cache-control': 'max-age=60' }, { headers: { 'x-api-key': 'secret' } }],
      ['that was posted for', { 'cache-control': 'max-age=60' }, { method: 'POST' }],
    ])('keeps nothing %s', async (_, heads, request) => {
      bench.server.page('/', says('hello', heads));
      const web = open();
      for (let i = 0; i < 2; i++) expect(await fetch(web, request)).toMatchObject({ fromCache: false });
      expect(bench.server.requests).toHaveLength(2);
      expect(existsSync(join(bench.folder, 'kept'))).toBe(false);
    });

    it.each(['api_key', 'apikey', 'access_token', 'token', 'key', 'X=1&sig'])(
      'keeps nothing of an address with a key: %s',
      async (name) => {
        const page = `/?q=1&${name}=secret`;
        bench.server.page(page, says('hello', { 'cache-control': 'max-age=60' }));
        await fetch(open(), { url: bench.url(page) });
        expect(existsSync(join(bench.folder, 'kept'))).toBe(false);
      },
    );

    it('keeps nothing of failures, of streams, and of what a redirection led to', async () => {
      const heads = { 'cache-control': 'max-age=60' };
      bench.server.page('/', says('gone', heads, 404));
      bench.server.page('/ok', says('hello', heads));
      bench.server.page('/moved', leadsTo('/ok'));
      const web = open();
      for (let i = 0; i < 2; i++) {
        await fetch(web);
        await fetch(web, { url: bench.url('/moved') });
        const { body } = await web.fetch({ url: bench.url('/ok'), as: 'stream' });
        await buffer(body);
      }
      expect(existsSync(join(bench.folder, 'kept'))).toBe(false);
    });

    it('gives a caller who has it already the answer that it is still right', async () => {
      bench.server.page('/', tagged('hello', { etag: '"v1"' }));
      const answer = await fetch(open(), { headers: { 'if-none-match': '"v1"' } });
      expect(answer).toMatchObject({ status: 304, body: '', fromCache: false, notModified: true });
    });

    it('gives nothing of a host that is no longer allowed, nor more than is wanted', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=60' }));
      await fetch(open());
      expect((await bench.failure(fetch(open({ hosts: ['other.test'] })))).code).toBe('NETWORK_OFF');
      expect((await bench.failure(fetch(open(), { maxBytes: 4 }))).code).toBe('TOO_LARGE');
    });

    it('outlives the process, for its user alone', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=60' }));
      await fetch(open());
      expect(await fetch(open())).toMatchObject({ body: 'hello', fromCache: true });
      const mode = (path: string) => statSync(path).mode & 0o777;
      expect(mode(join(bench.folder, 'kept'))).toBe(0o700);
      for (const file of files()) expect(mode(join(bench.folder, 'kept', file))).toBe(0o600);
    });

    it('does not believe a file that was damaged, cut off or exchanged', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=60' }));
      bench.server.page('/b', says('other', { 'cache-control': 'max-age=60' }));
      await fetch(open());
      const [name = ''] = files();
      const file = join(bench.folder, 'kept', name);
      const whole = readFileSync(file);
      await fetch(open(), { url: bench.url('/b') });
      const other = files().find((one) => one !== name) ?? '';
      const damaged = Buffer.from(whole);
      damaged[damaged.length - 1] = 0x21;
      for (const bytes of [
        damaged,
        whole.subarray(0, -2),
        Buffer.alloc(0),
        readFileSync(join(bench.folder, 'kept', other)),
      ]) {
        writeFileSync(file, bytes);
        expect(await fetch(open())).toMatchObject({ body: 'hello', fromCache: false });
      }
      expect(await fetch(open())).toMatchObject({ fromCache: true });
    });

    it('has no more bytes than it may; what was not used for longest goes', async () => {
      const maxBytes = 10_000;
      const web = open({ cache: { folder: join(bench.folder, 'kept'), maxBytes } });
      const get = (path: string) => fetch(web, { url: bench.url(path) });
      for (let i = 0; i < 12; i++)
        bench.server.page(`/${i}`, says('x'.repeat(1500), { 'cache-control': 'max-age=999' }));
      for (let i = 0; i < 12; i++) {
        await get(`/${i}`);
        bench.clock.advance(1000);
        expect(await get('/0')).toMatchObject({ fromCache: true });
        bench.clock.advance(1000);
        const bytes = files().reduce((sum, name) => sum + statSync(join(bench.folder, 'kept', name)).size, 0);
        expect(bytes).toBeLessThanOrEqual(maxBytes);
      }
      expect(await get('/11')).toMatchObject({ fromCache: true });
      expect(await get('/1')).toMatchObject({ fromCache: false });
    });

    it('keeps nothing that would push out the others, and takes away what a killed process left', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=60' }));
      bench.server.page('/large', says('x'.repeat(300_000), { 'cache-control': 'max-age=60' }));
      mkdirSync(join(bench.folder, 'kept'));
      for (const [name, age] of [
        ['a.tmp', 2 * HOUR],
        ['b.tmp', 0],
      ] as const) {
        const file = join(bench.folder, 'kept', name);
        writeFileSync(file, 'half');
        const at = new Date(bench.clock.now() - age);
        utimesSync(file, at, at);
      }
      const web = open();
      await fetch(web, { url: bench.url('/large') });
      await fetch(web);
      expect(files()).toHaveLength(2);
      expect(files()).toContain('b.tmp');
      expect(await fetch(web, { url: bench.url('/large') })).toMatchObject({ fromCache: false });
    });

    it('that cannot be used is done without, and said once', async () => {
      bench.server.page('/', says('hello', { 'cache-control': 'max-age=60' }));
      writeFileSync(join(bench.folder, 'kept'), 'a file where a folder should be');
      const logger = createRecordingLogger();
      const web = open({ logger });
      for (let i = 0; i < 2; i++) expect(await fetch(web)).toMatchObject({ body: 'hello', fromCache: false });
      expect(logger.of('web_cache_failed')).toHaveLength(1);
    });
  });
}
