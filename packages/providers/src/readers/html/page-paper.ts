/**
 * Papers that are web pages: what publishers and repositories say of one in `citation_…` elements, and how archives that make pages of TeX (LaTeXML,
 * as arXiv does) mark title, authors, abstract and the list of references. Names stay as they are printed.
 */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Identifier,
  type IdScheme,
  type PartialDate,
} from '@zapomni/core/model';
import type { DocumentPaper } from '@zapomni/core/ports';
import type { DomDocument, DomElement } from './dom.ts';
import { flat } from './render-html.ts';

export interface PagePaper {
  readonly item: BibliographicItem;
  readonly references: DocumentPaper['references'];
  /** Numbers of the references, by the name that links in the text go to. */
  readonly anchors: ReadonlyMap<string, number>;
}

const MOST_REFERENCES = 2000;

/** Null for a page that does not say so. */
export function paperOn(page: DomDocument): PagePaper | null {
  const item = page.querySelector('.ltx_document') ? fromTex(page) : fromMeta(page);
  if (!item?.title) return null;
  const entries = [...page.querySelectorAll('.ltx_bibitem, [role="doc-biblioentry"]')].slice(0, MOST_REFERENCES);
  return {
    item,
    references: entries.map((entry, i) => toReference(entry, i + 1)),
    anchors: new Map(entries.map((entry, i) => [entry.getAttribute('id') ?? '', i + 1])),
  };
}

function fromTex(page: DomDocument): BibliographicItem {
  const title = page.querySelector('.ltx_title_document');
  const abstract = page.querySelector('.ltx_abstract');
  const paragraphs = abstract ? [...abstract.querySelectorAll('p')].map(flat) : [];
  const people = [...page.querySelectorAll('.ltx_authors .ltx_personname')].flatMap(namesIn);
  const said = { title: title ? flat(title) : '', abstract: paragraphs.join('\n\n') };
  return {
    type: 'article',
    contributors: people.map((literal) => ({ role: 'author' as const, literal })),
    identifiers: [],
    ...filled(said),
  };
}

/** One line for each; what stands below a name is where they work. */
function namesIn(element: DomElement): string[] {
  for (const note of element.querySelectorAll('.ltx_note, sup, .ltx_ERROR, math')) note.remove();
  for (const end of element.querySelectorAll('br')) end.append('\n');
  const [first = ''] = (element.textContent ?? '').split('\n').flatMap((line) => line.trim() || []);
  return first
    .split(/\s*(?:,|;|&|\band\b)\s*/u)
    .map((name) => name.replace(/[\s*†‡§¶\d]+$/u, '').trim())
    .filter((name) => /^\p{L}[^@\d]{2,80}$/u.test(name));
}

const SCHEMES: Readonly<Record<string, IdScheme>> = {
  citation_doi: 'doi',
  citation_arxiv_id: 'arxiv',
  citation_pmid: 'pmid',
  citation_isbn: 'isbn',
};

function fromMeta(page: DomDocument): BibliographicItem | null {
  const said = Map.groupBy(
    [...page.querySelectorAll('meta')].flatMap((meta) => {
      const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').toLowerCase();
      const content = meta.getAttribute('content')?.replace(/\s+/gu, ' ').trim();
      return name.startsWith('citation_') && content ? [{ name, content }] : [];
    }),
    ({ name }) => name,
  );
  const all = (name: string) => (said.get(`citation_${name}`) ?? []).map(({ content }) => content);
  const one = (name: string) => all(name)[0] ?? '';
  if (one('title') === '' || all('author').length === 0) return null;
  const [first, last] = [one('firstpage'), one('lastpage')];
  const date = dateOf(one('publication_date') || one('date') || one('online_date'));
  return {
    type: one('conference_title') ? 'paper-conference' : one('journal_title') ? 'article-journal' : 'article',
    contributors: all('author').map((literal) => ({ role: 'author' as const, literal })),
    identifiers: Object.entries(SCHEMES).flatMap(([name, scheme]): Identifier[] => {
      const id = normalizeIdentifier(scheme, said.get(name)?.[0]?.content ?? '');
      return id ? [id] : [];
    }),
    ...filled({
      title: one('title'),
      abstract: one('abstract'),
      container_title: one('journal_title') || one('conference_title'),
      publisher: one('publisher'),
      volume: one('volume'),
      issue: one('issue'),
      page: last && last !== first ? `${first}-${last}` : first,
    }),
    ...(date ? { issued: date } : {}),
  };
}

function dateOf(text: string): PartialDate | null {
  const [, year, month, day] = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?/u.exec(text) ?? [];
  if (year === undefined) return null;
  return {
    year: Number(year),
    ...(month === undefined ? {} : { month: Number(month) }),
    ...(day === undefined ? {} : { day: Number(day) }),
  };
}

function filled<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>;
}

/** What it says is taken apart by whoever reads references; ids are told by where its links go. */
function toReference(entry: DomElement, n: number): DocumentPaper['references'][number] {
  const tag = entry.querySelector('.ltx_tag');
  const label = tag ? flat(tag) : '';
  const whole = flat(entry);
  const raw = (label !== '' && whole.startsWith(label) ? whole.slice(label.length) : whole)
    .replace(/\s*Cited by:.*$/u, '')
    .trim();
  const item = { type: 'document' as const, contributors: [], identifiers: linkedIds(entry) };
  return { n, label: /\d/u.test(label) && label.length <= 8 ? label : null, raw, item };
}

function linkedIds(entry: DomElement): Identifier[] {
  const found = [...entry.querySelectorAll('a')].flatMap((link): Identifier[] => {
    const target = link.getAttribute('href') ?? '';
    const doi = /doi\.org\/(10\..+)$/u.exec(target)?.[1];
    const arxiv = /arxiv\.org\/(?:abs|pdf)\/(.+?)(?:\.pdf)?$/u.exec(target)?.[1];
    const id = doi ? normalizeIdentifier('doi', decoded(doi)) : arxiv ? normalizeIdentifier('arxiv', arxiv) : null;
    return id ? [id] : [];
  });
  return [...new Map(found.map((id) => [`${id.scheme} ${id.value}`, id])).values()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
