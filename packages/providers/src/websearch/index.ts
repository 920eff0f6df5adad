/** Engines that search the web, in the order in which they are chosen. */
import type { Web, WebSearch } from '@zapomni/core/ports';
import { createBrave } from './brave.ts';
import { createSearxng } from './searxng.ts';

export interface WebSearchOptions {
  readonly web: Web;
  readonly searxngUrl?: string | undefined;
  readonly brave?: { readonly url: string; readonly key: string } | undefined;
}

export function createWebSearches({ web, searxngUrl, brave }: WebSearchOptions): WebSearch[] {
  return [
    ...(searxngUrl === undefined ? [] : [createSearxng(web, searxngUrl)]),
    ...(brave === undefined ? [] : [createBrave(web, brave)]),
  ];
}
