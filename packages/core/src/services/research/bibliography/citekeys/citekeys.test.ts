import { describe, expect, it } from 'vitest';
import { DEFAULT_PATTERN, isKeyPattern, type BibliographicItem } from '../../../../model/papers/index.ts';
import { KeyMaker } from './make-keys.ts';
import { readPattern } from './pattern.ts';

const ITEM: BibliographicItem = {
  type: 'article-journal',
  title: 'The Attention of an Öl Market',
  container_title: 'Journal of Applied Things',
  page: '12-34',
  keywords: ['wind power'],
  issued: { year: 2017 },
  identifiers: [],
  contributors: [
    { role: 'author', particle: 'van', family: 'Süß', given: 'Ann' },
    { role: 'author', family: 'Roe', given: 'Rita' },
    { role: 'author', literal: 'World Health Organization' },
  ],
};

describe('keys', () => {
  it.each([
    ['[auth:lower][year][title1:lower]', 'vansuss2017attention'],
    ['[auth3]-[shortyear]_[title2]', 'Van-17_AttentionOl'],
    ['[authors2:upper]:[journal]', 'VANSUSSROEETAL:JAT'],
    ['[authors:abbr].[firstpage]', 'VRW.12'],
    ['[type]/[keyword][title:abbr:lower]', 'article-journal/windpoweraom'],
  ])('are made by a pattern: %s', (pattern, key) => {
    expect(readPattern(pattern)(ITEM)).toBe(key);
    expect(isKeyPattern(pattern)).toBe(true);
  });

  it.each([
    [{ title: '<i>X</i>-ray of a \\emph{whole} crab' }, 'vansuss2017ray'],
    [{ title: 'It', issued: { literal: 'in press' } }, 'vansussinpressit'],
    [{ contributors: [], issued: {}, submitted: { year: 2019 } }, '2019attention'],
    [{ contributors: [{ role: 'author' as const, family: 'Иванов' }] }, 'иванов2017attention'],
  ])('are made of what is said: %j', (fields, key) =>
    expect(readPattern(DEFAULT_PATTERN)({ ...ITEM, ...fields })).toBe(key),
  );

  it.each(['', '[nope]', '[auth:nope]', '[constructor]', 'a b', '[auth', '{x}'])(
    'refuse what is no pattern: %s',
    (pattern) => {
      expect(() => readPattern(pattern)).toThrow(/citekey_pattern/);
      expect(isKeyPattern(pattern)).toBe(false);
    },
  );

  it('are kept when they were given, unique whatever the case, and the same for the same', () => {
    const keys = new KeyMaker('[auth:lower][year]', ['taken']);
    expect(keys.keyFor({ ...ITEM, citekey: 'Given:1' })).toBe('Given:1');
    expect(keys.keyFor({ ...ITEM, citekey: 'given:1' })).toBe('given:1a');
    expect(keys.keyFor({ ...ITEM, citekey: 'taken' })).toBe('takena');
    expect(keys.keyFor({ ...ITEM, citekey: 'a, {b}' })).toBe('ab');
    expect([keys.keyFor(ITEM), keys.keyFor(ITEM)]).toEqual(['vansuss2017', 'vansuss2017a']);
    expect(new KeyMaker('[auth:lower][year]').keyFor(ITEM)).toBe('vansuss2017');
    const many = new KeyMaker();
    expect(Array.from({ length: 30 }, () => many.keyFor({ ...ITEM, citekey: 'k' })).slice(25)).toEqual([
      'ky',
      'kz',
      'kaa',
      'kab',
      'kac',
    ]);
    expect(new KeyMaker().keyFor({ type: 'book', contributors: [], identifiers: [] })).toBe('item');
  });

  it('are told apart however many there are', () => {
    const keys = new KeyMaker();
    const many = Array.from({ length: 20_000 }, (_, i) => `family${i % 700}${1990 + (i % 30)}word${i}`);
    expect(many.map((citekey) => keys.keyFor({ ...ITEM, citekey }))).toEqual(many);
    expect(many.map((citekey) => keys.keyFor({ ...ITEM, citekey }))).toEqual(many.map((key) => `${key}a`));
  });
});
