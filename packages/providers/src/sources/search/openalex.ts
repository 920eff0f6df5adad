/** A search of OpenAlex: one list of filters, words among them, page by page with its cursor. Costs as a search does where words are in it. */
import { invalidField } from '@zapomni/core/errors';
import {
  byVenue,
  type AskOptions,
  type PaperSearch,
  type SearchSort,
  type SourcedPaper,
  type SourcePage,
} from '@zapomni/core/ports';
import type { Query } from '../ask/request-parts.ts';
import { papersOf } from '../define-source.ts';
import { toPaper } from '../parse/openalex-work.ts';
import type { Fields } from '../parse/pick.ts';
import { filterParts, typeWord } from './filter-language.ts';
import { fromCursor, toCursor } from './search-cursor.ts';
import { ISSN, joined, phrases } from './search-words.ts';

const [LIST, MOST_LISTED] = [50, 100];
const START = '*';

export type AskWorks = (query: Query, options: AskOptions) => Promise<SourcePage<Fields> | null>;

const isPlace = (value: unknown): value is string => typeof value === 'string' && value !== '';

export async function searchOpenalex(
  ask: AskWorks,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const cursor = fromCursor('openalex', search, options.cursor, isPlace) ?? START;
  const query = {
    filter: filterOf(search),
    sort: sortOf(search),
    per_page: Math.min(options.limit ?? LIST, MOST_LISTED),
    cursor,
  };
  const page = await ask(query, options);
  if (!page) return { items: [], next: null };
  const passes = byVenue(search);
  // One that leads to where it came from would do so for ever.
  const next = page.next === null || page.next === cursor ? null : toCursor('openalex', search, page.next);
  const toPapers = (works: readonly Fields[]) => works.map(toPaper).filter(passes);
  return papersOf(page.items, toPapers, { ...(page.total === undefined ? {} : { total: page.total }), next });
}

/** How well it fits is known only where words were asked for. */
function sortOf({ sort, keywords }: PaperSearch): string {
  const sorts: Readonly<Record<SearchSort, string>> = {
    newest: 'publication_date:desc',
    updated: 'updated_date:desc',
    relevance: 'relevance_score:desc',
  };
  if (sort === 'relevance' && keywords.length === 0)
    throw invalidField('sort', 'without keywords there is no relevance');
  return sorts[sort];
}

function filterOf(search: PaperSearch): string {
  const { keywords, match, authors = [], subjects = [], venue, types = [], from, until, sort, filter } = search;
  const days = sort === 'updated' ? 'updated' : 'publication';
  const any = (name: string, texts: readonly string[], word: string) =>
    texts.length === 0 ? [] : [`${name}:${joined(phrases(texts), word)}`];
  return [
    ...any('title_and_abstract.search', keywords, match === 'all' ? 'AND' : 'OR'),
    ...any('raw_author_name.search', authors, 'OR'),
    ...topicsOf(subjects),
    ...(venue !== undefined && ISSN.test(venue) ? [`primary_location.source.issn:${venue}`] : []),
    ...(types.length === 0 ? [] : [`type:${types.map(typeWord).join('|')}`]),
    ...(from === undefined ? [] : [`from_${days}_date:${from}`]),
    ...(until === undefined ? [] : [`to_${days}_date:${until}`]),
    ...filterParts(filter),
  ].join(',');
}

/** Topics and concepts by their numbers; the two cannot be asked for at once. */
const TOPIC_FIELDS: Readonly<Record<string, string>> = { T: 'topics.id', C: 'concepts.id' };

function topicsOf(subjects: readonly string[]): string[] {
  if (subjects.length === 0) return [];
  const ids = subjects.map((subject, i) => topicId(subject, i));
  const kinds = new Set(ids.map((id) => id[0] ?? ''));
  if (kinds.size > 1) throw invalidField('subjects', 'topics and concepts cannot be asked for at once');
  return [`${TOPIC_FIELDS[[...kinds][0] ?? '']}:${ids.join('|')}`];
}

function topicId(subject: string, i: number): string {
  const id = /^(?:https:\/\/openalex\.org\/)?([TC]\d{1,12})$/iu.exec(subject.trim())?.[1]?.toUpperCase();
  if (id !== undefined) return id;
  const hint = 'Name topics by their number, as T10017; https://openalex.org/topics lists them.';
  throw invalidField(`subjects[${i}]`, 'OpenAlex knows topics by number', hint);
}
