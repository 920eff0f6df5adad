import { describe, expect, it } from 'vitest';
import { BM25_SETTINGS, Bm25Index } from './bm25.ts';
import { stem } from './porter.ts';

const setting = BM25_SETTINGS[0] as (typeof BM25_SETTINGS)[number];

describe('BM25', () => {
  it('ranks by rare words, whatever their form', () => {
    const index = new Bm25Index([
      { id: 'cats', text: 'The cats were sleeping on the sofa' },
      { id: 'dog', text: 'The dog was sleeping on the sofa' },
      { id: 'tax', text: 'Taxes are due' },
    ]);
    expect(index.search('a sleeping cat', 10, setting)).toEqual(['cats', 'dog']);
    expect(index.search('the of and', 10, setting)).toEqual([]);
    expect(index.search('sofa', 1, setting)).toHaveLength(1);
  });

  it('reads scripts without spaces by pairs of characters', () => {
    const index = new Bm25Index([
      { id: 'backup', text: '数据库每周备份' },
      { id: 'rent', text: '房租每季度交一次' },
    ]);
    expect(index.search('什么时候备份?', 10, setting)).toEqual(['backup']);
  });

  it('likes repeats, and short texts the more the larger b is', () => {
    const index = new Bm25Index([
      { id: 'once', text: 'apple' },
      { id: 'twice', text: 'apple apple pear plum quince cherry fig date lime' },
    ]);
    expect(index.search('apple', 10, { k1: 1.2, b: 0 })).toEqual(['twice', 'once']);
    expect(index.search('apple', 10, { k1: 1.2, b: 1 })).toEqual(['once', 'twice']);
  });
});

it.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['hopping', 'hop'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['vietnamization', 'vietnam'],
  ['hopefulness', 'hope'],
  ['electricity', 'electr'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['controlling', 'control'],
  ['rate', 'rate'],
  ['yes', 'ye'],
  ['sky', 'sky'],
])('stems %s to %s, as Porter does', (word, expected) => expect(stem(word)).toBe(expected));
