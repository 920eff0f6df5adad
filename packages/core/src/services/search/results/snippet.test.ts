import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetOf } from './snippet.ts';

const show = (text: string, query: string, length: number) => {
  const { start, end } = snippetOf(text, query, length);
  return text.slice(start, end);
};
const FILLER = 'Nothing of interest happened on that day. '.repeat(30);

describe('snippetOf', () => {
  it('is the whole of a short text', () => {
    expect(show('  a short text ', 'anything', 100)).toBe('  a short text ');
  });

  it('is cut around the words of the question, at sentences', () => {
    const text = `${FILLER}The xylophone was found under the bridge. It was wet. ${FILLER}`;
    const snippet = show(text, 'Where was the xylophone found?', 120);
    expect(snippet).toContain('The xylophone was found under the bridge.');
    expect(snippet).toMatch(/^[A-Z].*\.$/);
  });

  it('prefers the part that holds more of the question', () => {
    const text = `The bridge is old. ${FILLER}The xylophone was under the bridge. ${FILLER}`;
    expect(show(text, 'xylophone bridge', 100)).toContain('xylophone');
  });

  it('is the beginning when no word is in common', () => {
    expect(show(`First things first. ${FILLER}`, 'zebra', 60)).toMatch(/^First things first\./);
  });

  it('takes along the beginning of a sentence that is too long, rather than leave the room empty', () => {
    const text = `Zebras run. ${'And then they walk on and on '.repeat(20)}.`;
    const snippet = show(text, 'zebras', 200);
    expect(snippet).toMatch(/^Zebras run\. And then they walk/);
    expect(snippet.length).toBeGreaterThan(150);
  });

  it('looks inside a sentence that is too long', () => {
    const text = `${'word '.repeat(200)}xylophone ${'word '.repeat(200)}`;
    expect(show(text, 'xylophone', 100)).toContain('xylophone');
  });

  it('never exceeds its length, lies within the text and halves no character', () => {
    const word = fc.constantFrom('alpha', 'beta.', 'gamma!', '😀', '日本語。', '\n', ' ', 'x'.repeat(50));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 10, max: 120 }), (words, length) => {
        const text = words.join(' ');
        const { start, end } = snippetOf(text, 'beta gamma', length);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(end - start).toBeLessThanOrEqual(length);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(text.slice(start, end).isWellFormed()).toBe(true);
      }),
    );
  });
});
