import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findThings } from './find-things.ts';

const read = (text: string) => findThings(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);

describe('findThings', () => {
  it.each([
    ['see https://en.wikipedia.org/wiki/Oslo_(city), please.', ['url https://en.wikipedia.org/wiki/Oslo_(city)']],
    ['(www.example.org/a?b=1)', ['url www.example.org/a?b=1']],
    ['mail anna.p+x@example.co.uk.', ['email anna.p+x@example.co.uk']],
    ['doi:10.1038/nature12373.', ['doi 10.1038/nature12373']],
    ['https://doi.org/10.1000/xyz123', ['doi 10.1000/xyz123']],
    ['arXiv:1706.03762v5 and hep-th/9901001', ['arxiv 1706.03762v5', 'arxiv hep-th/9901001']],
    ['https://arxiv.org/abs/2005.14165', ['arxiv 2005.14165']],
    ['ISBN 978-3-16-148410-0', ['isbn 978-3-16-148410-0']],
  ])('addresses: %s', (text, expected) => {
    expect(read(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['open packages/core/src/app.ts now', ['file packages/core/src/app.ts']],
    ['/usr/local/bin/node and ~/notes/a.md', ['file /usr/local/bin/node', 'file ~/notes/a.md']],
    ['C:\\Users\\x\\y.txt', ['file C:\\Users\\x\\y.txt']],
    ['README.md, Dockerfile and .env', ['file README.md', 'file Dockerfile', 'file .env']],
    ['npm i @types/node lodash', ['package @types/node']],
    ['pip install requests', ['package requests']],
    ["import z from 'zod';", ['package zod']],
    ['from numpy import array', ['package numpy']],
    ['express@4.18.2', ['package express', 'version 4.18.2']],
    ['lodash 4.17.20 is old', ['package lodash', 'version 4.17.20']],
    ['src/a.ts imports left-pad', ['file src/a.ts', 'package left-pad']],
    ['Node.js and Vue.js', ['technology Node.js', 'technology Vue.js']],
    ['v2.0.0-rc.1 or version 3.12', ['version v2.0.0-rc.1', 'version 3.12']],
    ['fixes #123, ABC-42 and owner/repo#7', ['issue #123', 'issue ABC-42', 'issue owner/repo#7']],
    ['CVE-2021-44228 in commit 3f2a9bc1', ['issue CVE-2021-44228', 'commit 3f2a9bc1']],
    ['RFC 7231, ISO 8601', ['standard RFC 7231', 'standard ISO 8601']],
    ['call getUserById or foo_bar, MAX_SIZE', ['symbol getUserById', 'symbol foo_bar', 'symbol MAX_SIZE']],
    ['`Store.open` and run()', ['symbol Store.open', 'symbol run']],
  ])('code: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['on 3 March 2021', ['date 3 March 2021']],
    ['March 5, 2020 and July 2019', ['date March 5, 2020', 'date July 2019']],
    ['2024-03-15T10:00:00Z', ['date 2024-03-15T10:00:00Z']],
    ['since 2019, (1992–2002)', ['date 2019', 'date 1992', 'date 2002']],
    ['13. März 2020, 5 марта 2020 года', ['date 13. März 2020', 'date 5 марта 2020']],
    ['$5,000 or 3.5 million euros, 12%', ['amount $5,000', 'amount 3.5 million euros', 'amount 12%']],
    ['@bob says #hello', ['account @bob', 'topic #hello']],
  ])('quantities and posts: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    'and/or',
    'he/she',
    '24/7',
    'UTF-8',
    'COVID-19',
    '1/2',
    '10:30',
    'e.g. this',
    'upgraded to',
    'iPhone',
    'a.m.',
  ])('is not fooled by %s', (text) => {
    expect(read(`It is ${text} here`)).toEqual([]);
  });

  it('finds things that do not overlap, in order', () => {
    const part = fc.constantFrom(
      'http://a.b/',
      'x@y.zz',
      '#12',
      '/a/b.ts',
      '1.2.3',
      '$5',
      '@a/b',
      ' ',
      '.',
      '5 May 2020',
      'A-1',
      '10.1234/x',
      '`',
      '(',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const things = findThings(parts.join(''));
        for (const [i, { start, end }] of things.entries()) {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThanOrEqual(things[i - 1]?.end ?? 0);
        }
      }),
    );
  });
});
