import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_STRUCTURE } from './flatten.ts';
import { leavesOf } from './leaves.ts';

const leaves = (text: string, structure: Partial<typeof NO_STRUCTURE> = {}) =>
  leavesOf({ text, structure: { ...NO_STRUCTURE, ...structure } });

describe('the leaves of a document', () => {
  it('are its pages where it has some', () => {
    const pages = [0, 120, 300].map((start, i) => ({ start, label: String(i + 1) }));
    expect(leaves('x'.repeat(400), { pages })).toEqual([0, 120, 300]);
  });

  it('begin at 0 also where the first page does not, and cut a page that nobody could read at once', () => {
    const found = leaves(`${'word '.repeat(2)}${'row\n'.repeat(20_000)}`, { pages: [{ start: 10, label: 'Sheet' }] });
    expect(found.slice(0, 2)).toEqual([0, 10]);
    expect(found.length).toBeGreaterThan(4);
  });

  it('end at a section where there are no pages, else at a line', () => {
    const sections = [{ start: 2500, level: 1, title: 'Two' }];
    const lined = `${'a line of text\n'.repeat(1000)}`;
    expect(leaves(lined, { sections })[1]).toBe(2500);
    for (const start of leaves(lined).slice(1)) expect(lined[start - 1]).toBe('\n');
  });

  it('are all of the text, in order, none empty, whatever it says', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30_000, size: 'max' });
    fc.assert(
      fc.property(text, fc.array(fc.nat(30_000)), (given, marks) => {
        const places = [...new Set(marks)].filter((start) => start < given.length).toSorted((a, b) => a - b);
        for (const structure of [
          { pages: places.map((start) => ({ start, label: String(start) })) },
          { sections: places.map((start) => ({ start, level: 1, title: String(start) })) },
        ]) {
          const starts = leaves(given, structure);
          expect(starts[0]).toBe(0);
          expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
          if (given !== '') expect(starts.at(-1)).toBeLessThan(given.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
