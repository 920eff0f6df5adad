import fc from 'fast-check';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { toQueryTerms, toTerms } from './terms.ts';

describe('toTerms', () => {
  it.each([
    ['running runs', ['run', 'run']],
    ['Émigrés café', ['emigr', 'cafe']],
    ['ПРИВЕТ Привет', ['привет', 'привет']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['日本語', ['日本', '本語']],
    ['猫', ['猫']],
    ['ไทย', ['ไท', 'ทย']],
    ['Ｆｕｌｌ ｗｉｄｔｈ', ['full', 'width']],
    ['', []],
    ['—…!?', []],
  ])('%s', (text, terms) => {
    expect(toTerms(text)).toEqual(terms);
  });

  it('finds identifiers whole and by their parts', () => {
    verifies('P035');
    expect(toTerms('getUserById')).toEqual(expect.arrayContaining(['getuserbyid', 'get', 'user', 'id']));
    expect(toTerms('snake_case_name')).toEqual(expect.arrayContaining(['snake', 'case', 'name']));
    expect(toTerms('HTTPServer')).toEqual(expect.arrayContaining(['httpserver', 'http', 'server']));
  });

  it('gives words between unspaced scripts their own terms', () => {
    expect(toTerms('使用React框架')).toEqual(['使用', 'react', '框架']);
  });

  it('treats composed and decomposed letters alike', () => {
    expect(toTerms('cafe\u0301')).toEqual(toTerms('café'));
  });

  it('cuts endless runs', () => {
    expect(toTerms('a'.repeat(100_000)).every((term) => term.length <= 64)).toBe(true);
  });

  it('is the same for any text on both sides, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toTerms(text)).toEqual(toTerms(text));
      }),
    );
  });

  it('makes no term with white space or a quote, which engines would trip over', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toTerms(text).join('')).not.toMatch(/[\s"]/);
      }),
    );
  });
});

describe('toQueryTerms', () => {
  it('drops what every text holds, and repeats', () => {
    expect(toQueryTerms('what is the plan of the plan')).toEqual(['what', 'plan']);
  });

  it('keeps such words when there is nothing else', () => {
    expect(toQueryTerms('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });
});
