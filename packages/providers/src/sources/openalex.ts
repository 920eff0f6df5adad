/** OpenAlex: works of every field, with topics, counts and who cites whom. Metered in dollars by the day. */
import type { Identifier } from '@zapomni/core/model';
import type { AskOptions, LearnedPace, PaperSource, SourcePage } from '@zapomni/core/ports';
import type { Question, SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, offsetOf, readJson } from './define-source.ts';
import { doiOf, inPath } from './parse/identifiers.ts';
import { searchOpenalex } from './search/openalex.ts';
import { toCopies, toPaper, workIdOf } from './parse/openalex-work.ts';
import { countOf, fieldsOf, textOf, type Fields } from './parse/pick.ts';

const CALLED = 'OpenAlex';
/** Millionths of a dollar. One record costs nothing. */
const COST = { one: 0, list: 100, search: 1000 };
const PER_DAY = { withoutKey: 100_000, withKey: 1_000_000 };
const MILLION = 1_000_000;
const [MATCHES, LIST, MOST_LISTED] = [5, 25, 100];
const START = '*';

export function createOpenalex(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const work = await one(id, 'record', options);
      return work && toPaper(work);
    },
    match: async ({ title, year }, options = {}) => {
      // In capitals some words would be operators.
      const words = (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
      if (words === '') return [];
      const filter = `title.search:${words}${year === undefined ? '' : `,publication_year:${year - 1}-${year + 1}`}`;
      const query = { filter, per_page: Math.min(options.limit ?? MATCHES, MOST_LISTED) };
      return ((await ask(asker, { query, cost: COST.search, kind: 'search' }, options))?.items ?? []).map(toPaper);
    },
    references: async (id, options) => {
      const page = await linked(asker, id, 'cited_by', options);
      const before = offsetOf(options?.cursor?.split(' ')[1]);
      const items = page.items.map((work, at) => ({ n: before + at + 1, item: toPaper(work).item }));
      return { ...page, items, next: page.next === null ? null : `${page.next} ${before + items.length}` };
    },
    citedBy: async (id, options) => {
      const page = await linked(asker, id, 'cites', options);
      return { ...page, items: page.items.map(toPaper) };
    },
    search: (search, options) => {
      const isList = search.keywords.length === 0 && (search.authors ?? []).length === 0;
      return searchOpenalex(
        (query, how) => ask(asker, { query, cost: isList ? COST.list : COST.search, kind: 'news' }, how),
        search,
        options,
      );
    },
    copies: async (id, options) => {
      const work = await one(id, 'copies', options);
      return work ? toCopies(work) : [];
    },
  });
}

export function openalexLimits(headers: Readonly<Record<string, string>>, now: number): LearnedPace {
  const [left, seconds] = [Number(headers['x-ratelimit-remaining-usd']), countOf(headers['x-ratelimit-reset'])];
  if (!Number.isFinite(left) || seconds === undefined) return {};
  return { budget: { left: Math.round(left * MILLION), resetsAt: now + seconds * 1000 } };
}

function placeOf(id: Identifier): string | null {
  if (id.scheme === 'openalex') return id.value;
  if (id.scheme === 'pmid') return `pmid:${id.value}`;
  if (id.scheme === 'pmcid') return `pmcid:${id.value}`;
  const doi = doiOf(id);
  return doi === null ? null : `https://doi.org/${inPath(doi)}`;
}

async function askFor(
  asker: SourceAsker,
  id: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  const place = placeOf(id);
  if (place === null) return null;
  return asker.ask({ ...asked(asker), path: `/works/${place}`, kind, cost: COST.one, read: readWork }, options);
}

/** Lists go by its own number, which costs nothing to learn. */
async function linked(
  asker: SourceAsker,
  id: Identifier,
  by: 'cites' | 'cited_by',
  options: AskOptions = {},
): Promise<SourcePage<Fields>> {
  const work = id.scheme === 'openalex' ? null : await askFor(asker, id, 'record', options);
  const own = id.scheme === 'openalex' ? id.value : work && workIdOf(work);
  if (!own) return NO_PAGE;
  const cursor = options.cursor?.split(' ')[0] ?? START;
  const query = { filter: `${by}:${own}`, per_page: Math.min(options.limit ?? LIST, MOST_LISTED), cursor };
  return (await ask(asker, { query, cost: COST.list, kind: 'search' }, options)) ?? NO_PAGE;
}

async function ask(
  asker: SourceAsker,
  list: Required<Pick<Question<unknown>, 'query' | 'cost' | 'kind'>>,
  options: AskOptions,
): Promise<SourcePage<Fields> | null> {
  return asker.ask({ ...asked(asker), path: '/works', ...list, missing: [], read: readList }, options);
}

function asked({ setup: { key } }: SourceAsker): Pick<Question<unknown>, 'headers' | 'rules'> {
  return {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    rules: { minIntervalMs: 100, concurrency: 4, perDay: key === undefined ? PER_DAY.withoutKey : PER_DAY.withKey },
  };
}

function readWork(body: string): Fields {
  const work = readJson(CALLED, body);
  if (workIdOf(work) === undefined) throw new TypeError('no work');
  return work;
}

function readList(body: string): SourcePage<Fields> {
  const { results, meta } = readJson(CALLED, body);
  if (!Array.isArray(results)) throw new TypeError('no list');
  const { count, next_cursor: next } = fieldsOf(meta);
  const total = countOf(count);
  return {
    items: results.map(fieldsOf),
    next: results.length === 0 ? null : (textOf(next) ?? null),
    ...(total === undefined ? {} : { total }),
  };
}
