/** What a page says of itself, for programs: the tags of a single work, and the works that it lists. */
import type { ProposedFields } from './find-fields.ts';
import { walk, type Element } from './html-tree.ts';

const TAGS: Readonly<Record<string, readonly string[]>> = {
  title: ['citation_title', 'dc.title'],
  authors: ['citation_author', 'dc.creator'],
  doi: ['citation_doi', 'dc.identifier'],
  date: ['citation_publication_date', 'citation_date', 'citation_online_date', 'dc.date'],
  venue: ['citation_journal_title', 'citation_conference_title'],
  abstract: ['citation_abstract', 'dc.description'],
  pdf: ['citation_pdf_url'],
};

/** Fields of the page's own tags; null where it has no title among them. */
export function metaFields(root: Element): ProposedFields | null {
  const there = new Set(
    [...walk(root)].filter(({ tag }) => tag === 'meta').map(({ attributes }) => attributes['name'] ?? ''),
  );
  const entries = Object.entries(TAGS).flatMap(([field, names]) => {
    const name = [...there].find((one) => names.includes(one.toLowerCase()));
    if (name === undefined) return [];
    const more =
      field === 'authors'
        ? { all: true as const }
        : field === 'date' || field === 'doi'
          ? { parse: field as 'date' | 'doi' }
          : {};
    return [[field, { css: `meta[name="${name}"]`, take: 'attr:content', ...more }] as const];
  });
  const fields = Object.fromEntries(entries);
  return Object.hasOwn(fields, 'title') ? fields : null;
}

const MOST_DEEP = 8;

/** Titles that JSON-LD of the page lists. */
export function toldTitles(root: Element): Set<string> {
  const titles = new Set<string>();
  for (const { tag, text } of walk(root)) {
    if (tag !== 'script' || text === '') continue;
    try {
      collect(JSON.parse(text), titles, 0);
    } catch {
      // What cannot be read says nothing.
    }
  }
  return titles;
}

const WORKS = /Article|Paper|Publication|Thesis|Book|Report|CreativeWork|ListItem|Dataset/;

function collect(value: unknown, titles: Set<string>, depth: number): void {
  if (depth > MOST_DEEP || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((one) => collect(one, titles, depth + 1));
  const { '@type': type, headline, name } = value as Record<string, unknown>;
  const title = headline ?? name;
  if (typeof title === 'string' && WORKS.test(String(type))) titles.add(title.replaceAll(/\s+/g, ' ').trim());
  for (const one of Object.values(value)) collect(one, titles, depth + 1);
}
