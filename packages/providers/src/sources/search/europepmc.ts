/** A search of Europe PMC: fields in its query language, pages by a mark that ends by repeating itself. `SRC:PPR` as a type are preprints. */
import type { AskOptions, PaperSearch, SearchSort, SourcedPaper, SourcePage } from '@zapomni/core/ports';
import type { Query } from '../ask/request-parts.ts';
import { papersOf, readJson } from '../define-source.ts';
import { toPaper } from '../parse/europepmc-result.ts';
import { toPerson } from '../parse/names.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../parse/pick.ts';
import { fromCursor, toCursor } from './search-cursor.ts';
import { ISSN, joined, phrases, plainWords } from './search-words.ts';

const CALLED = 'Europe PMC';
const [LIST, MOST_LISTED] = [50, 1000];
const START = '*';

export interface EuropepmcPage {
  readonly items: readonly Fields[];
  readonly total: number;
  readonly mark: string | undefined;
}

export type AskResults = (query: Query, options: AskOptions) => Promise<EuropepmcPage | null>;

const isPlace = (value: unknown): value is string => typeof value === 'string' && value !== '';

export async function searchEuropepmc(
  ask: AskResults,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const mark = fromCursor('europepmc', search, options.cursor, isPlace) ?? START;
  const query = {
    query: expressionOf(search),
    resultType: 'core',
    format: 'json',
    synonym: 'false',
    sort: search.sort === 'newest' ? 'P_PDATE_D desc' : undefined,
    pageSize: Math.min(options.limit ?? LIST, MOST_LISTED),
    cursorMark: mark,
  };
  const page = await ask(query, options);
  if (!page) return { items: [], next: null };
  const isLast = page.mark === undefined || page.mark === mark || page.items.length === 0;
  const next = isLast ? null : toCursor('europepmc', search, page.mark);
  return papersOf(page.items, (results) => results.map(toPaper), { total: page.total, next });
}

/** Errors come with 200. */
export function readResults(body: string): EuropepmcPage {
  const answer = readJson(CALLED, body);
  const total = countOf(answer['hitCount']);
  const { result } = fieldsOf(answer['resultList']);
  if (answer['errCode'] !== undefined || total === undefined || !Array.isArray(result))
    throw new TypeError('an error in the place of an answer');
  return { items: result.map(fieldsOf), total, mark: textOf(answer['nextCursorMark']) };
}

function expressionOf(search: PaperSearch): string {
  const { keywords, match, authors = [], subjects = [], venue, types = [], from, until, sort } = search;
  const words = phrases(keywords).map((phrase) => `(TITLE:${phrase} OR ABSTRACT:${phrase})`);
  return [
    ...(words.length === 0 ? [] : [joined(words, match === 'all' ? 'AND' : 'OR')]),
    ...(authors.length === 0
      ? []
      : [
          joined(
            authors.map((name) => `AUTH:"${indexedName(name)}"`),
            'OR',
          ),
        ]),
    ...(subjects.length === 0
      ? []
      : [
          joined(
            phrases(subjects).map((phrase) => `KW:${phrase}`),
            'OR',
          ),
        ]),
    ...(venue === undefined ? [] : [ISSN.test(venue) ? `ISSN:"${venue}"` : `JOURNAL:"${plainWords(venue)}"`]),
    ...(types.length === 0 ? [] : [joined(types.map(typeOf), 'OR')]),
    ...daysOf(sort, from, until),
  ].join(' AND ');
}

/** `Smith J`, as names are written there. */
function indexedName(name: string): string {
  const { family, given, literal } = toPerson(name) ?? {};
  if (family === undefined) return plainWords(literal ?? name);
  return plainWords(given === undefined ? family : `${family} ${given[0] ?? ''}`);
}

function typeOf(type: string): string {
  const source = /^SRC:([A-Za-z]{3})$/u.exec(type.trim())?.[1];
  if (source !== undefined) return `SRC:${source.toUpperCase()}`;
  return /^preprint$/iu.test(type.trim()) ? 'SRC:PPR' : `PUB_TYPE:"${plainWords(type)}"`;
}

function daysOf(sort: SearchSort, from: string | undefined, until: string | undefined): string[] {
  if (from === undefined && until === undefined) return [];
  const field = sort === 'updated' ? 'UPDATE_DATE' : 'FIRST_PDATE';
  return [`${field}:[${from ?? '1000-01-01'} TO ${until ?? '3000-12-31'}]`];
}
