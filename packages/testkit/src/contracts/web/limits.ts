/** Each call is bounded, in time and in bytes, whatever the other side does. */
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drops, fallsShort, floods, hangs, resets, says, stalls, type Page } from '../../web-server/index.ts';
import { SOON, type WebBench } from './fixtures.ts';

/** Longer than a test may take: only the limit that is meant can end the call. */
const PATIENT = 600_000;
const SHORT = 50;
const GENEROUS = { connectMs: PATIENT, firstByteMs: PATIENT, totalMs: PATIENT };

export function limitClauses(bench: WebBench): void {
  const fetching = (
    page: Page,
    { maxBytes = 1_000_000, ...limits }: Partial<typeof GENEROUS> & { maxBytes?: number } = {},
  ) => {
    bench.server.page('/', page);
    return bench.web({ limits: { ...GENEROUS, ...limits } }).fetch({ url: bench.url(), maxBytes });
  };
  const codeOf = async (call: Promise<unknown>) => (await bench.failure(call)).code;

  describe('time', () => {
    it('to connect is bounded, resolving included', async () => {
      const web = bench.web({
        limits: { ...GENEROUS, connectMs: SHORT },
        resolve: () => new Promise<never>(() => undefined),
      });
      expect(await codeOf(web.fetch({ url: bench.url() }))).toBe('TIMEOUT');
    });

    it('to the first byte is bounded', async () => {
      expect(await codeOf(fetching(hangs, { firstByteMs: SHORT }))).toBe('TIMEOUT');
    });

    it('to the last byte is bounded, and one that took all of it is not tried again', async () => {
      expect(await codeOf(fetching(stalls, { totalMs: SHORT }))).toBe('TIMEOUT');
      expect(bench.waited).toEqual([]);
      await expect.poll(() => bench.server.connections(), SOON).toBe(0);
    });

    it('is the caller’s to give', async () => {
      bench.server.page('/', stalls);
      expect(await codeOf(bench.web().fetch({ url: bench.url(), timeoutMs: SHORT }))).toBe('TIMEOUT');
    });

    it('counts for a stream too, also for one that nobody reads', async () => {
      bench.server.page('/', stalls);
      const web = bench.web({ pace: { minIntervalMs: 0, concurrency: 1 } });
      const stream = async () => (await web.fetch({ url: bench.url(), as: 'stream', timeoutMs: 10 * SHORT })).body;
      // On a busy machine the time may be over before there is a stream.
      await stream().catch(() => undefined);
      expect(await codeOf(stream().then(buffer))).toBe('TIMEOUT');
    });
  });

  describe('bytes', () => {
    it('are read as far as the limit, and no further', async () => {
      expect(await codeOf(fetching(floods))).toBe('TOO_LARGE');
      await expect.poll(() => bench.server.connections(), SOON).toBe(0);
      expect(await codeOf(fetching(says('x'.repeat(1001)), { maxBytes: 1000 }))).toBe('TOO_LARGE');
      expect((await fetching(says('x'.repeat(1000)), { maxBytes: 1000 })).body).toHaveLength(1000);
    });

    it('are not waited for when there will be too many', async () => {
      const boasts: Page = (response) => void response.writeHead(200, { 'content-length': String(2 ** 40) }).write('[');
      expect(await codeOf(fetching(boasts))).toBe('TOO_LARGE');
    });

    it.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const)('come out of %s as they went in, and count as they come out', async (encoding, pack) => {
      const heads = { 'content-encoding': encoding };
      const text = Buffer.from('to be or not to be, '.repeat(100));
      expect(Buffer.from((await fetching(says(pack(text), heads))).body)).toEqual(text);
      expect(bench.server.requests[0]?.headers['accept-encoding']).toContain(encoding.replace('x-', ''));
      expect(await codeOf(fetching(says(pack(text), heads), { maxBytes: 1000 }))).toBe('TOO_LARGE');
      // A bomb is told by how it grows, long before the limit.
      const bomb = pack(Buffer.alloc(60_000_000));
      expect(await codeOf(fetching(says(bomb, heads), { maxBytes: 1_000_000_000 }))).toBe('TOO_LARGE');
    });

    it('may be packed and none', async () => {
      expect((await fetching(says('', { 'content-encoding': 'gzip' }))).body).toHaveLength(0);
    });

    it.each([
      ['gzip', Buffer.from('no gzip at all')],
      ['br', Buffer.from('no brotli either')],
      ['zstd', Buffer.from('nor this')],
      ['deflate', Buffer.from('nor that')],
      ['gzip', gzipSync('cut off in the middle').subarray(0, 20)],
      ['mystery', Buffer.from('x')],
      ['gzip, gzip', gzipSync(gzipSync('x'))],
    ])('that are not packed as they say (%s) are not used', async (encoding, bytes) => {
      expect(await codeOf(fetching(says(bytes, { 'content-encoding': encoding })))).toBe('UPSTREAM_FAILED');
    });
  });

  describe('a connection', () => {
    it.each([
      ['is dropped', drops],
      ['is reset in the middle', resets],
      ['ends before the length that was said', fallsShort],
    ])('that %s has failed, and is tried again', async (_, page) => {
      expect(await codeOf(fetching(page))).toBe('UPSTREAM_FAILED');
      expect([bench.waited, bench.server.requests.length]).toEqual([[1000, 2000, 4000], 4]);
    });

    it('to where nobody listens has failed', async () => {
      const url = bench.url();
      const web = bench.web();
      await bench.server.close();
      expect(await codeOf(web.fetch({ url }))).toBe('UPSTREAM_FAILED');
    });

    it('that speaks something else than HTTP has failed', async () => {
      const babbles: Page = (response) => void response.socket?.end('220 mail.secret ESMTP\r\n');
      expect(await codeOf(fetching(babbles))).toBe('UPSTREAM_FAILED');
    });

    it('is used again', async () => {
      bench.server.page('/', says('hello'));
      const web = bench.web();
      for (let i = 0; i < 20; i++) await web.fetch({ url: bench.url(), cache: 'off' });
      expect([bench.server.requests.length, bench.server.accepted]).toEqual([20, 1]);
    });
  });

  describe('a stream', () => {
    it('gives the bytes as they come', async () => {
      bench.server.page('/', (response) => {
        response.writeHead(200).write('one ');
        bench.server.page('/go-on', (other) => {
          response.end('two');
          other.end();
        });
      });
      const web = bench.web();
      const { body, status } = await web.fetch({ url: bench.url(), as: 'stream' });
      expect(status).toBe(200);
      const pieces: string[] = [];
      for await (const piece of body) {
        pieces.push(Buffer.from(piece).toString());
        if (pieces.length === 1) await web.fetch({ url: bench.url('/go-on') });
      }
      expect(pieces).toEqual(['one ', 'two']);
    });

    it('fails at the limit, or where it breaks off', async () => {
      for (const [page, code] of [
        [floods, 'TOO_LARGE'],
        [resets, 'UPSTREAM_FAILED'],
      ] as const) {
        bench.server.page('/', page);
        const { body } = await bench.web().fetch({ url: bench.url(), as: 'stream', maxBytes: 1_000_000 });
        expect(await codeOf(buffer(body))).toBe(code);
      }
    });

    it('that is left lets go of the connection', async () => {
      bench.server.page('/', floods);
      const { body } = await bench.web().fetch({ url: bench.url(), as: 'stream' });
      for await (const piece of body) if (piece.length > 0) break;
      await expect.poll(() => bench.server.connections(), SOON).toBe(0);
    });
  });

  describe('a caller who changes their mind', () => {
    it.each([
      ['before the answer', hangs],
      ['in the middle of it', stalls],
    ])('%s is let go', async (_, page) => {
      bench.server.page('/', page);
      const controller = new AbortController();
      const call = bench.web().fetch({ url: bench.url(), signal: controller.signal });
      await expect.poll(() => bench.server.requests.length, SOON).toBe(1);
      controller.abort();
      expect(await codeOf(call)).toBe('CANCELLED');
      await expect.poll(() => bench.server.connections(), SOON).toBe(0);
    });

    it('before anything was sent sends nothing', async () => {
      const call = bench.web().fetch({ url: bench.url(), signal: AbortSignal.abort() });
      expect(await codeOf(call)).toBe('CANCELLED');
      expect(bench.server.accepted).toBe(0);
    });

    it('is let go of, with all others, when the client closes', async () => {
      bench.server.page('/', hangs);
      const web = bench.web({ pace: { minIntervalMs: 0, concurrency: 1 } });
      const ends = [1, 2].map(() => codeOf(web.fetch({ url: bench.url() })));
      await expect.poll(() => bench.server.requests.length, SOON).toBe(1);
      await web.close();
      expect(await Promise.all(ends)).toEqual(['CANCELLED', 'CANCELLED']);
      expect(await codeOf(web.fetch({ url: bench.url() }))).toBe('CANCELLED');
      expect(bench.server.requests).toHaveLength(1);
    });
  });
}
