import { describe, expect, it } from 'vitest';
import { resultLines } from './result-lines.ts';

describe('what came of a task', () => {
  it('is its numbers, and its lists item by item', () => {
    const result = {
      added: 10,
      failed: 2,
      dryRun: false,
      papers: ['a', 'b'],
      failures: [
        { source: 'one.pdf', code: 'INVALID_INPUT', message: 'It is\nencrypted.' },
        { source: 'two.pdf', code: 'NOT_FOUND', message: '' },
      ],
      warnings: [],
      files: { read: 1, lost: 0 },
      note: null,
    };
    expect(resultLines(result)).toEqual([
      'added 10, failed 2, dry run false',
      'files: read 1, lost 0',
      'papers (2):',
      '- a',
      '- b',
      'failures (2):',
      '- one.pdf · INVALID_INPUT · It is encrypted.',
      '- two.pdf · NOT_FOUND',
    ]);
  });

  it('is cut where it is long, and says so', () => {
    const lines = resultLines({ failures: Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(1000)}`) });
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('- and 80 more');
    expect(lines.join('').length).toBeLessThan(10_000);
  });

  it.each([undefined, null, 'done', 3, []])('is nothing where there is nothing to tell: %s', (result) => {
    expect(resultLines(result)).toEqual([]);
  });
});
