import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinText, restOf } from './passage-texts.ts';

test('a text is put together again from its passages and what they leave out, however they lie', () => {
  const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.string({ minLength: 40, maxLength: 60 }), fc.array(span, { maxLength: 6 }), (text, spans) => {
      const pieces = spans.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
      expect(joinText(pieces, restOf(text, spans), text.length)).toBe(text);
    }),
    { seed: 6 },
  );
});
