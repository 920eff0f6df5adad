/** A search of the web through an engine that the user has set up. */
import { invalidField } from '../../../errors/index.ts';
import {
  WEB_ENGINES,
  type WebEngine,
  type WebSearchRequest,
  type WebSearchResult,
} from '../../../ports/papers/web-search.ts';
import type { Deps } from '../../deps.ts';

export interface SearchWebRequest extends WebSearchRequest {
  /** `auto` for the first that is set up. */
  readonly engine: string;
}

export interface SearchedWeb {
  readonly engine: WebEngine;
  readonly results: readonly WebSearchResult[];
}

const LONGEST = 400;
const REGION = /^[a-z]{2}(?:-[a-z]{2})?$/iu;

export async function searchWeb(
  { webSearches = [] }: Pick<Deps, 'webSearches'>,
  { engine: wanted, ...request }: SearchWebRequest,
): Promise<SearchedWeb> {
  const query = request.query.trim().replaceAll(/\s+/gu, ' ');
  if (query === '') throw invalidField('query', 'is empty');
  if (query.length > LONGEST) throw invalidField('query', `has more than ${LONGEST} characters`);
  if (!REGION.test(request.region))
    throw invalidField('region', 'is no country', 'Give two letters, as us or de, or a language with them, as de-CH.');
  const search = webSearches.find(({ engine }) => wanted === 'auto' || engine === wanted);
  if (!search)
    throw unknownEngine(
      wanted,
      webSearches.map(({ engine }) => engine),
    );
  return { engine: search.engine, results: await search.search({ ...request, query }) };
}

const HOW: Readonly<Record<WebEngine, string>> = {
  searxng: 'Set ZAPOMNI_SEARXNG_URL to the address of a SearXNG that answers in JSON.',
  brave: 'Set ZAPOMNI_BRAVE_SEARCH_KEY to a key of the Brave Search API.',
};

function unknownEngine(wanted: string, there: readonly WebEngine[]) {
  const use = there.length > 0 ? `Use ${there.join(' or ')}.` : `${HOW.searxng} ${HOW.brave}`;
  const known = WEB_ENGINES.find((engine) => engine === wanted);
  if (known)
    return invalidField(
      'search_engine',
      `${known} is not set up`,
      `${HOW[known]} ${there.length > 0 ? use : ''}`.trim(),
    );
  if (wanted === 'auto') return invalidField('search_engine', 'no engine is set up', use);
  return invalidField(
    'search_engine',
    `${wanted === 'duckduckgo' ? 'DuckDuckGo has no interface for programs' : 'there is no such engine'}`,
    use,
  );
}
