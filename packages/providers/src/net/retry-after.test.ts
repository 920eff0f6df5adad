import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('Retry-After', () => {
  it.each([
    ['2', 2000],
    [' 0.5 ', 500],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });
});
