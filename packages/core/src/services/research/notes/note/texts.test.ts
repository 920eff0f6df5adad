/** Texts of papers in notes: references as they are printed, and nothing that would mean something there. */
import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { harmlessText } from './harmless.ts';
import { referenceText } from './reference-text.ts';

const ITEM: BibliographicItem = {
  type: 'article-journal',
  title: 'On wind',
  container_title: 'Journal of Air',
  contributors: ['Doe', 'Roe', 'Poe', 'Lee'].map((family) => ({ role: 'author', family, given: 'A.' })),
  identifiers: [],
  issued: { year: 2020 },
};

describe('a reference', () => {
  it.each([
    ['[12]', '[12] Doe, On wind.', '12', 'Doe, On wind.'],
    ['12.', '12. Doe, On wind.', '12', 'Doe, On wind.'],
    ['12', 'Doe, On wind.', '12', 'Doe, On wind.'],
    ['12', '12) Doe, On wind.', '12', 'Doe, On wind.'],
    ['[Doe20]', '[Doe20] Doe, On wind.', 'Doe20', 'Doe, On wind.'],
    ['1', '1984, a year.', '1', '1984, a year.'],
    [null, 'Doe, On wind.', null, 'Doe, On wind.'],
    [null, '[7] Doe, On wind.', '7', 'Doe, On wind.'],
    [null, '[12] Doe, On wind.', null, '[12] Doe, On wind.'],
    [null, '7.5 metres of wind.', null, '7.5 metres of wind.'],
    ['(Doe, 2020)', 'Doe, On wind.', null, 'Doe, On wind.'],
  ])('that is marked %j and reads %j has the number %j and the text %j', (marker, raw, label, text) => {
    expect(referenceText({ n: 7, marker, raw, item: null })).toEqual({ label, text });
  });

  it('that came taken apart says who, when, what and where', () => {
    const told = { n: 1, marker: null, raw: null };
    expect(referenceText({ ...told, item: ITEM }).text).toBe('A. Doe et al. (2020). On wind. Journal of Air.');
    expect(referenceText({ ...told, item: { ...ITEM, contributors: [], title: 'Why?' } }).text).toBe(
      '(2020). Why? Journal of Air.',
    );
    expect(referenceText({ ...told, item: null }).text).toBe('');
  });
});

describe('a text of others', () => {
  it.each([
    '%% zapomni:end abstract %%',
    '<!-- zapomni:end abstract -->',
    'an open <!-- comment',
    '![a picture](https://example.org/x.png)',
    '![[embedded]] and [[linked]]',
    '<img src="https://example.org/x.png">',
    'about #things and (#others)',
    'status:: read',
    '```\ncode without end',
  ])('does not mean anything: %j', (text) => {
    const said = harmlessText(text);
    expect(said.replaceAll('\u200B', '')).toBe(text);
    expect(said).not.toMatch(/%%|<!--|!\[|\[\[|<img|(?:^|[\s(])#[a-z]|^status:: |^```|zapomni:/m);
  });

  it.each(['p < 0.05, 3 # 4, C# and 50 % of a:b', '## Methods\n\nx', 'see [12] and http://x.org/#a'])(
    'that means nothing is as it is: %j',
    (text) => expect(harmlessText(text)).toBe(text),
  );
});
