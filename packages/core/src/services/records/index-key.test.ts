import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from '../../model/index.ts';
import { afterAll, beginText, encodeParts, type IndexPart } from './index-key.ts';

const RANKS = ['null', 'boolean', 'number', 'string'];

function rank(part: IndexPart): number {
  return RANKS.indexOf(part === null ? 'null' : typeof part);
}

/** The order that the encoding promises, said plainly. */
function compareValues(one: IndexPart, other: IndexPart): number {
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return Number(one) === Number(other) ? 0 : Number(one) < Number(other) ? -1 : 1;
}

function compareTuples(one: readonly IndexPart[], other: readonly IndexPart[]): number {
  for (const [i, part] of one.entries()) {
    const next = other[i];
    if (next === undefined) return 1;
    const order = compareValues(part, next);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('\0', '\u0001', '\u0002', '\u0003', 'a', '\uFFFD', '\u{1D49C}'), maxLength: 4 }),
);
const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(0, -0, Infinity, -Infinity, 5e-324));
const part: fc.Arbitrary<IndexPart> = fc.oneof(fc.constant(null), fc.boolean(), number, text);
const tuple = fc.array(part, { maxLength: 3 });

test('the order of the bytes is the order of the values', () => {
  fc.assert(
    fc.property(tuple, tuple, (one, other) => {
      const order = compareTexts(encodeParts(one), encodeParts(other));
      expect(Math.sign(order)).toBe(Math.sign(compareTuples(one, other)));
    }),
    { numRuns: 3000 },
  );
});

test('what begins with a tuple lies between it and what comes after all of those', () => {
  fc.assert(
    fc.property(tuple, tuple, tuple, (first, rest, other) => {
      const [base, end] = [encodeParts(first), afterAll(encodeParts(first)) ?? ''];
      const within = (key: string) => compareTexts(key, base) >= 0 && (base === '' || compareTexts(key, end) < 0);
      expect(within(encodeParts([...first, ...rest]))).toBe(true);
      const starts = other.length >= first.length && compareTuples(other.slice(0, first.length), first) === 0;
      expect(within(encodeParts(other))).toBe(starts || first.length === 0);
    }),
  );
});

test('texts with a beginning lie between it and what comes after all of those', () => {
  fc.assert(
    fc.property(text, text, text, (beginning, rest, other) => {
      const [from, to] = [beginText(beginning), afterAll(beginText(beginning)) ?? ''];
      const within = (value: string) => {
        const key = encodeParts([value]);
        return compareTexts(key, from) >= 0 && compareTexts(key, to) < 0;
      };
      expect(within(beginning + rest)).toBe(true);
      expect(within(other)).toBe(other.startsWith(beginning));
    }),
  );
});

test('a key is well-formed and holds no NUL, whatever it is made of', () => {
  fc.assert(
    fc.property(tuple, (parts) => {
      const key = encodeParts(parts);
      expect(key.includes('\0')).toBe(false);
      expect(key.isWellFormed()).toBe(true);
      expect(afterAll(key)?.isWellFormed() ?? true).toBe(true);
    }),
  );
});

test.each([
  ['a', 'b'],
  ['a\u{10FFFF}', 'b'],
  ['\uD7FF', '\uE000'],
  ['\uFFFF', '\u{10000}'],
])('after all that begin with %j comes %j', (beginning, next) => {
  expect(afterAll(beginning)).toBe(next);
});

test('nothing comes after all that begin with nothing, or with the last character', () => {
  expect([afterAll(''), afterAll('\u{10FFFF}\u{10FFFF}')]).toEqual([undefined, undefined]);
});
