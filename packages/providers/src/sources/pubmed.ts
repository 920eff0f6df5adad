/** PubMed, by the E-utilities of NCBI: records as XML, searches and links by number. */
import { identifierKey, type Identifier } from '@zapomni/core/model';
import type {
  AskOptions,
  LearnedPace,
  MatchQuery,
  PaceRules,
  PaperSource,
  SourcePage,
  SourcedPaper,
} from '@zapomni/core/ports';
import type { AnswerKind } from './ask/kept-answers.ts';
import type { Query } from './ask/request-parts.ts';
import type { Question, SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, offsetOf, pageOf, readJson, unreadable } from './define-source.ts';
import { elementsOf, parseXml, type XmlElement } from '../readers/xml/xml-tree.ts';
import { countOf, fieldsOf, textsOf } from './parse/pick.ts';
import { searchPubmed, type PubmedCalls } from './search/pubmed.ts';
import { identifiersIn, readArticles, toCopies, toPaper, toReferences } from './parse/pubmed-article.ts';

const CALLED = 'PubMed';
const TOOL = 'zapomni';
const BASE = '/entrez/eutils';
const MOST = 20;
const [LIST, MOST_LISTED] = [20, 200];

export function createPubmed(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const article = await one(id, 'record', options);
      return article && toPaper(article);
    },
    match: async (query, options = {}) => {
      const { ids } = await search(asker, termOf(query), Math.min(options.limit ?? 5, MOST), options);
      return (await fetchAll(asker, ids, 'search', options)).map(toPaper);
    },
    references: async (id, options) => {
      const article = await one(id, 'record', options);
      return article ? pageOf(toReferences(article), options ?? {}) : NO_PAGE;
    },
    citedBy: async (id, options = {}) => {
      const article = await one(id, 'record', options);
      const pmid = article && identifiersIn(article).find(({ scheme }) => scheme === 'pmid')?.value;
      return pmid ? citing(asker, pmid, options) : NO_PAGE;
    },
    search: (wanted, options) => {
      const calls: PubmedCalls = {
        find: (query, how) => find(asker, query, 'news', how),
        fetch: (ids, how) => fetchAll(asker, ids, 'news', how),
      };
      return searchPubmed(asker, calls, wanted, options);
    },
    copies: async (id, options) => {
      const article = await one(id, 'copies', options);
      return article ? toCopies(article) : [];
    },
  });
}

export function pubmedLimits(headers: Readonly<Record<string, string>>): LearnedPace {
  const perSecond = countOf(headers['x-ratelimit-limit']);
  return perSecond ? { minIntervalMs: Math.ceil(1000 / perSecond) } : {};
}

const FIELDS: Readonly<Partial<Record<Identifier['scheme'], string>>> = { doi: 'aid', pmcid: 'pmcid' };

/** What is not known by its number has to be looked for; what is found has to have the id. */
async function askFor(
  asker: SourceAsker,
  id: Identifier,
  kind: 'record' | 'copies',
  options: AskOptions = {},
): Promise<XmlElement | null> {
  if (id.scheme === 'pmid') return hasId(await fetchAll(asker, [id.value], kind, options), id);
  const field = FIELDS[id.scheme];
  if (field === undefined) return null;
  const { ids } = await search(asker, `"${id.value.replaceAll('"', '')}"[${field}]`, 2, options);
  return hasId(await fetchAll(asker, ids, kind, options), id);
}

function hasId(articles: readonly XmlElement[], id: Identifier): XmlElement | null {
  return (
    articles.find((article) => identifiersIn(article).some((own) => identifierKey(own) === identifierKey(id))) ?? null
  );
}

function termOf({ title, authors = [], year }: MatchQuery): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first] = authors;
  const parts = [
    ...words.map((word) => `${word.toLowerCase()}[ti]`),
    ...(first === undefined ? [] : [`${first.replaceAll(/[^\p{L}\s'-]/gu, '')}[au]`]),
    ...(year === undefined ? [] : [`${year - 1}:${year + 1}[dp]`]),
  ];
  return parts.join(' AND ');
}

async function search(asker: SourceAsker, term: string, limit: number, options: AskOptions): Promise<Found> {
  return find(asker, { term, retmax: limit }, 'search', options);
}

async function find(asker: SourceAsker, wanted: Query, kind: 'search' | 'news', options: AskOptions): Promise<Found> {
  const query = { db: 'pubmed', ...wanted, retmode: 'json' };
  const question = { ...asked(asker), path: `${BASE}/esearch.fcgi`, query, kind };
  const read = (body: string) => readSearch(body, Number(wanted['retstart'] ?? 0));
  return (await asker.ask({ ...question, read }, options)) ?? { ids: [], total: 0 };
}

async function fetchAll(
  asker: SourceAsker,
  ids: readonly string[],
  kind: AnswerKind,
  options: AskOptions,
): Promise<XmlElement[]> {
  if (ids.length === 0) return [];
  const query = { db: 'pubmed', id: ids.join(','), retmode: 'xml' };
  const question = { ...asked(asker), path: `${BASE}/efetch.fcgi`, query, kind, accept: 'text/xml' };
  // One number that is not there is said with 400.
  return (await asker.ask({ ...question, missing: [400], read: readArticles }, options)) ?? [];
}

async function citing(asker: SourceAsker, pmid: string, options: AskOptions): Promise<SourcePage<SourcedPaper>> {
  const query = { dbfrom: 'pubmed', linkname: 'pubmed_pubmed_citedin', id: pmid };
  const question = { ...asked(asker), path: `${BASE}/elink.fcgi`, query, kind: 'search' as const, accept: 'text/xml' };
  const all = (await asker.ask({ ...question, read: readLinks }, options)) ?? [];
  const { items, next } = pageOf(all, {
    limit: Math.min(options.limit ?? LIST, MOST_LISTED),
    cursor: String(offsetOf(options.cursor)),
  });
  return { items: (await fetchAll(asker, items, 'search', options)).map(toPaper), total: all.length, next };
}

function asked(asker: SourceAsker): Pick<Question<unknown>, 'identity' | 'rules' | 'missing' | 'refusal'> {
  const { key, contact, keySetting } = asker.setup;
  const rules: PaceRules = { minIntervalMs: key === undefined ? 334 : 100, concurrency: 3 };
  // With the status of a number that is not there.
  const refusal: Question<unknown>['refusal'] = ({ body }) =>
    key !== undefined && keySetting !== null && /api.?key/iu.test(body)
      ? asker.needs(keySetting, 'does not take the key that is set')
      : undefined;
  return { identity: { tool: TOOL, email: contact, api_key: key }, rules, missing: [], refusal };
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** An empty page is the end, and none before it. */
function readSearch(body: string, start: number): Found {
  const result = fieldsOf(readJson(CALLED, body)['esearchresult']);
  if (!Array.isArray(result['idlist'])) throw new TypeError('an error in the place of an answer');
  const ids = textsOf(result['idlist']);
  const total = countOf(result['count']) ?? start + ids.length;
  if (ids.length === 0 && start < total) throw new TypeError('an empty page before the end');
  return { ids, total };
}

function readLinks(body: string): string[] {
  const root = linksOf(body);
  if (root?.name !== 'eLinkResult' || elementsOf(root, 'ERROR').length > 0) throw unreadable(CALLED);
  const cited = elementsOf(root, 'LinkSetDb').filter(
    (set) => elementsOf(set, 'LinkName')[0]?.text === 'pubmed_pubmed_citedin',
  );
  return cited.flatMap((set) => elementsOf(set, 'Link').map((link) => elementsOf(link, 'Id')[0]?.text.trim() ?? ''));
}

function linksOf(body: string): XmlElement | null {
  try {
    return parseXml(body);
  } catch (error) {
    throw unreadable(CALLED, error);
  }
}
