import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Repeated } from './repeated.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each answer takes so long. */
function asking(ms: number) {
  const stops: AbortSignal[] = [];
  const repeated = new Repeated((stop) => {
    stops.push(stop);
    return new Promise((resolve) => setTimeout(resolve, ms));
  });
  return { repeated, stops };
}

it('asks one question at a time, and once more for what changed meanwhile, after a rest', async () => {
  const { repeated, stops } = asking(10);
  for (let i = 0; i < 5; i++) repeated.again();
  await vi.advanceTimersByTimeAsync(205);
  expect(stops).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(stops).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stops).toHaveLength(2);
});

it('asks at once where nothing was asked lately', async () => {
  const { repeated, stops } = asking(10);
  await vi.advanceTimersByTimeAsync(1000);
  repeated.again();
  expect(stops).toHaveLength(2);
});

it('spends a twentieth of the time at most, however often things change', async () => {
  const { repeated, stops } = asking(100);
  for (let i = 0; i < 1000; i++) {
    repeated.again();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(stops.length).toBeLessThanOrEqual(49);
  expect(stops.length).toBeGreaterThan(40);
});

it('tells the question under way that nobody waits, and asks no more', async () => {
  const { repeated, stops } = asking(10);
  repeated.again();
  repeated.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
});
