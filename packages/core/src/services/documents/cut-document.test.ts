import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../model/index.ts';
import { cutDocument } from './cut-document.ts';
import type { Structure } from './flatten.ts';

const NONE: Structure = { sections: [], pageKind: null, pages: [], blocks: [], lines: [], links: [] };
const OPTIONS = { size: 60, overlap: 10 };

test('a table that fits into a passage is not cut, whatever stands around it', () => {
  const table = '| name | age |\n| --- | --- |\n| Anna | 41 |\n| Bob | 7 |';
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 80 }), (before, after) => {
      const head = 'before it stands this. '.repeat(before);
      const text = `${head}${table}${' and this comes after.'.repeat(after)}`;
      const blocks = [{ kind: 'table' as const, start: head.length, end: head.length + table.length }];
      const spans = [...cutDocument(text, { ...NONE, blocks }, OPTIONS)];
      expect(spans.some(({ start, end }) => start <= head.length && end >= head.length + table.length)).toBe(true);
    }),
  );
});

test('sections begin passages where there is enough before them', () => {
  const part = 'Some words that say a thing or two about it all. '.repeat(4);
  const text = `${part}\n${part}\n${part}`;
  const starts = [0, part.length + 1, 2 * (part.length + 1)];
  const sections = starts.map((start, i) => ({ title: `S${i}`, level: 1, start }));
  expect([...cutDocument(text, { ...NONE, sections }, OPTIONS)].map(({ start }) => start)).toEqual(starts);
});

test('all of the text is in passages of the size, but for white space', () => {
  const structure = fc.record({
    text: fc
      .array(fc.constantFrom('word', 'another', '.', '\n', ' ', '|', 'ü', '漢字'))
      .map((parts) => parts.join(' ')),
    places: fc.array(fc.nat(400), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(structure, ({ text, places }) => {
      const at = places.map((place) => Math.min(place, text.length)).toSorted((one, other) => one - other);
      const sections = at.slice(0, 4).map((start) => ({ title: 'S', level: 1, start }));
      const pages = at.slice(4, 8).map((start) => ({ label: 'p', start }));
      const blocks = [{ kind: 'table' as const, start: at[8] ?? 0, end: at[9] ?? 0 }].filter(
        ({ start, end }) => end > start,
      );
      const spans = [...cutDocument(text, { ...NONE, sections, pages, blocks }, OPTIONS)];
      const covered = new Set(
        spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
      );
      for (let i = 0; i < text.length; i++) if (/\S/.test(text[i] ?? '')) expect(covered.has(i), `${i}`).toBe(true);
      for (const { start, end } of spans)
        expect(estimateTokens(text, start, end)).toBeLessThanOrEqual(OPTIONS.size + 1);
    }),
    { numRuns: 500 },
  );
});
