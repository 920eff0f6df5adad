/** An entry of a feed as a paper: what it says of one, and nothing that it does not. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Identifier,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { splitAuthors } from '../../citations/names/split-authors.ts';
import type { FeedEntry } from '../../feeds/index.ts';
import type { FoundItem } from '../finder.ts';

/** Of preprints: arXiv's own, and the DOIs that their servers give. */
const PREPRINT_DOI = /^10\.(?:1101|64898|48550|20944|21203|26434|31219|31234|31235|2139|36227)\//u;
/** What arXiv writes before an abstract. */
const ANNOUNCED = /^arXiv:\S+\s+Announce Type:[^\n]*?\s*(?:\n\s*)?Abstract:\s*/u;

export function toFound(entry: FeedEntry): FoundItem {
  const item = toItem(entry);
  return { paper: { item, ...topicsOf(entry) }, key: keyOf(entry), url: entry.url };
}

/** As the feed tells entries apart. */
function keyOf({ id, url, title, published }: FeedEntry): string {
  return id ?? url ?? `${title?.text} ${published?.written ?? ''}`;
}

function topicsOf({ categories }: FeedEntry): { topics?: readonly string[] } {
  return categories.length === 0 ? {} : { topics: categories };
}

function toItem(entry: FeedEntry): BibliographicItem {
  const { title, summary, venue, categories, published, updated, language } = entry;
  const isPreprint = entry.identifiers.some(isOfPreprint);
  const said = {
    title: title?.text,
    abstract: summary?.text.replace(ANNOUNCED, ''),
    issued: dateOf(published?.iso ?? updated?.iso ?? null),
    container_title: venue.name,
    volume: venue.volume,
    issue: venue.issue,
    page: venue.pages,
    publisher: venue.publisher,
    language: language ?? undefined,
    genre: isPreprint ? 'preprint' : undefined,
    keywords: categories.length === 0 ? undefined : categories,
  };
  return {
    type: isPreprint ? 'article' : isPaper(entry) ? 'article-journal' : 'post-weblog',
    contributors: entry.authors.flatMap(({ name }) => splitAuthors(name)),
    identifiers: idsOf(entry),
    ...(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== '')) as object),
  };
}

function isOfPreprint({ scheme, value }: Identifier): boolean {
  return scheme === 'arxiv' || (scheme === 'doi' && PREPRINT_DOI.test(value));
}

function isPaper({ identifiers, venue }: FeedEntry): boolean {
  return venue.name !== undefined || identifiers.some(({ scheme }) => scheme === 'doi' || scheme === 'pmid');
}

/** What has no other id is known by where it is. */
function idsOf({ identifiers, url }: FeedEntry): readonly Identifier[] {
  if (url === null || identifiers.some(({ scheme }) => scheme !== 'issn')) return identifiers;
  const address = normalizeIdentifier('url', url);
  return address ? [...identifiers, address] : identifiers;
}

function dateOf(iso: string | null): PartialDate | undefined {
  const [year, month, day] = (iso ?? '').slice(0, 'YYYY-MM-DD'.length).split('-').map(Number);
  if (!year) return undefined;
  return { year, ...(month ? { month } : {}), ...(day ? { day } : {}) };
}
