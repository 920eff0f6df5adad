/** PubMed and Europe PMC. */
import { answers, doi, DOI, enc, type MadeUpSource } from './made-up-source.ts';

const XML = { type: 'text/xml; charset=UTF-8' };
const set = (articles: string) =>
  `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet><PubmedArticleSet>${articles}</PubmedArticleSet>`;
const ARTICLE = `<PubmedArticle><MedlineCitation><PMID Version="1">77</PMID><Article><Journal><ISSN>2049-3630</ISSN>
<JournalIssue><Volume>7</Volume><PubDate><MedlineDate>2021 May-Jun</MedlineDate></PubDate></JournalIssue><Title>Journal of Quiet</Title></Journal>
<ArticleTitle>The hum of <i>quiet</i> machines: &#x3b1;-waves &amp; CO<sub>2</sub>.</ArticleTitle><Pagination><MedlinePgn>101-9</MedlinePgn></Pagination>
<Abstract><AbstractText Label="UNLABELLED">Machines hum.</AbstractText><AbstractText Label="METHODS">Measured at 10<sup>-3</sup> m.</AbstractText></Abstract>
<AuthorList><Author><LastName>de la Cruz</LastName><ForeName>Ana</ForeName></Author><Author><LastName>Li</LastName><Initials>W</Initials></Author>
<Author><CollectiveName>QUIET Collaboration</CollectiveName></Author></AuthorList></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>88</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">77</ArticleId><ArticleId IdType="doi">${DOI}</ArticleId><ArticleId IdType="pmc">PMC777</ArticleId></ArticleIdList>
<ReferenceList><Reference><Citation>Doe J. Cited work. 1999.</Citation><ArticleIdList><ArticleId IdType="pubmed">66</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>`;
const CITING = ARTICLE.replaceAll('>77<', '>99<').replace(DOI, '10.5555/citing').replace('PMC777', 'PMC999');
const LINKS = `<?xml version="1.0"?><eLinkResult><LinkSet><IdList><Id>77</Id></IdList><LinkSetDb><LinkName>pubmed_pubmed_citedin</LinkName>
<Link><Id>99</Id></Link></LinkSetDb></LinkSet></eLinkResult>`;
const found = (ids: readonly string[]) => ({ esearchresult: { count: String(ids.length), idlist: ids } });
const EUTILS = '/entrez/eutils';
const WORDS = ['the', 'hum', 'of', 'quiet', 'machines'].map((word) => `${word}[ti]`);
const TERM = [...WORDS, 'Li[au]', '2020:2022[dp]'].join(' AND ');

export const pubmed: MadeUpSource = {
  name: 'pubmed',
  known: { scheme: 'pmid', value: '77' },
  unknown: { scheme: 'pmid', value: '78' },
  foreign: { scheme: 'arxiv', value: '2101.00001' },
  answers: { lookup: 1, match: 1, references: 1, citedBy: 1, copies: 1 },
  errorInside: '<?xml version="1.0"?><eFetchResult><ERROR>Unable to obtain query</ERROR></eFetchResult>',
  exchanges: [
    answers('pubmed', `${EUTILS}/efetch.fcgi?db=pubmed&id=77`, set(ARTICLE), XML),
    answers('pubmed', `${EUTILS}/efetch.fcgi?db=pubmed&id=78`, set(''), XML),
    answers('pubmed', `${EUTILS}/efetch.fcgi?db=pubmed&id=99`, set(CITING), XML),
    answers('pubmed', `${EUTILS}/elink.fcgi?dbfrom=pubmed&linkname=pubmed_pubmed_citedin&id=77`, LINKS, XML),
    answers('pubmed', `${EUTILS}/esearch.fcgi?db=pubmed&term=${enc(TERM)}`, found(['77'])),
    answers('pubmed', `${EUTILS}/esearch.fcgi?db=pubmed&term=${enc(`"${DOI}"[aid]`)}`, found(['77'])),
  ],
};

const RESULT = {
  id: '77',
  source: 'MED',
  pmid: '77',
  pmcid: 'PMC777',
  doi: DOI,
  title: 'The hum of <i>quiet</i> machines: &alpha;-waves &amp; CO<sub>2</sub>.',
  authorList: {
    author: [
      { fullName: 'de la Cruz A', firstName: 'Ana', lastName: 'de la Cruz' },
      { fullName: 'Li W', initials: 'W', lastName: 'Li' },
      { collectiveName: 'QUIET Collaboration' },
    ],
  },
  journalInfo: {
    volume: '7',
    dateOfPublication: '2021 May',
    journal: { title: 'Journal of Quiet', issn: '2049-3630' },
  },
  abstractText: '<h4>Background</h4>Machines hum.',
  pubTypeList: { pubType: ['Journal Article'] },
  isOpenAccess: 'Y',
  citedByCount: 3,
  license: 'cc by',
  fullTextUrlList: {
    fullTextUrl: [
      { availabilityCode: 'S', documentStyle: 'doi', site: 'DOI', url: 'https://doi.org/10.5555/quiet.1' },
      {
        availabilityCode: 'OA',
        documentStyle: 'pdf',
        site: 'Europe_PMC',
        url: 'https://europepmc.org/articles/PMC777?pdf=render',
      },
    ],
  },
};
const results = (...result: readonly unknown[]) => ({ hitCount: result.length, resultList: { result } });
const cited = {
  id: '66',
  source: 'MED',
  title: 'Cited work.',
  authorString: 'Doe J, Roe R.',
  pubYear: 1999,
  citedOrder: 1,
};
const MATCH = 'TITLE:(the hum of quiet machines) AND AUTH:"Li" AND PUB_YEAR:[2020 TO 2022]';
const search = (query: string) => `/search?query=${enc(query)}`;

export const europepmc: MadeUpSource = {
  name: 'europepmc',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 'openalex', value: 'W1' },
  answers: { lookup: 1, match: 1, references: 1, citedBy: 1, copies: 2 },
  errorInside: '{"errCode":404,"errMsg":"No search criteria provided."}',
  exchanges: [
    answers('europepmc', search(`DOI:"${DOI}"`), results(RESULT)),
    answers('europepmc', search('DOI:"10.5555/nothing"'), results()),
    answers('europepmc', search(MATCH), results(RESULT)),
    answers('europepmc', '/MED/77/references', { hitCount: 1, referenceList: { reference: [cited] } }),
    answers('europepmc', '/MED/77/citations', { hitCount: 1, citationList: { citation: [{ ...cited, id: '99' }] } }),
  ],
};
