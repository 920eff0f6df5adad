/** JSON Feed, in both versions. What is of another kind than it should be is not there. */
import { invalidField } from '../../../errors/index.ts';
import { feedDate } from './feed-dates.ts';
import { resolved } from './feed-tree.ts';
import type { Feed, FeedEntry, FeedPerson, FeedText } from './feed.ts';
import { idsOf } from './entry-ids.ts';
import { personFrom } from './feed-people.ts';
import { textFrom } from './feed-text.ts';
import { oneLine } from './markup-text.ts';

type Fields = Readonly<Record<string, unknown>>;
const MOST_ENTRIES = 10_000;

export function readJsonFeed(json: string, base: string | null): Feed {
  const feed = parsed(json);
  const items = feed['items'];
  if (!Array.isArray(items) || !/jsonfeed\.org|^$/u.test(textIn(feed, 'version') ?? '')) throw noFeed();
  const home = resolved(textIn(feed, 'home_page_url') ?? undefined, base);
  return {
    format: 'json',
    ...describe(feed, home),
    url: home,
    id: textIn(feed, 'feed_url'),
    summary: textFrom(textIn(feed, 'description') ?? '', 'plain'),
    next: resolved(textIn(feed, 'next_url') ?? undefined, base),
    entries: items.slice(0, MOST_ENTRIES).map((item) => toEntry(fieldsOf(item), home)),
    problems: items.length > MOST_ENTRIES ? [`Of ${items.length} entries the first ${MOST_ENTRIES} were read.`] : [],
  };
}

function parsed(json: string): Fields {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    throw noFeed();
  }
}

function noFeed() {
  return invalidField(
    'content',
    'is no feed: neither RSS, Atom, RDF nor JSON Feed',
    'Give the address of the feed itself.',
  );
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Numbers are ids in some. */
function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

function describe(fields: Fields, base: string | null) {
  const title = textFrom(textIn(fields, 'title') ?? '', 'unsaid');
  const tags = fields['tags'];
  return {
    title: title && { ...title, text: oneLine(title.text) },
    url: addressOf(fields, base),
    published: feedDate(textIn(fields, 'date_published')),
    updated: feedDate(textIn(fields, 'date_modified')),
    authors: peopleIn(fields),
    categories: (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string').map(oneLine),
    language: textIn(fields, 'language'),
    rights: null,
  };
}

function addressOf(fields: Fields, base: string | null): string | null {
  const given = textIn(fields, 'url') ?? textIn(fields, 'external_url');
  return given === null ? null : resolved(given, base);
}

function peopleIn(fields: Fields): FeedPerson[] {
  const all = Array.isArray(fields['authors']) ? fields['authors'] : [fields['author']];
  return all.flatMap((one) => personFrom(textIn(fieldsOf(one), 'name')) ?? []);
}

function toEntry(item: Fields, base: string | null): FeedEntry {
  const said = describe(item, base);
  const id = textIn(item, 'id');
  const content = contentOf(item);
  return {
    ...said,
    url: said.url ?? (id !== null && /^https?:\/\//iu.test(id) ? id : null),
    id,
    summary: textFrom(textIn(item, 'summary') ?? '', 'plain') ?? content,
    content,
    identifiers: idsOf([textIn(item, 'doi'), textIn(item, '_doi'), id], [said.url, textIn(item, 'external_url'), id]),
    venue: {},
  };
}

function contentOf(item: Fields): FeedText | null {
  return (
    textFrom(textIn(item, 'content_html') ?? '', 'markup') ?? textFrom(textIn(item, 'content_text') ?? '', 'plain')
  );
}
