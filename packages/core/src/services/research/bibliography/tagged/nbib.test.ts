/** nbib of PubMed and of others, who give it words of their own. */
import { describe, expect, it } from 'vitest';
import { itemIn, readText } from '../testing/read.ts';

const ERIC = `
OWN - ERIC
TI  - Tests of Robustness
AU  - Leipzig, Jeremy
JT  - ProQuest LLC
SO  - Ph.D. Dissertation, Drexel University
OID - ED620611
DP  - 2021
LID - http://eric.ed.gov/?id=ED620611
PT  - Dissertations/Theses - Doctoral Dissertations

OWN - ERIC
TI  - A Test
JT  - Language Testing
OID - EJ1245375
AID - http://dx.doi.org/10.1186/s40468-019-0086-7
DP  - Article 10 2019
ISSN - EISSN-2049-3630
PT  - Journal Articles
PT  - Reports - Research

OWN - ERIC
TI  - A Report
JT  - ACT, Inc.
OID - ED602023
PT  - Reports - Research
PT  - Books
`;

describe('nbib', () => {
  it('is of ERIC, in which the number tells articles from works by themselves', async () => {
    const { format, items } = await readText(ERIC);
    expect(format).toBe('nbib');
    expect(items[0]).toMatchObject({
      type: 'thesis',
      genre: 'Ph.D. Dissertation',
      publisher: 'Drexel University',
      issued: { year: 2021 },
      identifiers: [{ scheme: 'url' }],
    });
    expect(items[0]).not.toHaveProperty('container_title');
    expect(items[1]).toMatchObject({
      type: 'article-journal',
      container_title: 'Language Testing',
      issued: { year: 2019 },
      identifiers: [
        { scheme: 'doi', value: '10.1186/s40468-019-0086-7' },
        { scheme: 'issn', value: '2049-3630' },
      ],
    });
    expect(items[2]).toMatchObject({ type: 'book', publisher: 'ACT, Inc.' });
  });

  it('has chapters, titles in their own language alone, and several abstracts', async () => {
    expect(await itemIn('PMID- 1\nTI  - Part\nBTI - Whole\nPT  - Book Chapter\n')).toMatchObject({
      type: 'chapter',
      title: 'Part',
      container_title: 'Whole',
    });
    const own = await itemIn('PMID- 1\nTI  - \nTT  - Psykisk ohälsa\nAB  - One.\nAB  - Two.\nDP  - 2013 06 10\n');
    expect(own).toMatchObject({
      title: 'Psykisk ohälsa',
      abstract: 'One. Two.',
      issued: { year: 2013, month: 6, day: 10 },
    });
    expect(own).not.toHaveProperty('original_title');
  });

  it('is known without the spaces that it should have', async () => {
    const { format, items } = await readText(
      'PMID-22664220\nPT  - Technical Report\nAID - doi:10.1016/j.cpr.2005.02.002\n',
    );
    expect([format, items[0]?.type, items[0]?.identifiers.map(({ scheme }) => scheme)]).toEqual([
      'nbib',
      'report',
      ['pmid', 'doi'],
    ]);
  });
});
