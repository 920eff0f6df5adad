/** A work as OpenAlex has it. */
import type { BibliographicItem, Contributor, ItemType } from '@zapomni/core/model';
import { normalizeIdentifier, parseIdentifier } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper } from '@zapomni/core/ports';
import { cleanLine } from './clean-text.ts';
import { dateOf, dateOrYear } from './dates.ts';
import { identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people, toPerson } from './names.ts';
import { countOf, fieldsOf, known, listOf, some, textOf, textsOf, type Fields } from './pick.ts';

const TYPES: Readonly<Record<string, ItemType>> = {
  article: 'article-journal',
  'journal-article': 'article-journal',
  preprint: 'article',
  'posted-content': 'article',
  'proceedings-article': 'paper-conference',
  'book-chapter': 'chapter',
  book: 'book',
  dissertation: 'thesis',
  dataset: 'dataset',
  report: 'report',
  review: 'article-journal',
  letter: 'article-journal',
  editorial: 'article-journal',
  erratum: 'article-journal',
  'peer-review': 'review',
  'reference-entry': 'entry-encyclopedia',
  standard: 'standard',
  software: 'software',
};
const VERSIONS: Readonly<Record<string, NonNullable<OpenCopy['version']>>> = {
  submittedVersion: 'submitted',
  acceptedVersion: 'accepted',
  publishedVersion: 'published',
};

export function workIdOf(work: Fields): string | undefined {
  return normalizeIdentifier('openalex', textOf(work['id']) ?? '')?.value;
}

export function toPaper(work: Fields): SourcedPaper {
  const topics = listOf(work['topics']).map((topic) => textOf(fieldsOf(topic)['display_name']));
  return known({
    item: toItem(work),
    citedBy: countOf(work['cited_by_count']),
    referenceCount: countOf(work['referenced_works_count']) ?? listed(work['referenced_works']),
    openAccess: textOf(fieldsOf(work['open_access'])['oa_status']),
    topics: some(topics.filter((topic) => topic !== undefined)),
    retraction: work['is_retracted'] === true ? { kind: 'retraction' as const } : undefined,
    versions: some(versionsOf(work)),
  });
}

function listed(works: unknown): number | undefined {
  return Array.isArray(works) && works.length > 0 ? works.length : undefined;
}

function toItem(work: Fields): BibliographicItem {
  const [ids, biblio] = [fieldsOf(work['ids']), fieldsOf(work['biblio'])];
  const location = fieldsOf(work['primary_location']);
  const source = fieldsOf(location['source']);
  const keywords = listOf(work['keywords']).map((one) => textOf(fieldsOf(one)['display_name']));
  const type = typeOf(work, source);
  return known({
    type,
    title: cleanLine(textOf(work['title']) ?? textOf(work['display_name'])),
    contributors: people(listOf(work['authorships']).map((one) => toAuthor(fieldsOf(one)))),
    identifiers: identifiersOf([
      ['doi', textOf(work['doi'])],
      ['openalex', textOf(work['id'])],
      ['pmid', textOf(ids['pmid'])],
      ['pmcid', pmcidOf(textOf(ids['pmcid']))],
      ...(source['type'] === 'journal' ? textsOf(source['issn']).map((issn) => ['issn', issn] as const) : []),
    ]),
    issued: dateOrYear(textOf(work['publication_date'])) ?? dateOf(countOf(work['publication_year'])),
    container_title: isContainer(source, type) ? cleanLine(textOf(source['display_name'])) : undefined,
    volume: textOf(biblio['volume']),
    issue: textOf(biblio['issue']),
    page: pagesOf(biblio),
    publisher: source['type'] === 'journal' ? cleanLine(textOf(source['host_organization_name'])) : undefined,
    abstract: fromInverted(work['abstract_inverted_index']),
    language: toLanguage(textOf(work['language'])),
    license: textOf(location['license']),
    genre: type === 'article' ? 'preprint' : undefined,
    keywords: some(keywords.filter((word) => word !== undefined)),
  });
}

function typeOf(work: Fields, source: Fields): ItemType {
  const [ofCrossref, own] = [TYPES[textOf(work['type_crossref']) ?? ''], TYPES[textOf(work['type']) ?? '']];
  const type = ofCrossref ?? own ?? 'document';
  return type === 'article-journal' && source['type'] === 'conference' ? 'paper-conference' : type;
}

/** A repository holds papers; only what lies nowhere else has appeared there. */
function isContainer(source: Fields, type: ItemType): boolean {
  return source['type'] !== 'repository' && source['type'] !== 'metadata' ? true : type === 'article';
}

/** Its address of PMC has the number alone. */
function pmcidOf(text: string | undefined): string | undefined {
  const digits = /(?:PMC)?(\d+)\/?$/i.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : `PMC${digits}`;
}

function pagesOf(biblio: Fields): string | undefined {
  const [first, last] = [textOf(biblio['first_page']), textOf(biblio['last_page'])];
  return first !== undefined && last !== undefined && first !== last ? `${first}-${last}` : first;
}

function toAuthor(authorship: Fields): Contributor | null {
  const author = fieldsOf(authorship['author']);
  return toPerson(textOf(authorship['raw_author_name']) ?? textOf(author['display_name']), {
    orcid: textOf(author['orcid']),
    affiliation: textsOf(authorship['raw_affiliation_strings'])[0],
  });
}

/** Words with the places where they stand; what stands nowhere is not there. */
function fromInverted(index: unknown): string | undefined {
  const words: string[] = [];
  for (const [word, places] of Object.entries(fieldsOf(index))) {
    for (const place of listOf(places)) {
      if (typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < MOST_WORDS) words[place] = word;
    }
  }
  const text = words.filter((word) => word !== undefined).join(' ');
  return cleanLine(text)?.replace(/^abstract[:.]?\s+/iu, '');
}

const MOST_WORDS = 100_000;

/** A work that appeared and lies at arXiv too has its preprint there. */
function versionsOf(work: Fields): RelatedVersion[] {
  const places = listOf(work['locations']).map((one) => textOf(fieldsOf(one)['landing_page_url']) ?? '');
  const arxiv = places.map(parseIdentifier).find((id) => id?.scheme === 'arxiv');
  const own = parseIdentifier(textOf(work['doi']) ?? '');
  return arxiv && own?.scheme === 'doi' ? [{ identifier: arxiv, relation: 'preprint' }] : [];
}

export function toCopies(work: Fields): OpenCopy[] {
  const places = [work['best_oa_location'], ...listOf(work['locations'])]
    .map(fieldsOf)
    .filter((one) => one['is_oa'] === true);
  const copies = places.flatMap((place) => {
    const about = {
      version: VERSIONS[textOf(place['version']) ?? ''],
      licence: textOf(place['license']),
      host: textOf(fieldsOf(place['source'])['display_name']),
    };
    const [pdf, landing] = [textOf(place['pdf_url']), textOf(place['landing_page_url'])];
    return [
      ...(pdf === undefined ? [] : [known({ url: pdf, kind: 'pdf' as const, ...about })]),
      ...(landing === undefined ? [] : [known({ url: landing, kind: 'landing' as const, ...about })]),
    ];
  });
  return [...new Map(copies.map((copy) => [copy.url, copy])).values()];
}
