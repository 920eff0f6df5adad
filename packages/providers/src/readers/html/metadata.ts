/** What a page says of itself in its head. */
import type { JsonValue } from '@zapomni/core/model';
import type { DomDocument } from './dom.ts';
import { flat } from './render-html.ts';

/** Field → names of `meta` elements that say it, the best first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  author: ['author', 'citation_author', 'article:author', 'dc.creator', 'parsely-author', 'byl'],
  description: ['og:description', 'description', 'dc.description', 'twitter:description'],
  site: ['og:site_name', 'application-name'],
  created: ['article:published_time', 'citation_publication_date', 'date', 'dc.date', 'datepublished', 'pubdate'],
  modified: ['article:modified_time', 'og:updated_time', 'datemodified', 'last-modified'],
  keywords: ['keywords', 'news_keywords'],
  language: ['og:locale', 'content-language'],
  doi: ['citation_doi'],
};

export interface PageMetadata {
  readonly title: string | null;
  readonly metadata: Record<string, JsonValue>;
}

export function pageMetadata(page: DomDocument): PageMetadata {
  const said = metaElements(page);
  const metadata: Record<string, JsonValue> = {};
  for (const [field, names] of Object.entries(FIELDS)) {
    const value = names.map((name) => said.get(name)).find(Boolean);
    if (value) metadata[field] = value;
  }
  const language = page.documentElement.getAttribute('lang')?.trim();
  if (language) metadata['language'] = language;
  const url = page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? said.get('og:url');
  if (url) metadata['url'] = url;
  return { title: titleOf(page, said), metadata };
}

/** Name → content, the first of each. */
function metaElements(page: DomDocument): Map<string, string> {
  const said = new Map<string, string>();
  for (const meta of page.querySelectorAll('meta')) {
    const name = ['property', 'name', 'itemprop', 'http-equiv'].map((key) => meta.getAttribute(key)).find(Boolean);
    const content = meta.getAttribute('content')?.replace(/\s+/gu, ' ').trim();
    if (name && content && !said.has(name.toLowerCase())) said.set(name.toLowerCase(), content);
  }
  return said;
}

function titleOf(page: DomDocument, said: ReadonlyMap<string, string>): string | null {
  const shown = (selector: string) => [...page.querySelectorAll(selector)].map(flat).find(Boolean);
  return said.get('citation_title') ?? said.get('og:title') ?? shown('title') ?? shown('h1') ?? null;
}

/** What the first bytes declare: HTML and XHTML do so in ASCII. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  return /(?:<meta[^>]*charset|<\?xml[^>]*encoding)\s*=\s*["']?([\w:.-]+)/iu.exec(head)?.[1];
}
