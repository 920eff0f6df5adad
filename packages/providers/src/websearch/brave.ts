/** Brave Search, by its interface: twenty at a time. */
import type { Web, WebSearch, WebSearchRequest, WebSearchResult } from '@zapomni/core/ports';
import { fieldsOf } from '../sources/parse/pick.ts';
import { askEngine, failed, localeOf, toResult } from './engine-asker.ts';

const CALLED = 'Brave Search';
const [PAGE, MOST_PAGES] = [20, 10];
const SAFE = { off: 'off', moderate: 'moderate', on: 'strict' } as const;
const FRESH = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const;
const REFUSED = {
  setting: 'ZAPOMNI_BRAVE_SEARCH_KEY',
  what: 'does not take the key that is set',
  hint: 'Put a key of the Brave Search API into ZAPOMNI_BRAVE_SEARCH_KEY.',
};

export function createBrave(web: Web, { url, key }: { readonly url: string; readonly key: string }): WebSearch {
  return {
    engine: 'brave',
    async search(request) {
      const found = new Map<string, WebSearchResult>();
      for (let page = 0; page < MOST_PAGES && found.size < request.limit; page++) {
        const { results, isMore } = await onePage(web, { url, key }, request, page);
        for (const result of results) if (!found.has(result.url)) found.set(result.url, result);
        if (!isMore || results.length === 0) break;
      }
      return [...found.values()].slice(0, request.limit);
    },
  };
}

async function onePage(
  web: Web,
  { url, key }: { readonly url: string; readonly key: string },
  request: WebSearchRequest,
  page: number,
): Promise<{ results: WebSearchResult[]; isMore: boolean }> {
  const { language, country } = localeOf(request.region);
  const query = new URLSearchParams({
    q: request.query,
    count: String(Math.min(PAGE, request.limit)),
    offset: String(page),
    country,
    search_lang: language,
    safesearch: SAFE[request.safeSearch],
    text_decorations: 'false',
    ...(request.timeRange === 'any' ? {} : { freshness: FRESH[request.timeRange] }),
  });
  const answer = await askEngine(web, {
    called: CALLED,
    url: `${url.replace(/\/+$/u, '')}/res/v1/web/search?${query}`,
    headers: { 'x-subscription-token': key },
    refused: REFUSED,
    signal: request.signal,
  });
  // Where nothing is found, there is no list; that it is a search is said all the same.
  if (answer['type'] !== 'search') throw failed(CALLED, 'sent an answer of another shape than it should have');
  const { results } = fieldsOf(answer['web']);
  const found = (Array.isArray(results) ? results : [])
    .map(fieldsOf)
    .flatMap(
      ({ title, url: address, description, page_age: age }) => toResult(title, address, [description, age]) ?? [],
    );
  return { results: found, isMore: fieldsOf(answer['query'])['more_results_available'] === true };
}
