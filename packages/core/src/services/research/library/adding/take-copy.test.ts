/** Texts of papers that are added by their ids: real sources and a real web before made-up answers, the real readers and a real store. */
import { column, makePdf } from '@zapomni/testkit/documents';
import { answers, MADE_UP_SOURCES, openReplay, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../../app/app.ts';
import type { OpenCopy } from '../../../../ports/index.ts';
import { addPaper } from './add-paper.ts';
import { READING_STEPS } from './reading-steps.ts';
import type { AddingSteps } from './steps.ts';

const DOI = '10.5555/quiet.1';
const TITLE = 'The hum of quiet machines: α-waves & CO2';
const BODY = 'Looms were measured in nine halls, and every one of them was louder than the nearby river at night.';

const jats = (title: string) => `<?xml version="1.0"?><article><front><article-meta>
<article-id pub-id-type="doi">${DOI}</article-id><title-group><article-title>${title.replace('&', '&amp;')}</article-title></title-group>
</article-meta></front><body><sec><title>Methods</title><p>${BODY}</p>
<p>This was said before of spindles <xref ref-type="bibr" rid="r2">Roe</xref>.</p></sec></body>
<back><ref-list><ref id="r1"><mixed-citation>Doe J. Cited work. Ocean Letters. 1999.</mixed-citation></ref>
<ref id="r2"><element-citation><person-group person-group-type="author"><name><surname>Roe</surname><given-names>R</given-names></name></person-group><article-title>Spindles at rest</article-title><year>2001</year></element-citation></ref></ref-list></back></article>`;

const html = (title: string) =>
  `<!doctype html><html><body><article class="ltx_document"><h1 class="ltx_title_document">${title}</h1><section><h2>Methods</h2><p>${BODY}</p></section></article></body></html>`;

const pdf = (title: string) =>
  makePdf({
    pages: [{ runs: [{ text: title, x: 60, y: 760, size: 18 }, ...column(BODY.split(/(?<=,) /), 60, 700)] }],
  });

/** No registered work is what a reference says: that is an answer, too. */
const searched = answers(
  'crossref',
  `/works?query.bibliographic=${encodeURIComponent('Roe R. 2001. Spindles at rest')}`,
  {
    message: { items: [] },
  },
);
const exchanges = [...Object.values(MADE_UP_SOURCES).flatMap((one) => one.exchanges), searched];

let replay: Replayed;
let app: App;
beforeEach(async () => {
  replay = await openReplay({ exchanges, settings: { web_robots: 'ignore', graph: 'off' } });
  app = createApp(replay.deps);
});
afterEach(async () => {
  await app.close();
  await replay.close();
});

const asked = { workspace: 'default', client: 'test' };
const site = (path: string, body: string | Uint8Array, type: string) => {
  replay.server.page(path, says(Buffer.from(body), { 'content-type': type }));
  return `http://journal.test:${replay.server.port}${path}`;
};
const found = async (query: string) =>
  (await app.search.run({ workspaces: ['default'], query, limit: 20 })).hits.map(({ passage }) => passage.text);

describe('a paper that is added by its id', () => {
  it('has the text that its archive marks up, with its sections, its list and what cites it where', async () => {
    site('/PMC777/fullTextXML', jats(TITLE), 'application/xml');
    const added = await app.research.adding.add({ ...asked, from: { identifier: DOI } });
    expect(added).toMatchObject({ status: 'added', references: 2, contexts: 1, warnings: [] });
    expect(added.file?.value).toMatchObject({ kind: 'jats', licence: 'cc by', text_state: 'read' });
    const read = await app.research.citing.read({
      workspace: 'default',
      article: DOI,
      section: 'Methods',
      maxChars: 999,
    });
    expect(read.part?.text).toContain('Looms were measured');
    const asking = { workspace: 'default', article: DOI, direction: 'in_it' as const, limit: 10 };
    expect((await app.research.citing.contexts(asking)).sentences).toMatchObject([
      { context: { sentence: 'This was said before of spindles Roe.', section: 'Methods', references: [2] } },
    ]);
    expect((await found('Ocean Letters')).filter((text) => text.includes('Ocean Letters'))).toEqual([]);
    const asks = replay.server.requests.length;
    expect(await app.research.adding.add({ ...asked, from: { identifier: DOI } })).toMatchObject({ status: 'known' });
    expect(replay.server.requests).toHaveLength(asks);
  });

  it('is kept without a text where none can be had, and says why', async () => {
    site('/PMC777/fullTextXML', '<html><body>Please log in</body></html>', 'text/html');
    const added = await app.research.adding.add({ ...asked, from: { identifier: DOI } });
    expect(added).toMatchObject({ status: 'added', document: null });
    expect(added.warnings).toEqual([expect.stringMatching(/^No copy of its text could be had\. jats at europepmc/)]);
    expect((await app.documents.list({ workspace: 'default', limit: 10 })).items).toEqual([]);
  });
});

describe('of several copies', () => {
  const add = async (copies: readonly OpenCopy[]) => {
    const lookup = {
      byId: async () => ({
        papers: [
          {
            source: 'crossref',
            paper: {
              item: {
                type: 'article-journal' as const,
                title: TITLE,
                contributors: [],
                identifiers: [{ scheme: 'doi' as const, value: DOI }],
              },
            },
          },
        ],
        sources: [],
      }),
      references: async () => ({ source: null, references: [], sources: [] }),
      meant: async () => null,
      copies: async () => ({ copies, sources: [] }),
    };
    const steps: AddingSteps = { reading: async () => READING_STEPS, lookup };
    return addPaper(replay.deps, steps, { ...asked, from: { identifier: DOI } });
  };
  const all = (title: Readonly<Record<string, string>> = {}): OpenCopy[] => [
    { url: site('/x.pdf', pdf((title['pdf'] ?? TITLE).replace('α', 'a')), 'application/pdf'), kind: 'pdf' },
    { url: site('/x.html', html(title['html'] ?? TITLE), 'text/html'), kind: 'html' },
    { url: site('/x.xml', jats(title['jats'] ?? TITLE), 'application/xml'), kind: 'jats' },
  ];

  it.each([
    ['jats', {}],
    ['html', { jats: 'Another paper altogether' }],
    ['pdf', { jats: 'Another paper altogether', html: 'Something else entirely' }],
  ])('takes the %s where that is the best that is the paper', async (kind, others) => {
    const { file } = await add(all(others));
    expect(file?.value.kind).toBe(kind);
    // What was of another paper is not kept.
    expect((await app.documents.list({ workspace: 'default', limit: 10 })).items).toHaveLength(1);
  });

  it('searches one text of a paper that is here twice, and reads both', async () => {
    const { paper } = await add(all({ jats: 'Another paper altogether', html: 'Something else entirely' }));
    const of = () => app.research.library.details('default', paper.key);
    expect(await found('looms in nine halls')).toHaveLength(1);
    const from = { url: site('/y.xml', jats(TITLE), 'application/xml') };
    expect(await app.research.adding.add({ ...asked, from })).toMatchObject({ paper: { key: paper.key } });
    const { files } = await of();
    expect(files.map(({ value }) => [value.kind, value.silent]).toSorted()).toEqual([
      ['jats', false],
      ['pdf', true],
    ]);
    expect((await found('looms in nine halls')).filter((text) => text.includes('Looms were measured'))).toHaveLength(1);
    const printed = files.find(({ value }) => value.kind === 'pdf')?.key;
    const read = await app.research.citing.read({
      workspace: 'default',
      article: paper.key,
      file: printed,
      maxChars: 999,
    });
    expect(read.part?.text).toContain('Looms were measured');
    const other = { url: site('/supplement.pdf', supplement(), 'application/pdf') };
    await app.research.adding.add({ ...asked, from: other });
    expect((await found('zeppelins over Bergen')).some((text) => text.includes('zeppelins'))).toBe(true);
  });

  /** Under the same title and id, and not the same. */
  const supplement = () =>
    makePdf({
      pages: [
        {
          runs: [
            { text: TITLE.replace('α', 'a'), x: 60, y: 760, size: 18 },
            { text: `doi:${DOI}`, x: 60, y: 740, size: 9 },
            ...column(['Supplement. We also counted zeppelins over Bergen, and their names are listed here.'], 60, 700),
          ],
        },
      ],
    });
});
