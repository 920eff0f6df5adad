/** What was taken from pages and put into formats that have no markup. */
import { describe, expect, it } from 'vitest';
import { itemIn } from '../testing/read.ts';

const ris = (...lines: string[]) => itemIn(`TY  - JOUR\n${lines.join('\n')}\nER  - \n`);

describe('texts from pages', () => {
  it('have the characters that entities stand for, and the tags of CSL alone', async () => {
    expect(
      await ris(
        'TI  - <i>E. coli</i> &amp; H<sub>2</sub>O: p &lt; .05 &#8211; <mml:math xmlns:mml="x"><mml:mi>n</mml:mi></mml:math>',
        'T2  - Science &amp; Things',
        'AU  - M&uuml;ller, Jo&#39;el',
        'AB  - <jats:title>Aim</jats:title><jats:p>Rain &gt; sun.</jats:p>',
        'UR  - https://x.test/?a=1&amp;b=2',
      ),
    ).toMatchObject({
      title: '<i>E. coli</i> & H<sub>2</sub>O: p < .05 – n',
      container_title: 'Science & Things',
      contributors: [{ family: 'Müller', given: "Jo'el" }],
      abstract: 'Aim Rain > sun.',
      identifiers: [{ scheme: 'url', value: 'https://x.test/?a=1&b=2' }],
    });
  });

  it.each([
    ['https://doi-org.proxy.test/10.1000/Abc', '10.1000/abc'],
    ['https://publisher.test/doi/full/10.1000/abc', '10.1000/abc'],
    ['10.1000/abc, 10.1000/def', '10.1000/abc'],
    ['10.1002/(SICI)1097(1998)17:15&lt;1661::AID&gt;3.0.CO;2-2', '10.1002/(sici)1097(1998)17:15<1661::aid>3.0.co;2-2'],
  ])('have the DOI in the field for it: %s', async (text, doi) => {
    expect((await ris('TI  - One', `DO  - ${text}`))?.identifiers).toEqual([{ scheme: 'doi', value: doi }]);
  });

  it('have DOIs, addresses and paths as Mendeley escapes them', async () => {
    const entry = String.raw`@article{a, title={A {\textpm} B $\mathplus$ C}, doi = {10.1007/978-3{\_}1{\textless}2}, url = {http://x.test/{~}me/a{\_}b{\%}20c}, file = {:C$\backslash$:/a{\_}b.pdf:pdf;:D$\backslash$:/c.pdf:pdf}}`;
    expect(await itemIn(entry)).toMatchObject({
      title: 'A ± B + C',
      identifiers: [
        { scheme: 'doi', value: '10.1007/978-3_1<2' },
        { scheme: 'url', value: 'http://x.test/~me/a_b%20c' },
      ],
      files: ['C:/a_b.pdf', 'D:/c.pdf'],
    });
  });
});
