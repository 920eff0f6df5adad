/** RSS of every kind and Atom of both: one way to read them, because feeds mix what the formats have. */
import { invalidField } from '../../../errors/index.ts';
import { feedDate } from './feed-dates.ts';
import { childrenOf, firstOf, plainOf } from './feed-nodes.ts';
import { authorsOf } from './feed-people.ts';
import { plainIn, textOf } from './feed-text.ts';
import { feedTree, resolved, type FeedNode } from './feed-tree.ts';
import type { Feed, FeedEntry, FeedFormat, FeedText, FeedVenue } from './feed.ts';
import { idsOf, idsOfScheme } from './entry-ids.ts';
import { oneLine } from './markup-text.ts';

const PUBLISHED = [
  'published',
  'pubdate',
  'issued',
  'dcterms:issued',
  'dc:date',
  'dcterms:created',
  'created',
  'prism:publicationdate',
  'prism:coverdate',
];
const UPDATED = ['updated', 'modified', 'dcterms:modified', 'prism:modificationdate', 'lastbuilddate'];
const SUMMARY = ['summary', 'description', 'dc:description', 'dcterms:abstract', 'itunes:summary', 'media:description'];
const OF_FEED = ['subtitle', 'tagline', 'description', 'dc:description', 'itunes:summary'];
const WHOLE = ['content:encoded', 'content', 'xhtml:body', 'body', 'xhtml:div'];
const FORMATS: Readonly<Record<string, FeedFormat>> = {
  rss: 'rss',
  channel: 'rss',
  'rdf:rdf': 'rdf',
  rdf: 'rdf',
  feed: 'atom',
};
const MOST_ENTRIES = 10_000;

export function readXmlFeed(xml: string, base: string | null): Feed {
  const { root, faults } = feedTree(xml, base);
  const format = FORMATS[root?.name ?? ''];
  if (!root || format === undefined) throw noFeed(root?.name);
  const head = root.name === 'channel' ? root : (childrenOf(root, 'channel')[0] ?? root);
  const found = [...new Set([root, head])].flatMap((node) => entriesIn(node));
  const whole = found.filter(({ isWhole }) => isWhole).slice(0, MOST_ENTRIES);
  return {
    format,
    ...describe(head, true),
    summary: textOf(firstOf(head, ...OF_FEED)),
    entries: whole.map(toEntry),
    next: nextOf([...new Set([root, head])]),
    problems: [
      ...(faults > 0
        ? [`The XML is not well-formed in ${faults} ${faults === 1 ? 'place' : 'places'}; it was mended.`]
        : []),
      ...(found.some(({ isWhole }) => !isWhole) ? ['It breaks off within an entry, which was left out.'] : []),
      ...(found.length > MOST_ENTRIES ? [`Of ${found.length} entries the first ${MOST_ENTRIES} were read.`] : []),
    ],
  };
}

function noFeed(name: string | undefined) {
  const isHtml = name === 'html' || name === 'xhtml:html';
  const what = isHtml ? 'is a page for people and no feed' : 'is no feed: neither RSS, Atom, RDF nor JSON Feed';
  const hint = 'Give the address of the feed itself; pages name it in their head, as `rel="alternate"`.';
  return invalidField('content', what, hint);
}

/** The link to the next page, or to the archive before this document. */
function nextOf(nodes: readonly FeedNode[]): string | null {
  const links = nodes.flatMap((node) => childrenOf(node, 'link'));
  const found = ['next', 'prev-archive'].flatMap((rel) => links.filter(({ attributes }) => attributes['rel'] === rel));
  return found[0] ? resolved(found[0].attributes['href'], found[0].base) : null;
}

function entriesIn(node: FeedNode): FeedNode[] {
  return [...childrenOf(node, 'item'), ...childrenOf(node, 'entry')];
}

function describe(node: FeedNode, isFeed: boolean) {
  const title = textOf(firstOf(node, 'title', 'dc:title', 'media:title'));
  return {
    title: title && inLine(title),
    url: addressOf(node),
    id: plainOf(node, 'id', 'guid'),
    published: feedDate(plainOf(node, ...PUBLISHED)),
    updated: feedDate(plainOf(node, ...UPDATED)),
    authors: authorsOf(node, isFeed),
    categories: categoriesOf(node),
    language: plainOf(node, 'language', 'dc:language') ?? node.attributes['xml:lang'] ?? null,
    rights: textOf(firstOf(node, 'rights', 'copyright', 'dc:rights'))?.text ?? null,
  };
}

function inLine({ text, written }: FeedText): FeedText {
  return { text: oneLine(text), written };
}

function toEntry(node: FeedNode): FeedEntry {
  const said = describe(node, false);
  const content = textOf(firstOf(node, ...WHOLE));
  const ids = ['prism:doi', 'arxiv:doi', 'dc:identifier', 'dcterms:identifier', 'guid', 'id'];
  return {
    ...said,
    summary: textOf(firstOf(node, ...SUMMARY)) ?? content,
    content,
    identifiers: [
      ...idsOf(
        ids.flatMap((name) => childrenOf(node, name).map(plainIn)),
        [said.url, said.id],
      ),
      ...idsOfScheme('issn', [plainOf(node, 'prism:issn'), plainOf(node, 'prism:eissn')]),
    ],
    venue: venueOf(node),
  };
}

/** The page about it. Where there is none, its id is one, unless that says otherwise. */
function addressOf(node: FeedNode): string | null {
  const links = childrenOf(node, 'link');
  const written = links.find((link) => plainIn(link) !== null);
  if (written) return resolved(plainIn(written) ?? undefined, written.base);
  const linked = linkIn(links, (rel) => rel === undefined || rel === 'alternate');
  if (linked) return resolved(linked.attributes['href'], linked.base);
  const given = permanentId(node) ?? node.attributes['rdf:about'];
  if (given !== undefined) return resolved(given, node.base);
  const other = linkIn(links, (rel) => rel === 'related' || rel === 'via');
  return other ? resolved(other.attributes['href'], other.base) : null;
}

/** A page before anything else. */
function linkIn(links: readonly FeedNode[], isWanted: (rel: string | undefined) => boolean): FeedNode | undefined {
  return links
    .filter(({ attributes: { href, rel } }) => href !== undefined && isWanted(rel))
    .toSorted((a, b) => Number(isPage(b)) - Number(isPage(a)))[0];
}

function isPage({ attributes: { type = 'text/html' } }: FeedNode): boolean {
  return /html/iu.test(type);
}

function permanentId(node: FeedNode): string | undefined {
  const ids = [...childrenOf(node, 'guid').filter(isPermanent), ...childrenOf(node, 'id')].map(plainIn);
  return ids.find((id) => id !== null && /^https?:\/\//iu.test(id)) ?? undefined;
}

function isPermanent({ attributes }: FeedNode): boolean {
  return attributes['isPermaLink'] !== 'false' && attributes['ispermalink'] !== 'false';
}

/** In Atom by an attribute, in RSS as a text. */
function categoriesOf(node: FeedNode): string[] {
  const names = [
    'category',
    'dc:subject',
    'prism:keyword',
    'arxiv:primary_category',
    'itunes:keywords',
    'media:keywords',
  ];
  const said = names.flatMap((name) =>
    childrenOf(node, name).map((one) => one.attributes['label'] ?? one.attributes['term'] ?? plainIn(one)),
  );
  const words = said.flatMap((text) => (text ?? '').split(/\s*[;|]\s*/u)).map(oneLine);
  return [...new Set(words.filter((word) => word !== ''))];
}

function venueOf(node: FeedNode): FeedVenue {
  const [first, last] = [plainOf(node, 'prism:startingpage'), plainOf(node, 'prism:endingpage')];
  const pages = first !== null && last !== null && first !== last ? `${first}-${last}` : first;
  const said = {
    name: plainOf(node, 'prism:publicationname'),
    volume: plainOf(node, 'prism:volume'),
    issue: plainOf(node, 'prism:number', 'prism:issueidentifier'),
    pages: pages ?? plainOf(node, 'prism:pagerange'),
    publisher: plainOf(node, 'dc:publisher'),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)) as FeedVenue;
}
