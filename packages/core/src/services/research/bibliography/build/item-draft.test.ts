import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spaced } from './item-draft.ts';

describe('a text that was broken to fit a width', () => {
  it('is one line with one space between words, whatever white space there was', () => {
    const piece = fc.constantFrom('a', 'word', ' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2028', '\ufeff', '\u3000');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(spaced(text)).toBe(text.split(/\s+/).filter(Boolean).join(' '));
      }),
      { seed: 7, numRuns: 1000 },
    );
  });
});
