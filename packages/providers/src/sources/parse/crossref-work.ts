/** A work as Crossref has it. */
import type { BibliographicItem, Contributor, ContributorRole, ItemType } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { cleanLine, cleanText } from './clean-text.ts';
import { dateFromParts, dateOf } from './dates.ts';
import { identifierOf, identifiersOf } from './identifiers.ts';
import { people, toContributor, toPerson } from './names.ts';
import { countOf, fieldsOf, firstText, known, listOf, some, textOf, textsOf, type Fields } from './pick.ts';
import { gravest, retractionInTitle } from './retractions.ts';

const TYPES: Readonly<Record<string, ItemType>> = {
  'journal-article': 'article-journal',
  'proceedings-article': 'paper-conference',
  'posted-content': 'article',
  'book-chapter': 'chapter',
  'book-section': 'chapter',
  'book-part': 'chapter',
  'reference-entry': 'entry-encyclopedia',
  book: 'book',
  'edited-book': 'book',
  monograph: 'book',
  'reference-book': 'book',
  proceedings: 'book',
  dissertation: 'thesis',
  report: 'report',
  'report-component': 'report',
  standard: 'standard',
  dataset: 'dataset',
  database: 'dataset',
  'peer-review': 'review',
  journal: 'periodical',
  'journal-issue': 'periodical',
  grant: 'document',
};
const ROLES: readonly ContributorRole[] = ['author', 'editor', 'translator', 'chair'];

export function toPaper(work: Fields): SourcedPaper {
  const updates = listOf(work['updated-by']).map(fieldsOf);
  return known({
    item: toItem(work),
    citedBy: countOf(work['is-referenced-by-count']),
    referenceCount: countOf(work['references-count'] ?? work['reference-count']),
    retraction:
      gravest(
        updates.map((update) => ({
          word: textOf(update['type']),
          date: dateFromParts(fieldsOf(update['updated'])['date-parts']),
          notice: identifierOf('doi', textOf(update['DOI']) ?? ''),
        })),
      ) ?? retractionInTitle(firstText(work['title'])),
    versions: some(toVersions(fieldsOf(work['relation']))),
  });
}

function toItem(work: Fields): BibliographicItem {
  const type = TYPES[textOf(work['type']) ?? ''] ?? 'document';
  const event = fieldsOf(work['event']);
  return known({
    type,
    ...titlesOf(work),
    contributors: ROLES.flatMap((role) => people(listOf(work[role]).map((one) => toAuthor(fieldsOf(one), role)))),
    identifiers: identifiersOf([
      ['doi', textOf(work['DOI'])],
      ...textsOf(work['ISBN']).map((isbn) => ['isbn', isbn] as const),
      ...textsOf(work['ISSN']).map((issn) => ['issn', issn] as const),
    ]),
    issued: issuedOf(work),
    container_title: cleanLine(firstText(work['container-title'])) ?? groupOf(work, type),
    container_title_short: cleanLine(firstText(work['short-container-title'])),
    volume: textOf(work['volume']),
    issue: textOf(work['issue']),
    page: textOf(work['page']),
    number: textOf(work['article-number']),
    publisher: cleanLine(textOf(work['publisher'])),
    publisher_place: cleanLine(textOf(work['publisher-location'])),
    event_title: cleanLine(textOf(event['name'])),
    event_place: cleanLine(textOf(event['location'])),
    abstract: cleanText(textOf(work['abstract'])),
    language: textOf(work['language']),
    license: textOf(licenceOf(work)),
    genre: type === 'article' ? 'preprint' : undefined,
  });
}

/** What a preprint server calls its sections is no journal; the server is. */
function groupOf(work: Fields, type: ItemType): string | undefined {
  return type === 'article' ? cleanLine(textOf(fieldsOf(listOf(work['institution'])[0])['name'])) : undefined;
}

function titlesOf(work: Fields) {
  const [title, subtitle] = [work['title'], work['subtitle']].map((one) => cleanLine(firstText(one)));
  const isApart =
    subtitle !== undefined && title !== undefined && !title.toLowerCase().includes(subtitle.toLowerCase());
  return {
    title: isApart ? `${title}: ${subtitle}` : (title ?? subtitle),
    short_title: cleanLine(firstText(work['short-title'])),
    original_title: cleanLine(firstText(work['original-title'])),
  };
}

function toAuthor(one: Fields, role: ContributorRole): Contributor | null {
  return toContributor(
    {
      family: textOf(one['family']),
      given: textOf(one['given']),
      suffix: textOf(one['suffix']),
      literal: textOf(one['name']),
      orcid: textOf(one['ORCID']),
      affiliation: textOf(fieldsOf(listOf(one['affiliation'])[0])['name']),
    },
    role,
  );
}

/** The earliest is in `issued`; of several days of one month the one that is exact. */
function issuedOf(work: Fields) {
  return ['issued', 'published', 'published-print', 'published-online', 'posted']
    .map((name) => dateFromParts(fieldsOf(work[name])['date-parts']))
    .find((date) => date !== undefined);
}

function licenceOf(work: Fields): unknown {
  const all = listOf(work['license']).map(fieldsOf);
  const ofRecord = all.find((licence) => licence['content-version'] === 'vor');
  return (ofRecord ?? all[0])?.['URL'];
}

const RELATIONS: Readonly<Record<string, RelatedVersion['relation']>> = {
  'is-preprint-of': 'published',
  'is-manuscript-of': 'published',
  'has-preprint': 'preprint',
  'has-manuscript': 'accepted',
  'is-translation-of': 'translation',
  'has-translation': 'translation',
};

function toVersions(relation: Fields): RelatedVersion[] {
  return Object.entries(RELATIONS).flatMap(([name, means]) =>
    listOf(relation[name])
      .map(fieldsOf)
      .flatMap((other) => {
        const scheme = other['id-type'] === 'arxiv' ? 'arxiv' : 'doi';
        const identifier = identifierOf(scheme, textOf(other['id']) ?? '');
        return identifier ? [{ identifier, relation: means }] : [];
      }),
  );
}

/** Publishers tell where the text lies whether or not it may be read; a free licence says that it may. */
export function toCopies(work: Fields): OpenCopy[] {
  const licence = textOf(licenceOf(work));
  if (licence === undefined || !/creativecommons\.org|\/publicdomain\//i.test(licence)) return [];
  const links = listOf(work['link']).map(fieldsOf);
  const texts = links.flatMap((link) => {
    const [url, type] = [textOf(link['URL']), textOf(link['content-type']) ?? ''];
    const kind = type === 'application/pdf' ? 'pdf' : type === 'text/html' ? 'html' : null;
    if (url === undefined || kind === null) return [];
    const version = link['content-version'] === 'am' ? 'accepted' : 'published';
    return [{ url, kind, version, licence, host: 'publisher' } satisfies OpenCopy];
  });
  return [...new Map(texts.map((copy) => [copy.url, copy])).values()];
}

export function toReference(value: unknown, at: number): SourcedReference {
  const given = fieldsOf(value);
  const raw = cleanLine(textOf(given['unstructured']));
  const title = cleanLine(textOf(given['article-title']) ?? textOf(given['volume-title']));
  const container = cleanLine(textOf(given['journal-title']) ?? textOf(given['series-title']));
  const identifiers = identifiersOf([
    ['doi', textOf(given['DOI'])],
    ['isbn', textOf(given['ISBN'])],
  ]);
  const isKnown = title !== undefined || identifiers.length > 0 || container !== undefined;
  return known({ n: at + 1, raw, item: isKnown ? referenced(given, { title, container, identifiers }) : null });
}

function referenced(
  given: Fields,
  {
    title,
    container,
    identifiers,
  }: Pick<BibliographicItem, 'identifiers'> & { title: string | undefined; container: string | undefined },
): BibliographicItem {
  const year = /\d{4}/.exec(textOf(given['year']) ?? '')?.[0];
  return known({
    type: container === undefined ? ('document' as const) : ('article-journal' as const),
    title,
    contributors: people([toPerson(textOf(given['author']))]),
    identifiers,
    issued: dateOf(year === undefined ? undefined : Number(year)),
    container_title: container,
    volume: textOf(given['volume']),
    issue: textOf(given['issue']),
    page: textOf(given['first-page']),
    edition: textOf(given['edition']),
  });
}
