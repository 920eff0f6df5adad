import { expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { OperationLog } from './operation-log.ts';

it('keeps the last 10,000 operations with their percentiles, rate, memory and processor time', () => {
  verifies('P043');
  let now = 0;
  const log = new OperationLog(() => now);
  for (let ms = 1; ms <= 12_000; ms++) {
    now += 10;
    log.requestDone({
      method: 'tools/call',
      tool: `tool_${ms}`,
      seconds: ms / 1000,
      outcome: ms > 11_990 ? 'tool_error' : 'ok',
    });
  }
  const summary = log.summary();
  expect(summary).toMatchObject({ count: 10_000, failed: 10, p50: 7001, p95: 11_501, p99: 11_901 });
  expect(summary.perSecond).toBeCloseTo(100, 0);
  expect(summary.residentBytes).toBeGreaterThan(1 << 20);
  expect(summary.cpuShare).toBeGreaterThanOrEqual(0);
  expect(log.latest(2).map(({ name }) => name)).toEqual(['tool_12000', 'tool_11999']);
});

it('has nothing to tell before the first', () => {
  const log = new OperationLog(() => 0);
  expect(log.summary()).toMatchObject({ count: 0, p50: null, p99: null });
  expect(log.latest(5)).toEqual([]);
});
