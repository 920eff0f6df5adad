/** arXiv, and bioRxiv with medRxiv. */
import { answers, doi, enc, QUERY_WORDS, type MadeUpSource } from './made-up-source.ts';

const ATOM = { type: 'application/atom+xml; charset=utf-8' };
const feed = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">${entries}</feed>`;
const ENTRY = `<entry><id>http://arxiv.org/abs/2101.00001v2</id><title>The hum of
  quiet machines: $\\alpha$-waves &amp; CO$_2$</title><published>2021-01-01T00:00:00Z</published>
  <summary>  Machines hum. Some
are quiet.</summary><author><name>Ana de la Cruz</name></author><author><name>Wei Li</name></author>
<author><name>QUIET Collaboration</name></author><arxiv:doi>10.5555/QUIET.1</arxiv:doi><category term="cs.SD"/>
<link href="http://arxiv.org/pdf/2101.00001v2" title="pdf" rel="related"/></entry>`;
const ERROR = '<entry><id>https://arxiv.org/api/errors#start_must_be_an_integer</id><title>Error</title></entry>';

export const arxiv: MadeUpSource = {
  name: 'arxiv',
  known: { scheme: 'arxiv', value: '2101.00001' },
  unknown: { scheme: 'arxiv', value: '2101.99999' },
  foreign: doi('10.5555/quiet.1'),
  answers: { lookup: 1, match: 1, copies: 3 },
  errorInside: feed(ERROR),
  exchanges: [
    answers('arxiv', '/api/query?id_list=2101.00001', feed(ENTRY), ATOM),
    answers('arxiv', '/api/query?id_list=2101.99999', feed(''), ATOM),
    answers('arxiv', `/api/query?search_query=${enc(`ti:"${QUERY_WORDS}" AND au:"Li"`)}`, feed(ENTRY), ATOM),
  ],
};

const POST = {
  title: 'The hum of quiet machines: &alpha;-waves &amp; CO<sub>2</sub>',
  authors: 'de la Cruz, A.; Li, W.; QUIET Collaboration',
  doi: '10.1101/2021.01.01.000001',
  date: '2021-01-01',
  version: '1',
  type: 'new results',
  license: 'cc_by',
  category: 'neuroscience',
  jatsxml: 'https://www.biorxiv.org/content/early/2021/01/01/2021.01.01.000001.source.xml',
  abstract: 'Machines hum.',
  published: 'NA',
  server: 'bioRxiv',
};
const NO_POSTS = { messages: [{ status: 'no posts found' }], collection: [] };

export const biorxiv: MadeUpSource = {
  name: 'biorxiv',
  known: doi(POST.doi),
  unknown: doi('10.1101/2021.99.99.999999'),
  foreign: doi('10.5555/quiet.1'),
  answers: { lookup: 1, copies: 3 },
  errorInside: '{"messages":[{"status":"Error : database is not available"}],"collection":[]}',
  exchanges: [
    answers('biorxiv', `/details/biorxiv/${POST.doi}/na/json`, {
      messages: [{ status: 'ok' }],
      collection: [{ ...POST, version: '2', published: '10.5555/quiet.1' }, POST],
    }),
    answers('biorxiv', '/details/biorxiv/10.1101/2021.99.99.999999/na/json', NO_POSTS),
    answers('biorxiv', '/details/medrxiv/10.1101/2021.99.99.999999/na/json', NO_POSTS),
  ],
};
