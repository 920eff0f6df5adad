/** A search of PubMed: which numbers there are, in its own tags of fields, and then the records of a page. */
import type { AskOptions, PaperSearch, SearchSort, SourcedPaper, SourcePage } from '@zapomni/core/ports';
import type { SourceAsker } from '../ask/source-asker.ts';
import type { Query } from '../ask/request-parts.ts';
import type { XmlElement } from '../../readers/xml/xml-tree.ts';
import { identifiersIn, toPaper } from '../parse/pubmed-article.ts';
import { fromCursor, isOffset, toCursor, tooMany } from './search-cursor.ts';
import { joined, phrases } from './search-words.ts';

const [LIST, MOST_LISTED] = [50, 200];
/** What lies behind is not shown, whatever way one asks. */
const MOST_SHOWN = 9999;
const SORTS: Readonly<Record<SearchSort, string | undefined>> = {
  newest: 'pub_date',
  // It has no order by this; the days decide what comes.
  updated: undefined,
  relevance: 'relevance',
};

/** How PubMed is asked, which is the same for every question. */
export interface PubmedCalls {
  find(query: Query, options: AskOptions): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
  fetch(ids: readonly string[], options: AskOptions): Promise<readonly XmlElement[]>;
}

export async function searchPubmed(
  asker: SourceAsker,
  calls: PubmedCalls,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const start = fromCursor('pubmed', search, options.cursor, isOffset) ?? 0;
  if (start >= MOST_SHOWN) throw tooMany(asker.setup.called, MOST_SHOWN);
  const wanted = Math.min(options.limit ?? LIST, MOST_LISTED, MOST_SHOWN - start);
  const query = { term: termOf(search), sort: SORTS[search.sort], retstart: start, retmax: wanted };
  const { ids, total } = await calls.find(query, options);
  const articles = await calls.fetch(ids, options);
  if (articles.length === 0 && ids.length > 0) throw asker.unusable('has none of the records that it found');
  const next = start + ids.length;
  return {
    items: inOrder(articles, ids).map(toPaper),
    total,
    next: next < total ? toCursor('pubmed', search, next) : null,
  };
}

/** Each number once, in the order in which they were found. */
function inOrder(articles: readonly XmlElement[], ids: readonly string[]): XmlElement[] {
  const byId = new Map(articles.map((article) => [numberOf(article), article]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function numberOf(article: XmlElement): string | undefined {
  return identifiersIn(article).find(({ scheme }) => scheme === 'pmid')?.value;
}

function termOf(search: PaperSearch): string {
  const { keywords, match, authors = [], subjects = [], venue, types = [], from, until, sort } = search;
  const any = (texts: readonly string[], field: string, word = 'OR') =>
    texts.length === 0
      ? []
      : [
          joined(
            phrases(texts).map((phrase) => `${phrase}[${field}]`),
            word,
          ),
        ];
  return [
    ...any(keywords, 'Title/Abstract', match === 'all' ? 'AND' : 'OR'),
    ...any(authors, 'Author'),
    ...any(subjects, 'MeSH Terms'),
    ...any(venue === undefined ? [] : [venue], 'Journal'),
    ...any(types, 'Publication Type'),
    ...daysOf(sort, from, until),
  ].join(' AND ');
}

function daysOf(sort: SearchSort, from: string | undefined, until: string | undefined): string[] {
  if (from === undefined && until === undefined) return [];
  const field = sort === 'updated' ? 'Date - Modification' : 'Date - Publication';
  const [first, last] = [from ?? '1000-01-01', until ?? '3000-12-31'].map((day) => day.replaceAll('-', '/'));
  return [`("${first}"[${field}] : "${last}"[${field}])`];
}
