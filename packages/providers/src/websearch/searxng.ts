/** SearXNG: engines of the web behind one of the user's own. Its pages are as long as it likes. */
import type { Web, WebSearch, WebSearchRequest, WebSearchResult } from '@zapomni/core/ports';
import { fieldsOf } from '../sources/parse/pick.ts';
import { askEngine, failed, localeOf, toResult } from './engine-asker.ts';

const CALLED = 'SearXNG';
const MOST_PAGES = 5;
const SAFE = { off: '0', moderate: '1', on: '2' } as const;
const REFUSED = {
  setting: 'ZAPOMNI_SEARXNG_URL',
  what: 'does not answer in JSON',
  hint: 'Add `json` to `search.formats` in its settings.yml, or name another address in ZAPOMNI_SEARXNG_URL.',
};

export function createSearxng(web: Web, base: string): WebSearch {
  return {
    engine: 'searxng',
    async search(request) {
      const found = new Map<string, WebSearchResult>();
      for (let page = 1; page <= MOST_PAGES && found.size < request.limit; page++) {
        const results = await onePage(web, base, request, page);
        const before = found.size;
        for (const result of results) if (!found.has(result.url)) found.set(result.url, result);
        if (found.size === before) break;
      }
      return [...found.values()].slice(0, request.limit);
    },
  };
}

async function onePage(web: Web, base: string, request: WebSearchRequest, page: number): Promise<WebSearchResult[]> {
  const { language, country } = localeOf(request.region);
  const query = new URLSearchParams({
    q: request.query,
    format: 'json',
    safesearch: SAFE[request.safeSearch],
    language: `${language}-${country}`,
    pageno: String(page),
    ...(request.timeRange === 'any' ? {} : { time_range: request.timeRange }),
  });
  const url = `${base.replace(/\/+$/u, '')}/search?${query}`;
  const { results } = await askEngine(web, { called: CALLED, url, refused: REFUSED, signal: request.signal });
  if (!Array.isArray(results)) throw failed(CALLED, 'sent an answer of another shape than it should have');
  return results
    .map(fieldsOf)
    .flatMap(
      ({ title, url: address, content, publishedDate }) => toResult(title, address, [content, publishedDate]) ?? [],
    );
}
