/** Settings of engines that search the web at large; with none of them set, there is no such search. */
import { z } from 'zod';
import { secretSetting, setting, webAddress } from './setting.ts';

const BRAVE = 'https://api.search.brave.com';

export const webSearchSettings = {
  searxng_url: setting(
    'web',
    webAddress.optional(),
    'Address of a SearXNG whose settings allow the format `json`, for `web_search`. Naming it allows its host, a private one too. Unless given: none.',
  ),
  brave_search_key: secretSetting(
    'web',
    z.string().min(1).optional(),
    'Key for the Brave Search API, for `web_search`. Giving it allows its host. Unless given: none.',
  ),
  brave_search_key_file: setting('web', z.string().min(1).optional(), 'File that holds that key.'),
  brave_search_url: setting('web', webAddress.default(BRAVE), 'Where Brave Search is asked.'),
};

interface WebSearchConfig {
  readonly searxng_url?: string | undefined;
  readonly brave_search_key?: string | undefined;
  readonly brave_search_key_file?: string | undefined;
  readonly brave_search_url: string;
}

/** Hosts that engines bring with them. An address that the user wrote may be a private one. */
export function searchHosts(config: WebSearchConfig): { readonly hosts: string[]; readonly privateHosts: string[] } {
  const { searxng_url: searxng, brave_search_url: brave } = config;
  const hasBrave = config.brave_search_key !== undefined || config.brave_search_key_file !== undefined;
  const isOwn = brave !== BRAVE;
  return {
    hosts: hasBrave && !isOwn ? [new URL(brave).host] : [],
    privateHosts: [...(searxng === undefined ? [] : [searxng]), ...(hasBrave && isOwn ? [brave] : [])].map(
      (url) => new URL(url).host,
    ),
  };
}
