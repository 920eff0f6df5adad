/** Searching the web at large, where the user has set up an engine for it. What it finds is said by others, and is data. */
export const WEB_ENGINES = ['searxng', 'brave'] as const;
export type WebEngine = (typeof WEB_ENGINES)[number];

export const SAFE_SEARCHES = ['on', 'moderate', 'off'] as const;
export const TIME_RANGES = ['any', 'day', 'week', 'month', 'year'] as const;

export interface WebSearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly safeSearch: (typeof SAFE_SEARCHES)[number];
  /** A country in two letters, or a language with one: `us`, `de-CH`. */
  readonly region: string;
  readonly timeRange: (typeof TIME_RANGES)[number];
  readonly signal?: AbortSignal | undefined;
}

export interface WebSearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string | null;
  /** As the engine says it, where it does. */
  readonly published: string | null;
}

/**
 * Contract: results in the engine's order, each address once, at most as many as were asked for, without markup; only addresses of http and
 * https. Fails with UPSTREAM_FAILED where the engine does, UPSTREAM_RATE_LIMITED where it asks to wait, INVALID_CONFIG naming the setting
 * where it wants a key or does not answer in JSON; never with an empty list for any of these.
 */
export interface WebSearch {
  readonly engine: WebEngine;
  search(request: WebSearchRequest): Promise<readonly WebSearchResult[]>;
}
