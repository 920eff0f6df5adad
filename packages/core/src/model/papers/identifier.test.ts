import { describe, expect, it } from 'vitest';
import { normalizeIdentifier, parseIdentifier, type IdScheme } from './identifier.ts';

const SPELLINGS: readonly (readonly [string, IdScheme, string])[] = [
  ['10.1038/S42256-024-00832-8', 'doi', '10.1038/s42256-024-00832-8'],
  ['https://doi.org/10.1000/a%28b%29c', 'doi', '10.1000/a(b)c'],
  [
    'doi: 10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2.',
    'doi',
    '10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2',
  ],
  ['10.1000/xyz).', 'doi', '10.1000/xyz'],
  ['10.1101/2024.04.01.587366v2', 'doi', '10.1101/2024.04.01.587366'],
  ['arXiv:1706.03762v5', 'arxiv', '1706.03762'],
  ['https://arxiv.org/pdf/1706.03762v5.pdf', 'arxiv', '1706.03762'],
  ['10.48550/arXiv.1706.03762', 'arxiv', '1706.03762'],
  ['math.GT/0309136', 'arxiv', 'math/0309136'],
  ['astro-ph/0601001v1', 'arxiv', 'astro-ph/0601001'],
  ['PMID: 0012345', 'pmid', '12345'],
  ['https://pubmed.ncbi.nlm.nih.gov/12345/', 'pmid', '12345'],
  ['pmc1234567', 'pmcid', 'PMC1234567'],
  ['https://openalex.org/W2741809807', 'openalex', 'W2741809807'],
  ['CorpusId:215416146', 's2', 'corpusid:215416146'],
  ['ISBN 0-306-40615-2', 'isbn', '9780306406157'],
  ['978-0-306-40615-7', 'isbn', '9780306406157'],
  ['DBLP:conf/nips/VaswaniSPUJGKP17', 'dblp', 'conf/nips/VaswaniSPUJGKP17'],
  ['https://example.org/a#b', 'url', 'https://example.org/a'],
];

describe('an identifier', () => {
  it.each(SPELLINGS)('%s is one of %s, and has one spelling', (text, scheme, value) => {
    expect(parseIdentifier(text)).toEqual({ scheme, value });
    expect(normalizeIdentifier(scheme, text)).toEqual({ scheme, value });
    expect(normalizeIdentifier(scheme, value)).toEqual({ scheme, value });
  });

  it.each([
    '12345',
    'Attention is all you need',
    'smith2020',
    '10.1000',
    'doi:10.1000/',
    '0-306-40615-3',
    'conf/nips/x',
    '',
  ])('is not what may mean something else, or is malformed: %s', (text) => expect(parseIdentifier(text)).toBeNull());

  it('of a journal has a check digit', () => {
    expect(normalizeIdentifier('issn', '2049-3630')).toEqual({ scheme: 'issn', value: '2049-3630' });
    expect(normalizeIdentifier('issn', '2049-3631')).toBeNull();
  });
});
