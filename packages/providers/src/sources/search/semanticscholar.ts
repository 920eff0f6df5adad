/**
 * A search of Semantic Scholar in bulk: every paper that fits, a thousand at a time, each page named by a token. Smaller pages are cut from
 * those, which are kept meanwhile. It cannot be asked for people; they are sifted.
 */
import { invalidField } from '@zapomni/core/errors';
import { byAuthors, type AskOptions, type PaperSearch, type SourcedPaper, type SourcePage } from '@zapomni/core/ports';
import type { Query } from '../ask/request-parts.ts';
import type { Question, SourceAsker } from '../ask/source-asker.ts';
import { papersOf, readJson } from '../define-source.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../parse/pick.ts';
import { toPaper } from '../parse/semanticscholar-paper.ts';
import { fromCursor, isOffset, toCursor } from './search-cursor.ts';
import { ISSN, phrases } from './search-words.ts';

const CALLED = 'Semantic Scholar';
const LIST = 100;
const FIELDS =
  'title,externalIds,venue,year,authors,journal,publicationDate,publicationTypes,citationCount,abstract,publicationVenue,referenceCount,isOpenAccess,openAccessPdf,s2FieldsOfStudy';

/** The page, and how many of it were taken. */
interface Place {
  readonly token: string | null;
  readonly n: number;
}

function isPlace(value: unknown): value is Place {
  const { token, n } = fieldsOf(value);
  return isOffset(n) && (token === null || typeof token === 'string');
}

export async function searchSemanticscholar(
  asker: SourceAsker,
  asked: Pick<Question<unknown>, 'headers' | 'rules'>,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const { token, n } = fromCursor('semanticscholar', search, options.cursor, isPlace) ?? { token: null, n: 0 };
  const query = { ...queryOf(search), fields: FIELDS, ...(token === null ? {} : { token }) };
  const question = { ...asked, path: '/graph/v1/paper/search/bulk', query, kind: 'news' as const };
  const page = await asker.ask({ ...question, missing: [], read: readPage }, options);
  if (!page) return { items: [], next: null };
  const end = n + (options.limit ?? LIST);
  const rest: Place | null =
    end < page.items.length ? { token, n: end } : page.token === null ? null : { token: page.token, n: 0 };
  const next = rest === null ? null : toCursor('semanticscholar', search, rest);
  const toPapers = (papers: readonly Fields[]) => papers.map(toPaper).filter(byAuthors(search));
  return papersOf(page.items.slice(n, end), toPapers, { total: page.total, next });
}

interface Page {
  readonly items: readonly Fields[];
  readonly total: number;
  readonly token: string | null;
}

function readPage(body: string): Page {
  const { data, total, token } = readJson(CALLED, body);
  const count = countOf(total);
  // Where there is nothing, there is no list.
  if (!Array.isArray(data) && count !== 0) throw new TypeError('no list');
  const items = Array.isArray(data) ? data.map(fieldsOf) : [];
  const next = textOf(token) ?? null;
  return { items, total: count ?? items.length, token: items.length === 0 ? null : next };
}

function queryOf(search: PaperSearch): Query {
  const { keywords, match, from, until } = search;
  const { subjects, venue, types } = namesOf(search);
  return {
    query: phrases(keywords).join(match === 'all' ? ' + ' : ' | '),
    fieldsOfStudy: subjects,
    venue,
    publicationTypes: types,
    publicationDateOrYear: from === undefined && until === undefined ? undefined : `${from ?? ''}:${until ?? ''}`,
    sort: 'publicationDate:desc',
  };
}

/** Lists go by commas, so that no name may have one. */
function namesOf({ subjects = [], venue, types = [] }: PaperSearch): Record<string, string | undefined> {
  if (venue !== undefined && ISSN.test(venue)) {
    throw invalidField('venue', 'Semantic Scholar knows journals by name, not by ISSN');
  }
  const lists = Object.entries({ subjects, venue: venue === undefined ? [] : [venue], types });
  const [field] = lists.find(([, names]) => names.some((name) => name.includes(','))) ?? [];
  if (field !== undefined) throw invalidField(field, 'Semantic Scholar takes no name with a comma');
  return Object.fromEntries(lists.map(([name, names]) => [name, names.join(',') || undefined]));
}
