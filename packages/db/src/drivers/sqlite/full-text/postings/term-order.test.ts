import { expect, test } from 'vitest';
import { compareTerms, sortTerms } from './term-order.ts';

const TERMS = [
  'b',
  'a',
  '',
  'abcdefg',
  'abcdef',
  'abcdefgh',
  'ab1',
  'ab',
  'ab_',
  'zz',
  'é',
  'aé',
  'az',
  '\uffee',
  '\u{20bb7}',
  'a\u{20bb7}',
  'a\uffee',
  '日本',
  '日',
  'abcdeé',
  'abcdez',
  'c++',
  'c#',
  'c',
];

test('terms are sorted as their UTF-8 bytes are', () => {
  const sorted = sortTerms(TERMS).map((index) => TERMS[index]);
  expect(sorted).toEqual(TERMS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  expect(TERMS.toSorted(compareTerms)).toEqual(sorted);
});
