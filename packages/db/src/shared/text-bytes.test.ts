import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText, previewOf, toByteSpans } from './text-bytes.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });

test('any stretch decoded by its bytes is the stretch of the text, characters kept whole', () => {
  const cut = fc.nat({ max: 60 });
  fc.assert(
    fc.property(anyText, fc.array(fc.tuple(cut, cut)), (text, pairs) => {
      const spans = pairs.map(([a, b]) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        return { start, end };
      });
      const bytes = encodeText(text);
      for (const span of toByteSpans(text, bytes.length, spans)) {
        const part = decodeText(bytes, span.byteStart, span.byteEnd);
        expect(part).toBe(text.slice(span.start, span.end));
        expect(part.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a stretch outside the text is refused', () => {
  for (const span of [
    { start: -1, end: 1 },
    { start: 0, end: 4 },
    { start: 2, end: 1 },
    { start: NaN, end: 1 },
  ]) {
    expect(() => toByteSpans('abc', 3, [span])).toThrow('passages: lies outside the text');
  }
});

test('a preview is a hundred characters and splits none', () => {
  expect(previewOf('👾'.repeat(150))).toBe('👾'.repeat(100));
  expect(previewOf('short')).toBe('short');
});
