import { describe, expect, it } from 'vitest';
import { doiInAddress, normalizeIdentifier, parseIdentifier, type IdScheme } from './identifier.ts';

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
  ['https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html', 'dblp', 'conf/nips/VaswaniSPUJGKP17'],
  ['www.doi.org/10.1038/nature12373', 'doi', '10.1038/nature12373'],
  ['doi.org/10.1038/nature12373', 'doi', '10.1038/nature12373'],
  ['https://www.biorxiv.org/content/10.1101/2024.04.01.587366v1.full.pdf', 'doi', '10.1101/2024.04.01.587366'],
  ['https://www.medrxiv.org/content/10.64898/2026.01.02.26000001v3', 'doi', '10.64898/2026.01.02.26000001'],
  ['arxiv.org/abs/1706.03762', 'arxiv', '1706.03762'],
  ['https://www.arxiv.org/abs/1706.03762v2?context=cs', 'arxiv', '1706.03762'],
  ['https://ar5iv.labs.arxiv.org/html/1706.03762', 'arxiv', '1706.03762'],
  ['https://pubmed.ncbi.nlm.nih.gov/12345/?from=search#top', 'pmid', '12345'],
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

describe('the address of a page', () => {
  it.each([
    ['https://dl.acm.org/doi/10.1145/3292500.3330701', '10.1145/3292500.3330701'],
    ['https://onlinelibrary.wiley.com/doi/full/10.1002/anie.202000001?af=R', '10.1002/anie.202000001'],
    ['https://link.springer.com/article/10.1007/s11634-015-0211-0#Sec3', '10.1007/s11634-015-0211-0'],
    [
      'https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0033693&type=printable',
      '10.1371/journal.pone.0033693',
    ],
    ['https://iopscience.iop.org/article/10.1088/1748-9326/abc123/meta', '10.1088/1748-9326/abc123'],
    ['https://journals.example.org/doi/pdf/10.1000/a(1)2.pdf', '10.1000/a(1)2'],
    ['https://example.org/doi/10.1000%2Fxyz/full/html', '10.1000/xyz'],
  ])('may have a DOI in it: %s', (address, value) => expect(doiInAddress(address)).toEqual({ scheme: 'doi', value }));

  it.each(['https://www.nature.com/articles/nature12373', 'https://example.org/v10.1234', '10.1000/xyz'])(
    'may have none: %s',
    (address) => expect(doiInAddress(address)).toBeNull(),
  );
});
