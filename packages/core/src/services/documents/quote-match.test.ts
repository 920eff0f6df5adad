import { expect, test } from 'vitest';
import { findExact, findFuzzy, findNormalized } from './quote-match.ts';
import { cite, locate } from './locate.ts';

const TEXT = 'It was said that “the  well-\nknown efﬁciency” of trains – slow ones – is a myth. Nobody measured it.';

test('word for word, and but for how it is written', () => {
  expect(findExact(TEXT, 'is a myth')).toMatchObject([{ start: TEXT.indexOf('is a myth'), how: 'exact' }]);
  expect(findExact(TEXT, 'the well-known')).toEqual([]);
  const [match] = findNormalized(TEXT, 'The wellknown "efficiency" of trains - slow ones');
  expect(TEXT.slice(match?.start, match?.end)).toBe('the  well-\nknown efﬁciency” of trains – slow ones');
  expect(findNormalized(TEXT, 'fast ones')).toEqual([]);
  expect(findNormalized(TEXT, '“ ”')).toEqual([]);
});

test('nearly, with how near; what says something else is not alike', () => {
  const near = findFuzzy(TEXT, 'of the trains, slow ones, are a myth');
  expect(near?.similarity).toBeGreaterThan(0.75);
  expect(TEXT.slice(near?.start, near?.end)).toContain('slow ones');
  expect(findFuzzy(TEXT, 'Bananas grow in the tropics all year')).toBeNull();
});

test('a place as people say it', () => {
  const structure = {
    sections: [
      { title: 'Report', level: 1, start: 0 },
      { title: '3 Work', level: 2, start: 10 },
      { title: '3.2 Methods', level: 3, start: 20 },
      { title: '4 End', level: 2, start: 90 },
    ],
    pageKind: 'page',
    pages: [
      { label: '11', start: 0 },
      { label: '12', start: 15 },
    ],
    blocks: [],
    lines: [{ start: 0, line: 1 }],
    links: [],
  };
  const report = { name: 'report.pdf', title: 'Report' };
  expect(cite(report, locate(structure, 25))).toBe('report.pdf p. 12 › 3 Work › 3.2 Methods');
  expect(cite(report, locate(structure, 95))).toBe('report.pdf p. 12 › 4 End');
  expect(cite(report, locate(structure, 0))).toBe('report.pdf p. 11');
  const plain = { ...structure, sections: [], pages: [], pageKind: null };
  expect(cite(report, locate(plain, 4, 'a\nb\nc\n'))).toBe('report.pdf line 3');
  expect(cite(report, locate({ ...structure, pageKind: 'slide' }, 0))).toBe('report.pdf slide 11');
});
