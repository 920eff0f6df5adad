import { expect, test } from 'vitest';
import { Pace, restAfter } from './pace.ts';

test.each([
  [undefined, 100, 5, 0],
  [{ perSecond: 100 }, 50, 100, 400],
  [{ perSecond: 100 }, 5, 100, 0],
  [{ share: 0.25 }, 50, 100, 300],
  [{ share: 1 }, 50, 100, 0],
])('%o: after %d records that took %d ms it rests %d ms', (throttle, records, tookMs, rest) => {
  expect(restAfter(throttle, records, tookMs)).toBeCloseTo(rest);
});

test('a rest ends when the work is cancelled, and the next one says so', async () => {
  const stopping = new AbortController();
  const pace = new Pace({ perSecond: 1 }, stopping.signal);
  const resting = pace.rest(1_000_000);
  stopping.abort();
  await resting;
  await expect(pace.rest(1)).rejects.toMatchObject({ code: 'CANCELLED' });
});
