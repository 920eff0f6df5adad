import { describe, expect, test } from 'vitest';
import { RateLimiter, tooManyRequests } from './rate-limit.ts';

function limiter(options: { perSecond?: number; burst?: number; maxClients?: number }) {
  const clock = { ms: 0 };
  return { clock, rate: new RateLimiter({ ...options, now: () => clock.ms }) };
}

describe('the rate limit', () => {
  test('gives a burst, then the steady rate, and says how long to wait', () => {
    const { clock, rate } = limiter({ perSecond: 2, burst: 3 });
    expect([rate.take('a'), rate.take('a'), rate.take('a')]).toEqual([0, 0, 0]);
    expect(rate.take('a')).toBe(0.5);
    clock.ms = 250;
    expect(rate.take('a')).toBe(0.25);
    clock.ms = 500;
    expect(rate.take('a')).toBe(0);
    expect(rate.take('a')).toBe(0.5);
  });

  test('asking in vain does not put off the next token', () => {
    const { clock, rate } = limiter({ perSecond: 1, burst: 1 });
    rate.take('a');
    for (clock.ms = 1; clock.ms < 1000; clock.ms += 1) expect(rate.take('a')).toBeGreaterThan(0);
    clock.ms = 1001;
    expect(rate.take('a')).toBe(0);
  });

  test('never saves up more than the burst', () => {
    const { clock, rate } = limiter({ perSecond: 10, burst: 2 });
    clock.ms = 3_600_000;
    expect([rate.take('a'), rate.take('a')]).toEqual([0, 0]);
    expect(rate.take('a')).toBeGreaterThan(0);
  });

  test('a clock that goes back gives nothing and takes nothing', () => {
    const { clock, rate } = limiter({ perSecond: 1, burst: 2 });
    clock.ms = 10_000;
    rate.take('a');
    clock.ms = 0;
    expect(rate.take('a')).toBe(0);
    expect(rate.take('a')).toBe(1);
  });

  test('clients do not share', () => {
    const { rate } = limiter({ perSecond: 1, burst: 1 });
    expect([rate.take('a'), rate.take('b')]).toEqual([0, 0]);
    expect(rate.take('a')).toBe(1);
  });

  test('a flood from 100 000 addresses leaves as many buckets as allowed, and the busy client keeps its own', () => {
    const { rate } = limiter({ perSecond: 1, burst: 1, maxClients: 1000 });
    rate.take('busy');
    for (let n = 0; n < 100_000; n += 1) {
      rate.take(`192.0.2.${n}`);
      if (n % 500 === 0) expect(rate.take('busy')).toBe(1);
      if (rate.size > 1000) expect.fail(`${rate.size} buckets`);
    }
    expect(rate.size).toBe(1000);
    expect(rate.take('busy')).toBe(1);
  });

  test('the defaults leave 10 000 requests at once alone, and still are a limit', () => {
    const rate = new RateLimiter({ now: () => 0 });
    for (let n = 0; n < 20_000; n += 1) expect(rate.take('a')).toBe(0);
    expect(rate.take('a')).toBe(0.001);
  });

  test.each([{ perSecond: 0 }, { perSecond: Number.NaN }, { burst: 0.5 }, { maxClients: 0 }, { burst: Infinity }])(
    'refuses %j',
    (options) => {
      expect(() => new RateLimiter(options)).toThrow(/^Option rate\.\w+ must be/);
    },
  );

  test('answers 429 with whole seconds, at least one', () => {
    expect(tooManyRequests(0.001)).toEqual({
      status: 429,
      headers: { 'retry-after': '1' },
      error: {
        code: -32011,
        message: 'Too many requests. Retry after 1 s.',
        data: { code: 'RATE_LIMITED', retryable: true, retry_after_ms: 1000 },
      },
    });
    expect(tooManyRequests(12.1).headers).toEqual({ 'retry-after': '13' });
  });
});
