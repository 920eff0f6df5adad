/** The vocabularies that feeds mix, by the names that people know them by. A prefix says nothing, unless nothing else does. */
const ALIASES: Readonly<Record<string, string>> = {
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/elements/1.0/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://search.yahoo.com/mrss/': 'media',
  'http://search.yahoo.com/mrss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://arxiv.org/schemas/atom': 'arxiv',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://www.w3.org/1999/xhtml': 'xhtml',
  'http://www.w3.org/xml/1998/namespace': 'xml',
};
const PRISM = /^http:\/\/(?:www\.)?prismstandard\.org\/namespaces\//u;
/** Of feeds themselves: where several are mixed, each means the same. */
const FEEDS =
  /^https?:\/\/(?:purl\.org\/(?:rss\/1\.0\/|net\/rss1\.1#|atom\/ns#)$|(?:my|channel)\.netscape\.com\/rdf\/simple\/0\.9\/$|backend\.userland\.com\/rss|blogs\.law\.harvard\.edu\/tech\/rss|www\.rssboard\.org\/|www\.w3\.org\/2005\/atom$)/u;
const KNOWN = new Set([...Object.values(ALIASES), 'prism']);

interface Named {
  readonly prefix: string;
  readonly namespace: string;
  /** That of the root, or of the channel. */
  readonly own: string;
}

/** Empty for the feed's own; what nobody knows keeps its prefix, so that it is taken for nothing else. */
export function aliasOf({ prefix, namespace, own }: Named): string {
  const uri = namespace.toLowerCase();
  const known = PRISM.test(uri) ? 'prism' : ALIASES[uri];
  if (known !== undefined) return known;
  if (FEEDS.test(uri) || (namespace === own && prefix === '')) return '';
  if (namespace === '') return prefix === '' || KNOWN.has(prefix) ? prefix : 'unknown';
  return namespace === own ? '' : 'unknown';
}
