/** Crossref: what publishers register with a DOI. Lists of references, notices of retraction and preprints among it. */
import type { Identifier } from '@zapomni/core/model';
import type { AskOptions, LearnedPace, MatchQuery, PaceRules, PaperSource } from '@zapomni/core/ports';
import type { Question, SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, pageOf, readJson } from './define-source.ts';
import { searchCrossref, UsedCursors } from './search/crossref.ts';
import { toCopies, toPaper, toReference } from './parse/crossref-work.ts';
import { countOf, fieldsOf, listOf, type Fields } from './parse/pick.ts';

const CALLED = 'Crossref';
/** All that is read of a work, apart from its references, which would be most of it. */
const SELECTED =
  'DOI,type,title,subtitle,short-title,original-title,author,editor,translator,chair,issued,published-print,published-online,posted,container-title,short-container-title,volume,issue,page,article-number,publisher,publisher-location,ISSN,ISBN,abstract,is-referenced-by-count,references-count,relation,update-to,updated-by,license,link,event,group-title';
const MOST = 20;
const WHOLE: ReadonlySet<string> = new Set([
  'book',
  'book-set',
  'dissertation',
  'edited-book',
  'monograph',
  'proceedings',
  'reference-book',
  'report',
]);

export function createCrossref(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  const used = new UsedCursors();
  return defineSource(asker, {
    lookup: async (id, options) => {
      const work = await one(id, 'record', options);
      return work && toPaper(work);
    },
    match: async (query, options) => (await search(asker, query, options)).map(toPaper),
    references: async (id, options) => {
      const work = await one(id, 'record', options);
      return work ? pageOf(listOf(work['reference']).map(toReference), options ?? {}) : NO_PAGE;
    },
    search: (wanted, options) =>
      searchCrossref(asker, { ...asked(asker, 'many'), select: SELECTED, used }, wanted, options),
    copies: async (id, options) => {
      const work = await one(id, 'copies', options);
      return work ? toCopies(work, asker.now) : [];
    },
  });
}

/** Read anew with each answer, for they differ between those who say who they are and those who do not. */
export function crossrefLimits(headers: Readonly<Record<string, string>>): LearnedPace {
  const requests = countOf(headers['x-rate-limit-limit']);
  const seconds = countOf(headers['x-rate-limit-interval']?.replace(/s$/, ''));
  const concurrency = countOf(headers['x-concurrency-limit']);
  return {
    ...(requests && seconds ? { minIntervalMs: Math.ceil((seconds * 1000) / requests) } : {}),
    ...(concurrency ? { concurrency } : {}),
  };
}

async function askFor(
  asker: SourceAsker,
  { scheme, value }: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  if (scheme === 'isbn') {
    // Each of its chapters has the number of the book.
    const works = await list(asker, { filter: `isbn:${value}` }, { ...options, limit: MOST });
    return works.find(({ type }) => typeof type === 'string' && WHOLE.has(type)) ?? null;
  }
  if (scheme !== 'doi') return null;
  const path = `/works/${encodeURIComponent(value)}`;
  return asker.ask({ ...asked(asker, 'one'), path, kind, read: readWork }, options);
}

async function search(
  asker: SourceAsker,
  { title, authors = [], year, raw }: MatchQuery,
  options?: AskOptions,
): Promise<Fields[]> {
  const words = raw ?? [title, ...authors, year === undefined ? '' : String(year)].join(' ').trim();
  return list(asker, { 'query.bibliographic': words }, options);
}

async function list(
  asker: SourceAsker,
  query: Readonly<Record<string, string>>,
  options: AskOptions = {},
): Promise<Fields[]> {
  const { limit = 5 } = options;
  const asking = { ...query, rows: Math.min(limit, MOST), select: SELECTED };
  const kind = 'search' as const;
  return (
    (await asker.ask(
      { ...asked(asker, 'many'), path: '/works', query: asking, kind, missing: [], read: readList },
      options,
    )) ?? []
  );
}

function asked(
  { setup: { key, contact } }: SourceAsker,
  what: 'one' | 'many',
): Pick<Question<unknown>, 'headers' | 'rules'> {
  const headers: Record<string, string> = key === undefined ? {} : { 'crossref-plus-api-token': `Bearer ${key}` };
  return { headers, rules: RULES[key !== undefined ? 'plus' : contact === undefined ? 'public' : 'polite'][what] };
}

type Rules = Readonly<Record<'one' | 'many', PaceRules>>;
const RULES: Readonly<Record<'public' | 'polite' | 'plus', Rules>> = {
  public: { one: { minIntervalMs: 200, concurrency: 1 }, many: { minIntervalMs: 1000, concurrency: 1 } },
  polite: { one: { minIntervalMs: 100, concurrency: 3 }, many: { minIntervalMs: 334, concurrency: 3 } },
  plus: { one: { minIntervalMs: 20, concurrency: 8 }, many: { minIntervalMs: 20, concurrency: 8 } },
};

function readWork(body: string): Fields {
  const message = fieldsOf(readJson(CALLED, body)['message']);
  if (message['DOI'] === undefined) throw new TypeError('no work');
  return message;
}

function readList(body: string): Fields[] {
  const { items } = fieldsOf(readJson(CALLED, body)['message']);
  if (!Array.isArray(items)) throw new TypeError('no list');
  return items.map(fieldsOf);
}
