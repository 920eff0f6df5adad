import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from './http-failure.ts';
import { BACK_OFF, withRetries } from './with-retries.ts';

const DOWN = new HttpFailure('unreachable');

/** Fails as told, one call each, then succeeds. */
function trial(failures: readonly Error[], options: { random?: number; signal?: AbortSignal } = {}) {
  const waited: number[] = [];
  let calls = 0;
  const work = async () => {
    const failure = failures[calls++];
    if (failure) throw failure;
    return 'done';
  };
  const result = withRetries(work, {
    waits: BACK_OFF,
    signal: options.signal,
    random: () => options.random ?? 0,
    pause: async (ms) => void waited.push(ms),
  });
  return { result, waited, calls: () => calls };
}

describe('retries', () => {
  it('come after one, two and four seconds, and a little more', async () => {
    verifies('P033');
    const { result, waited } = trial([DOWN, DOWN, DOWN]);
    expect(await result).toBe('done');
    expect(waited).toEqual([1000, 2000, 4000]);
    const jittery = trial([DOWN, DOWN, DOWN], { random: 1 });
    await jittery.result;
    expect(jittery.waited).toEqual([1250, 2500, 5000]);
  });

  it('end after three', async () => {
    const { result, calls } = trial([DOWN, DOWN, DOWN, DOWN]);
    await expect(result).rejects.toBe(DOWN);
    expect(calls()).toBe(4);
  });

  it.each([
    new HttpFailure('status', { status: 404 }),
    new HttpFailure('slow'),
    new HttpFailure('garbage'),
    new HttpFailure('cancelled'),
    new TypeError('a mistake of ours'),
  ])('are not made for what would fail again: %s', async (failure) => {
    const { result, calls } = trial([failure]);
    await expect(result).rejects.toBe(failure);
    expect(calls()).toBe(1);
  });

  it('wait as long as the other side asks for, within reason', async () => {
    const busy = (retryAfterMs: number) => new HttpFailure('status', { status: 429, retryAfterMs });
    const { result, waited } = trial([busy(7000), busy(10)]);
    await result;
    expect(waited).toEqual([7000, 2000]);
    const patient = trial([busy(3_600_000)]);
    await expect(patient.result).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(patient.waited).toEqual([]);
  });

  it('stop when the caller no longer wants it', async () => {
    const controller = new AbortController();
    const work = () => Promise.reject(DOWN);
    const result = withRetries(work, { waits: BACK_OFF, signal: controller.signal });
    controller.abort();
    await expect(result).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
