/** Real answers of the services, as they were recorded. */
import { PAPER_SOURCES, type PaperSource, type PaperSourceName } from '@zapomni/core/ports';
import type { Identifier } from '@zapomni/core/model';
import { openReplay, recordedExchanges, whyNoRecordings, type Exchange, type Replayed } from '@zapomni/testkit/replay';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const missing = whyNoRecordings();
let replay: Replayed;
let server: Replayed['server'];
let sources: readonly PaperSource[];
beforeAll(async () => {
  replay = await openReplay({ exchanges: PAPER_SOURCES.flatMap(recordedExchanges) });
  server = replay.server;
  sources = await replay.deps.paperSources.all();
});
afterEach(() => server.forget());
afterAll(() => replay.close());

const source = (name: PaperSourceName) => sources.find((one) => one.name === name) as PaperSource;
const doi = (value: string): Identifier => ({ scheme: 'doi', value });
const recorded = (name: PaperSourceName, file: string): Exchange =>
  recordedExchanges(name).find((exchange) => exchange.name === file) ?? expect.fail(`${file} was not recorded`);
/** The next answer, whatever is asked. */
const answering = (name: PaperSourceName, ...files: readonly string[]) => {
  server.next(name, ...files.map((file) => recorded(name, file)));
  return source(name);
};

describe.skipIf(missing !== undefined)(
  `recorded answers${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('of Crossref: a work with its references, a preprint, a correction, and nothing', async () => {
      const crossref = source('crossref');
      const paper = await crossref.lookup(doi('10.1038/s42256-024-00832-8'));
      expect(paper).toMatchObject({
        item: {
          type: 'article-journal',
          title: 'Augmenting large language models with chemistry tools',
          container_title: 'Nature Machine Intelligence',
          volume: '6',
          issue: '5',
          page: '525-535',
          issued: { year: 2024, month: 5, day: 8 },
          abstract: expect.stringMatching(/^Large language models \(LLMs\).*computational chemistry\.$/) as string,
        },
        referenceCount: 103,
      });
      expect(paper?.item.contributors[2]).toMatchObject({
        given: 'Oliver',
        family: 'Schilter',
        orcid: '0000-0003-0310-0851',
      });
      const references = await crossref.references(doi('10.1038/s42256-024-00832-8'), { limit: 10 });
      expect(references).toMatchObject({ total: 103, next: '10' });
      expect(references.items[0]).toMatchObject({ n: 1, raw: expect.stringContaining('Devlin') as string, item: null });
      expect(references.items[1]?.item).toMatchObject({ volume: '33', issued: { year: 2020 }, page: '1877' });
      const preprint = await crossref.lookup(doi('10.1101/2024.04.01.587366'));
      expect(preprint?.item).toMatchObject({ type: 'article', genre: 'preprint', container_title: 'bioRxiv' });
      expect((await crossref.lookup(doi('10.1371/journal.pone.0033693')))?.retraction).toEqual({
        kind: 'correction',
        date: '2012-05-08',
        notice: doi('10.1371/annotation/c76da2c1-ccb8-4797-94c1-359d3ceceeda'),
      });
      expect(await crossref.lookup(doi('10.1371/notarealdoi'))).toBeNull();
      expect(server.unknown).toEqual([]);
    });

    it('of Crossref to a title: its best guess, and none', async () => {
      const [found] = await answering('crossref', 'title_retracted').match({
        title: 'The Dilemma and Countermeasures',
      });
      expect(found?.item.contributors).toEqual([
        {
          role: 'author',
          given: 'Jiaye',
          family: 'Han',
          orcid: '0000-0003-3902-2613',
          affiliation: 'Pingdingshan Polytechnic College, PingDingShan, Henan 467001, China',
        },
      ]);
      expect(await answering('crossref', 'title_nonsense_empty').match({ title: 'abs12032jsdafn' })).toEqual([]);
    });

    it('of arXiv: old ids and new, several versions, wrapped texts, and nothing', async () => {
      const arxiv = source('arxiv');
      expect(await arxiv.lookup({ scheme: 'arxiv', value: '1605.08386' })).toMatchObject({
        item: {
          title: 'Heat-bath random walks with Markov bases',
          contributors: [
            { family: 'Stanley', given: 'Caprice' },
            { family: 'Windisch', given: 'Tobias' },
          ],
          keywords: ['math.CO', 'math.ST'],
          version: '1',
          issued: { year: 2016, month: 5, day: 26 },
        },
      });
      const old = await arxiv.lookup({ scheme: 'arxiv', value: 'astro-ph/0601001' });
      expect(old?.item.identifiers).toEqual([{ scheme: 'arxiv', value: 'astro-ph/0601001' }]);
      expect(old?.item.abstract).not.toContain('\n');
      expect(await arxiv.lookup({ scheme: 'arxiv', value: '0000.0000' })).toBeNull();
      expect(await arxiv.copies({ scheme: 'arxiv', value: '1605.08386' })).toContainEqual(
        expect.objectContaining({ url: 'https://arxiv.org/pdf/1605.08386v1', kind: 'pdf' }),
      );
      const many = await answering('arxiv', 'q_testing_s0_m10').match({ title: 'testing' }, { limit: 10 });
      expect(many).toHaveLength(10);
      for (const { item } of many) expect(item.title).toMatch(/^\S.*\S$/);
      expect(server.unknown).toEqual([]);
    });

    it('of arXiv that are errors', async () => {
      expect(await answering('arxiv', 'id_abc_s0_m100').lookup({ scheme: 'arxiv', value: '1234.56789' })).toBeNull();
      const limited = answering('arxiv', 'rate_limited_429').lookup({ scheme: 'arxiv', value: '1234.56780' });
      await expect(limited).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
    });

    it.each(['pubmed1', 'pubmed2', 'pubmed5', 'pubmed6', 'pubmed7'])('of PubMed: every article of %s', async (file) => {
      const articles = recorded('pubmed', file).body.match(/<PubmedArticle>/g) ?? [];
      server.next('pubmed', recorded('pubmed', 'esearch_json_ok'), recorded('pubmed', file));
      const found = await source('pubmed').match({ title: `whatever ${file}` });
      expect(found).toHaveLength(articles.length);
      for (const { item } of found) {
        expect(item.title).toMatch(/^\S.*[^.\s]$/s);
        expect(`${item.title} ${item.abstract}`).not.toMatch(/<\/?[a-z]+>|&\w+;/);
        expect(item.issued?.year).toBeGreaterThan(1900);
        expect(item.identifiers.map(({ scheme }) => scheme)).toContain('pmid');
      }
    });

    it('of PubMed: seasons, pages that were cut short, errors inside 200', async () => {
      server.next('pubmed', recorded('pubmed', 'pubmed1'));
      const paper = await source('pubmed').lookup({ scheme: 'pmid', value: '12091962' });
      expect(paper?.item).toMatchObject({
        title: 'The treatment of AIDS behind the walls of correctional facilities',
        issued: { year: 1990, season: 1 },
        page: '113-125',
        contributors: [{ family: 'Olivero', given: 'J Michael' }],
      });
      const failing = answering('pubmed', 'esearch_json_error_200').match({ title: 'anything at all' });
      await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    });

    it('of Europe PMC: core results with their copies, none, and errors inside 200', async () => {
      const [article, erratum] = await answering('europepmc', 'search_cancer_core_trim3').match({ title: 'cancer' });
      expect(article?.item).toMatchObject({
        title: 'Abscopal response in a patient with fibrolamellar hepatocellular carcinoma following radiotherapy',
        contributors: expect.arrayContaining([
          expect.objectContaining({ family: 'Haas-Kogan', given: 'Daphne A' }),
        ]) as unknown,
        issued: { year: 2025, month: 12 },
      });
      // It corrects another; nobody has corrected it.
      expect(erratum?.retraction).toBeUndefined();
      server.next('europepmc', recorded('europepmc', 'search_cancer_core_trim3'));
      expect(await source('europepmc').copies(doi('10.1016/none'))).toEqual([]);
      expect(await answering('europepmc', 'search_no_results').match({ title: 'asdkfjh' })).toEqual([]);
      const failing = answering('europepmc', 'error_in_200').match({ title: 'x' });
      await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
      const down = recorded('europepmc', 'references_503_text');
      server.next('europepmc', recorded('europepmc', 'search_cancer_core_trim3'), down, down);
      await expect(source('europepmc').references({ scheme: 'pmid', value: '39709209' })).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
      });
    });

    it('of OpenAlex: works, abstracts from their words, copies, HTML for what it does not know, and what is left of the day', async () => {
      const openalex = source('openalex');
      const paper = await openalex.lookup(doi('10.1073/pnas.1414271111'));
      expect(paper).toMatchObject({
        item: {
          title:
            'Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking',
          container_title: 'Proceedings of the National Academy of Sciences',
          contributors: expect.arrayContaining([
            expect.objectContaining({ given: 'Eleftherios A.', family: 'Makris', orcid: '0000-0003-4136-4620' }),
          ]) as unknown,
          identifiers: expect.arrayContaining([
            { scheme: 'pmid', value: '25349395' },
            { scheme: 'pmcid', value: 'PMC4234579' },
          ]) as unknown,
        },
        openAccess: 'bronze',
      });
      expect(await openalex.copies(doi('10.1073/pnas.1414271111'))).toContainEqual(
        expect.objectContaining({ url: 'https://europepmc.org/articles/pmc4234579?pdf=render', kind: 'pdf' }),
      );
      expect((await openalex.lookup({ scheme: 'openalex', value: 'W2741809807' }))?.item.abstract).toMatch(/^\S+ \S+/);
      expect(await openalex.lookup(doi('10.1046/j.1365-2699.2003.00795'))).toBeNull();
      await answering('openalex', 'metered_list').match({ title: 'anything' });
      const { budget } = await replay.deps.paperSources.standing(openalex.about.host);
      expect(budget).toMatchObject({ left: 98_900, resetsAt: replay.clock.now() + 58_798_000 });
      const refused = answering('openalex', 'bad_key_401').match({ title: 'something' });
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
      expect(server.unknown).toEqual([]);
    });

    it('of Semantic Scholar: papers, a match, none, lists in pages', async () => {
      const s2 = source('semanticscholar');
      const paper = await s2.lookup(doi('10.1073/pnas.1414271111'));
      expect(paper).toMatchObject({ citedBy: 136, item: { page: 'E4832-E4841', volume: '111' } });
      expect(await s2.copies(doi('10.1073/pnas.1414271111'))).toEqual([
        { url: 'https://www.pnas.org/content/pnas/111/45/E4832.full.pdf', kind: 'pdf' },
      ]);
      const [match] = await s2.match({ title: 'Attention is All you Need' });
      expect(match?.item).toMatchObject({
        type: 'paper-conference',
        container_title: 'Neural Information Processing Systems',
      });
      expect(match?.item.identifiers).toContainEqual({ scheme: 'dblp', value: 'journals/corr/VaswaniSPUJGKP17' });
      expect(await s2.match({ title: 'abs12032jsdafn' })).toEqual([]);
      expect(await s2.lookup(doi('10.1101/2024.04.01.587366'))).toBeNull();
      const cited = await answering('semanticscholar', 'citations_page1').citedBy({
        scheme: 's2',
        value: 'corpusid:14514057',
      });
      expect(cited).toMatchObject({ next: '100' });
      expect(cited.items).toHaveLength(100);
      const last = await answering('semanticscholar', 'references_page2').references(doi('10.2139/ssrn.2250500'), {
        cursor: '50',
      });
      expect(last).toMatchObject({
        next: null,
        items: expect.arrayContaining([expect.objectContaining({ n: 51 })]) as unknown,
      });
      const limited = answering('semanticscholar', 'rate_limited_429').lookup(doi('10.1000/x'));
      await expect(limited).rejects.toMatchObject({
        code: 'UPSTREAM_RATE_LIMITED',
        hint: expect.stringContaining('ZAPOMNI_SEMANTICSCHOLAR_KEY') as string,
      });
      expect(server.unknown).toEqual([]);
    });

    it('of Unpaywall: where a work can be read, closed ones, none, and both ways to write names', async () => {
      const unpaywall = source('unpaywall');
      expect(await unpaywall.copies(doi('10.1073/pnas.1414271111'))).toEqual([
        {
          url: 'https://www.pnas.org/content/pnas/111/45/E4832.full.pdf',
          kind: 'pdf',
          version: 'published',
          host: 'publisher',
        },
        { url: 'https://doi.org/10.1073/pnas.1414271111', kind: 'landing', version: 'published', host: 'publisher' },
        {
          url: 'http://doi.org/10.1073/pnas.1414271111',
          kind: 'landing',
          version: 'submitted',
          host: 'PubMed Central',
        },
      ]);
      expect(await unpaywall.copies(doi('10.1007/s40278-023-41815-2'))).toEqual([]);
      expect(await unpaywall.lookup(doi('10.000/nodata'))).toBeNull();
      const [match] = await unpaywall.match({
        title:
          'Effect of native oxide layers on copper thin-film tensile properties: A reactive molecular dynamics study',
      });
      expect(match?.item.contributors[0]).toMatchObject({ family: 'Skarlinski', given: 'Michael D.' });
      expect(server.unknown).toEqual([]);
    });

    it('of bioRxiv: a preprint and what it became, an empty answer in an outage', async () => {
      const biorxiv = source('biorxiv');
      expect(await biorxiv.lookup(doi('10.1101/456574'))).toMatchObject({
        item: {
          contributors: expect.arrayContaining([{ role: 'author', family: 'Naka', given: 'A.' }]) as unknown,
          license: 'cc-by-nc',
        },
        versions: [{ identifier: doi('10.7554/elife.43696'), relation: 'published' }],
      });
      const empty = answering('biorxiv', 'details_empty_200').lookup(doi('10.1101/000001'));
      await expect(empty).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    });
  },
);
