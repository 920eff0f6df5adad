/** Whether two requests ask for the same: method, path, and those parameters that say what is wanted, in any order. */
import type { Exchange } from './exchange.ts';

/** Who asks, which fields are wanted and how many: recordings differ in them, answers only in length. */
const SAYS_LITTLE = new Set([
  'api_key',
  'email',
  'fields',
  'format',
  'limit',
  'mailto',
  'max_results',
  'pageSize',
  'page[size]',
  'per-page',
  'per_page',
  'resultType',
  'retmax',
  'retmode',
  'rows',
  'select',
  'sortBy',
  'sortOrder',
  'tool',
]);
/** What is so unless something else is said. */
const ORDINARY: Readonly<Record<string, string>> = {
  start: '0',
  retstart: '0',
  offset: '0',
  page: '1',
  cursor: '*',
  cursorMark: '*',
};

function requestKey(method: string, path: string): string {
  const url = new URL(path, 'http://replay.test');
  const telling = [...url.searchParams].filter(
    ([name, value]) => !SAYS_LITTLE.has(name) && value !== '' && ORDINARY[name] !== value,
  );
  const query = telling.map(([name, value]) => `${name}=${value}`).toSorted();
  return `${method} ${decodeURIComponent(url.pathname).toLowerCase()} ${query.join('&')}`;
}

export function findExchange(all: readonly Exchange[], method: string, path: string): Exchange | undefined {
  const wanted = requestKey(method, path);
  return all.find((exchange) => requestKey(exchange.method, exchange.path) === wanted);
}
