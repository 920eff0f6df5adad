import { createDocumentReader } from '../index.ts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';

const ARTICLE = `<article><front><article-meta>
<article-id pub-id-type="doi">10.1000/Walks</article-id><article-id pub-id-type="pmid">0012345</article-id>
<title-group><article-title>Walks</article-title></title-group>
<contrib-group><contrib contrib-type="author"><contrib-id contrib-id-type="orcid">https://orcid.org/0000-0002-1825-0097</contrib-id><name><surname>Lind</surname><given-names>Ada</given-names></name></contrib></contrib-group>
<pub-date pub-type="ppub"><month>5</month><year>2020</year></pub-date><volume>3</volume><fpage>1</fpage><lpage>9</lpage></article-meta></front>
<body><p>People walk <xref ref-type="bibr" rid="b1 b2">[1,2]</xref>.</p></body>
<back><ref-list><ref id="b1"><element-citation publication-type="journal"><person-group person-group-type="author"><name><surname>Berg</surname><given-names>C</given-names></name></person-group><article-title>Ways</article-title><source>J Walks</source><year>1999</year><pub-id pub-id-type="doi">10.1000/ways</pub-id></element-citation></ref>
<ref id="b2"><mixed-citation>Somebody. Something. 2001.</mixed-citation></ref></ref-list></back></article>`;

describe('an article in JATS', () => {
  const reader = createDocumentReader({ logger: createRecordingLogger() });
  afterAll(() => reader.close());

  it('says exactly what it is, what it cites and where', async () => {
    const { format, text, paper, blocks } = await reader.read({ bytes: new TextEncoder().encode(ARTICLE) });
    expect(format).toBe('jats');
    expect(paper?.item).toEqual({
      type: 'article-journal',
      title: 'Walks',
      contributors: [{ role: 'author', family: 'Lind', given: 'Ada', orcid: '0000-0002-1825-0097' }],
      identifiers: [
        { scheme: 'doi', value: '10.1000/walks' },
        { scheme: 'pmid', value: '12345' },
      ],
      volume: '3',
      page: '1-9',
      issued: { year: 2020, month: 5 },
    });
    expect(paper?.references.map(({ n, raw, item }) => [n, raw, item.title])).toEqual([
      [1, 'Berg C. 1999. Ways. J Walks. 10.1000/ways', 'Ways'],
      [2, 'Somebody. Something. 2001.', undefined],
    ]);
    expect(paper?.citations.map(({ start, end, references }) => [text.slice(start, end), references])).toEqual([
      ['[1,2]', [1, 2]],
    ]);
    const list = blocks.find(({ kind }) => kind === 'reference');
    expect(text.slice(list?.start, list?.end)).toMatch(/^References\n\n1\. Berg/u);
  });
});
