/** What a source that misbehaves, or may not be asked, comes to. */
import type { ErrorCode, ZapomniError } from '@zapomni/core/errors';
import { describe, expect, it } from 'vitest';
import { drops, fallsShort, hangs, says, type Page } from '../../web-server/index.ts';
import { SECRET, type SourceBench } from './fixtures.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = '<!doctype html><html><body>Rate exceeded. Come back later.</body></html>';

async function failure(work: Promise<unknown>): Promise<ZapomniError> {
  try {
    await work;
  } catch (error) {
    return error as ZapomniError;
  }
  return expect.fail('it did not fail');
}

export function failureClauses(bench: SourceBench): void {
  const { made } = bench;
  const lookup = (pages: readonly Page[]) => {
    bench.server.next(made.name, ...pages);
    return failure(bench.open().lookup(made.known));
  };
  const twice = (page: Page): Page[] => [page, page];

  describe('a source that fails', () => {
    it.each<[string, () => readonly Page[], ErrorCode]>([
      ['an error inside 200', () => [says(made.errorInside, JSON_TYPE)], 'UPSTREAM_FAILED'],
      ['a page of HTML with 200', () => [says(HTML, { 'content-type': 'text/html' })], 'UPSTREAM_FAILED'],
      ['nothing with 200', () => [says('', {})], 'UPSTREAM_FAILED'],
      ['half an answer', () => [says((made.exchanges[0]?.body ?? '').slice(0, 40), JSON_TYPE)], 'UPSTREAM_FAILED'],
      ['another shape', () => [says('[1, 2, 3]', JSON_TYPE)], 'UPSTREAM_FAILED'],
      ['another type', () => [says('%PDF-1.7', { 'content-type': 'application/pdf' })], 'UPSTREAM_FAILED'],
      ['a status that says so, twice', () => twice(says('down', {}, 503)), 'UPSTREAM_FAILED'],
      ['an answer that is cut off, twice', () => twice(fallsShort), 'UPSTREAM_FAILED'],
      ['a connection that ends, twice', () => twice(drops), 'UPSTREAM_FAILED'],
    ])('is said to have failed, and never to know nothing: %s', async (_, pages, code) => {
      const error = await lookup(pages());
      expect(error.code).toBe(code);
      expect(error.message).not.toContain(SECRET);
      // Nothing of it is believed later.
      expect(await bench.open().lookup(made.known)).toMatchObject({
        item: { contributors: expect.anything() as unknown },
      });
    });

    it('that is silent is given up', async () => {
      bench.server.next(made.name, hangs);
      const error = await failure(bench.open({ firstByteMs: 100 }).lookup(made.known));
      expect(error.code).toBe('TIMEOUT');
    });

    it('is asked once more where that may help', async () => {
      bench.server.next(made.name, drops);
      expect(await bench.open().lookup(made.known)).not.toBeNull();
      expect(bench.waited).toContain(1000);
    });

    it('that asks to wait is waited for by everybody, and says until when', async () => {
      const error = await lookup([says(HTML, { 'retry-after': '600', 'content-type': 'text/html' }, 429)]);
      expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterMs: 600_000 });
      expect(bench.server.requests).toHaveLength(1);
      bench.test.clock.advance(100_000);
      expect(await failure(bench.open().lookup(made.known))).toMatchObject({
        code: 'UPSTREAM_RATE_LIMITED',
        retryAfterMs: 500_000,
      });
      expect(bench.server.requests).toHaveLength(1);
      bench.test.clock.advance(500_000);
      expect(await bench.open().lookup(made.known)).not.toBeNull();
    });

    it('that refuses without a word is left alone for longer each time, and for a minute from the third on', async () => {
      const refuses = says(HTML, { 'content-type': 'text/html' }, 429);
      for (let i = 0; i < 3; i++) {
        expect((await lookup([refuses])).code).toBe('UPSTREAM_RATE_LIMITED');
        expect(bench.server.requests).toHaveLength(i + 1);
      }
      const error = await failure(bench.open().lookup(made.known));
      expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterMs: 60_000 });
      expect(bench.server.requests).toHaveLength(3);
      bench.test.clock.advance(60_000);
      expect(await bench.open().lookup(made.known)).not.toBeNull();
    });

    it('names the key that would help, where there is one', async () => {
      bench.server.next(made.name, says('', {}, 429));
      const source = bench.open({ key: undefined });
      const error = await failure(source.lookup(made.known));
      const setting = source.about.key?.setting ?? 'no setting';
      expect(`${error.message} ${error.hint}`.includes(setting)).toBe(source.about.key !== null);
    });

    it('that asks those without a key to wait is asked by who has one, and the other way round', async () => {
      const [without, having] = [bench.open({ key: undefined, cache: undefined }), bench.open({ cache: undefined })];
      if (having.about.key === null) return expect(having.about.lane).toBe(without.about.lane);
      for (const [one, other] of [
        [without, having],
        [having, without],
      ] as const) {
        bench.server.next(made.name, says('', { 'retry-after': '600' }, 429));
        expect((await failure(one.lookup(made.known, { fresh: true }))).code).toBe('UPSTREAM_RATE_LIMITED');
        expect(await other.lookup(made.known, { fresh: true })).not.toBeNull();
        expect((await failure(one.lookup(made.known, { fresh: true }))).code).toBe('UPSTREAM_RATE_LIMITED');
        bench.test.clock.advance(600_000);
      }
      expect(having.about.lane).not.toContain(SECRET);
    });

    it.each([401, 403])('that wants a key says which, and else that it failed: %d', async (status) => {
      bench.server.next(made.name, says('{"error":"no"}', JSON_TYPE, status));
      const source = bench.open();
      const { code, message } = await failure(source.lookup(made.known));
      expect(code).toBe(source.about.key === null ? 'UPSTREAM_FAILED' : 'INVALID_CONFIG');
      if (source.about.key) expect(message).toContain(source.about.key.setting);
    });
  });

  describe('a source that may not be asked', () => {
    it('is off unless it was allowed, and says how that is done', async () => {
      const error = await failure(bench.open({ isOn: false }).lookup(made.known));
      expect(error).toMatchObject({ code: 'NETWORK_OFF', hint: expect.stringContaining(made.name) as string });
      expect(bench.server.requests).toEqual([]);
    });

    it('is off where its host is not allowed', async () => {
      expect((await failure(bench.open({ hosts: ['other.test'] }).lookup(made.known))).code).toBe('NETWORK_OFF');
      expect(bench.server.requests).toEqual([]);
    });

    it('ends when it is no longer wanted', async () => {
      const signal = AbortSignal.abort();
      expect((await failure(bench.open().lookup(made.known, { signal }))).code).toBe('CANCELLED');
      expect(bench.server.requests).toEqual([]);
    });
  });
}
