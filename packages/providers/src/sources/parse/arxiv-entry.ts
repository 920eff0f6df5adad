/** An entry of arXiv's feed. */
import type { BibliographicItem } from '@zapomni/core/model';
import { normalizeIdentifier } from '@zapomni/core/model';
import type { OpenCopy, SourcedPaper } from '@zapomni/core/ports';
import { parseXml, type XmlElement } from '../../readers/xml/xml-tree.ts';
import { unreadable } from '../define-source.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { dateFromIso } from './dates.ts';
import { identifierOf, identifiersOf } from './identifiers.ts';
import { people, toPerson } from './names.ts';
import { countOf, known, some } from './pick.ts';

export type Entry = XmlElement;

const CALLED = 'arXiv';

/** What is unknown has no entry, or one that is empty. */
export function readFeed(body: string): Entry[] {
  const { entries } = readList(body);
  return entries.filter((entry) => idOf(entry) !== null && textIn(entry, 'title') !== undefined);
}

/** All entries, and how many there are besides. */
export function readList(body: string): { entries: Entry[]; total: number | undefined } {
  const feed = parsed(body);
  if (feed?.name !== 'feed') throw unreadable(CALLED);
  const entries = feed.children.filter(({ name }) => name === 'entry');
  for (const entry of entries) refuseError(entry);
  return { entries, total: countOf(textIn(feed, 'totalResults')) };
}

function parsed(body: string): XmlElement | null {
  try {
    return parseXml(body);
  } catch (error) {
    throw unreadable(CALLED, error);
  }
}

/** An id that cannot be one is an id that is not known. */
function refuseError(entry: Entry): void {
  const id = textIn(entry, 'id') ?? '';
  if (id.includes('/api/errors') && !id.includes('incorrect_id_format')) {
    throw new TypeError('an error in the place of an answer');
  }
}

function idOf(entry: Entry): string | null {
  return normalizeIdentifier('arxiv', textIn(entry, 'id') ?? '')?.value ?? null;
}

export function toPaper(entry: Entry): SourcedPaper {
  const published = identifierOf('doi', textIn(entry, 'doi') ?? '');
  return known({
    item: toItem(entry),
    topics: some(categoriesOf(entry)),
    openAccess: 'green',
    retraction: isWithdrawn(entry) ? { kind: 'withdrawal' as const } : undefined,
    versions:
      published && published.scheme === 'doi' ? [{ identifier: published, relation: 'published' as const }] : undefined,
  });
}

function toItem(entry: Entry): BibliographicItem {
  const id = idOf(entry) ?? '';
  const reference = cleanLine(textIn(entry, 'journal_ref'));
  return known({
    type: 'article' as const,
    title: cleanLine(textIn(entry, 'title')),
    contributors: people(
      entry.children
        .filter(({ name }) => name === 'author')
        .map((author) => toPerson(textIn(author, 'name'), { affiliation: textIn(author, 'affiliation') })),
    ),
    identifiers: identifiersOf([['arxiv', id]]),
    issued: dateFromIso(textIn(entry, 'published')),
    publisher: 'arXiv',
    number: `arXiv:${id}`,
    version: /v(\d+)$/.exec(textIn(entry, 'id') ?? '')?.[1],
    genre: 'preprint',
    abstract: cleanText(unwrapped(textIn(entry, 'summary'))),
    note: cleanLine(textIn(entry, 'comment')),
    keywords: some(categoriesOf(entry)),
    extra: reference === undefined ? undefined : { journal_ref: reference },
  });
}

/** Lines end where the feed was wrapped; paragraphs are apart by an empty one, or set in. */
function unwrapped(text: string | undefined): string | undefined {
  return text?.replaceAll(/\n(?!\s{2}\S|\s*\n)/gu, ' ');
}

function categoriesOf(entry: Entry): string[] {
  const terms = entry.children
    .filter(({ name }) => name === 'category')
    .map(({ attributes }) => attributes.get('term'));
  return [...new Set(terms.filter((term) => term !== undefined))];
}

const WITHDRAWN = /\b(?:paper|article|submission|manuscript|preprint|work)\b[^.]{0,40}\bwithdrawn\b|^\s*withdrawn\b/iu;

function isWithdrawn(entry: Entry): boolean {
  return (
    WITHDRAWN.test(textIn(entry, 'comment') ?? '') ||
    /^\s*(?:this|the)\b[^.]{0,60}\bwithdrawn\b/iu.test(textIn(entry, 'summary') ?? '')
  );
}

export function toCopies(entry: Entry): OpenCopy[] {
  const id = idOf(entry) ?? '';
  const links = entry.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
  const pdf = links.find((link) => link.get('title') === 'pdf')?.get('href') ?? `https://arxiv.org/pdf/${id}`;
  const about = known({ version: 'submitted' as const, licence: textIn(entry, 'license'), host: 'arXiv' });
  return [
    { url: pdf.replace(/^http:\/\/(?=(?:[\w-]+\.)?arxiv\.org\/)/u, 'https://'), kind: 'pdf', ...about },
    { url: `https://arxiv.org/html/${id}`, kind: 'html', ...about },
    { url: `https://arxiv.org/abs/${id}`, kind: 'landing', ...about },
  ];
}

function textIn(element: XmlElement, name: string): string | undefined {
  const text = element.children.find((child) => child.name === name)?.text.trim();
  return text === '' ? undefined : text;
}
