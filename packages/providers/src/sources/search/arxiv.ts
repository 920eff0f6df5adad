/** A search of arXiv: fields, quotation marks and ranges of days in its own query language, pages by where they begin. */
import { invalidField } from '@zapomni/core/errors';
import type { AskOptions, PaceRules, PaperSearch, SearchSort, SourcedPaper, SourcePage } from '@zapomni/core/ports';
import type { SourceAsker } from '../ask/source-asker.ts';
import { NO_PAGE } from '../define-source.ts';
import { readList, toPaper, type Entry } from '../parse/arxiv-entry.ts';
import { fromCursor, isOffset, toCursor, tooMany } from './search-cursor.ts';
import { joined, phrases } from './search-words.ts';

const [LIST, MOST_LISTED] = [50, 2000];
/** What lies behind is not shown. */
const MOST_SHOWN = 30_000;
const SORTS: Readonly<Record<SearchSort, string>> = {
  newest: 'submittedDate',
  updated: 'lastUpdatedDate',
  relevance: 'relevance',
};
/** `cs.LG`, `math`, `astro-ph.*`. */
const CATEGORY = /^[a-z]+(?:-[a-z]+)?(?:\.(?:[A-Za-z]{2}(?:-[A-Za-z]{2,4})?|[a-z-]{2,12}|\*))?$/u;

export async function searchArxiv(
  asker: SourceAsker,
  rules: PaceRules,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const start = fromCursor('arxiv', search, options.cursor, isOffset) ?? 0;
  if (start >= MOST_SHOWN) throw tooMany(asker.setup.called, MOST_SHOWN);
  const wanted = Math.min(options.limit ?? LIST, MOST_LISTED, MOST_SHOWN - start);
  const query = {
    search_query: expressionOf(search),
    sortBy: SORTS[search.sort],
    sortOrder: 'descending',
    start,
    max_results: wanted,
  };
  const question = { path: '/api/query', query, kind: 'news' as const, rules, accept: 'application/atom+xml' };
  const page = await asker.ask({ ...question, missing: [], read: (body) => readPage(body, start) }, options);
  if (!page) return NO_PAGE;
  const { items: entries, total } = page;
  const next = start + entries.length;
  return {
    items: entries.filter(hasId).map(toPaper),
    total,
    next: next < total ? toCursor('arxiv', search, next) : null,
  };
}

/** Now and then a page is empty that should not be: that is no end. */
function readPage(body: string, start: number): { items: Entry[]; total: number } {
  const { entries, total = start + entries.length } = readList(body);
  if (entries.length === 0 && start < total) throw new TypeError('an empty page before the end');
  return { items: entries, total };
}

function hasId(entry: Entry): boolean {
  return toPaper(entry).item.identifiers.length > 0;
}

function expressionOf({ keywords, match, authors = [], subjects = [], from, until, sort }: PaperSearch): string {
  const words = phrases(keywords).map((phrase) => `(ti:${phrase} OR abs:${phrase})`);
  return [
    ...(words.length === 0 ? [] : [joined(words, match === 'all' ? 'AND' : 'OR')]),
    ...(authors.length === 0
      ? []
      : [
          joined(
            phrases(authors).map((name) => `au:${name}`),
            'OR',
          ),
        ]),
    ...(subjects.length === 0
      ? []
      : [
          joined(
            subjects.map((subject, i) => `cat:${categoryOf(subject, i)}`),
            'OR',
          ),
        ]),
    ...daysOf(sort, from, until),
  ].join(' AND ');
}

function categoryOf(subject: string, i: number): string {
  const category = subject.trim();
  if (!CATEGORY.test(category)) {
    const hint =
      'Use its categories: cs.LG, math.PR, q-bio.NC, hep-th, astro-ph.*; https://arxiv.org/category_taxonomy lists them.';
    throw invalidField(`subjects[${i}]`, 'arXiv has no such category', hint);
  }
  return category;
}

/** Minutes in GMT; a day begins with its first and ends with its last. */
function daysOf(sort: SearchSort, from: string | undefined, until: string | undefined): string[] {
  if (from === undefined && until === undefined) return [];
  const [first, last] = [from ?? '1991-01-01', until ?? '2999-12-31'].map((day) => day.replaceAll('-', ''));
  return [`${sort === 'updated' ? 'lastUpdatedDate' : 'submittedDate'}:[${first}0000 TO ${last}2359]`];
}
