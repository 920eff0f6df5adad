import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { EventLog } from './event-log.ts';

describe('EventLog', () => {
  test('gives back what followed on the same stream', () => {
    verifies('R250');
    const log = new EventLog(10, 1000);
    const ids = [log.append(1, 'a'), log.append(2, 'b'), log.append(1, 'c'), log.append(1, 'd')];
    expect(ids).toEqual(['1-1', '2-2', '1-3', '1-4']);
    expect(log.after(log.locate('1-1')!)).toEqual([
      ['1-3', 'c'],
      ['1-4', 'd'],
    ]);
    expect(log.after(log.locate('2-2')!)).toEqual([]);
    expect(log.hasGapAfter(log.locate('1-1')!)).toBe(false);
  });

  test.each(['', '1', '1-', '-1', '1-0', '1-2', 'a-1', '1-1 ', '1-1-1', '9'.repeat(30)])('does not know %j', (id) => {
    const log = new EventLog(10, 1000);
    log.append(1, 'a');
    expect(log.locate(id)).toBe(undefined);
  });

  test('keeps so many events and so many bytes, and the newest always', () => {
    const log = new EventLog(3, 10);
    for (const data of ['a', 'b', 'c', 'd']) log.append(1, data);
    const start = { stream: 1, number: 0 };
    expect(log.after(start).map(([, data]) => data)).toEqual(['b', 'c', 'd']);
    expect(log.hasGapAfter(start)).toBe(true);
    log.append(1, 'e'.repeat(9));
    expect(log.after(start).map(([, data]) => data.length)).toEqual([1, 9]);
    log.append(1, 'f'.repeat(50));
    expect(log.after(start).map(([, data]) => data.length)).toEqual([50]);
    log.append(1, 'g');
    expect(log.after(start).map(([, data]) => data)).toEqual(['g']);
    log.clear();
    expect(log.after(start)).toEqual([]);
  });
});
