/** A work as Crossref has it. */
import type { BibliographicItem, Contributor, ContributorRole, ItemType } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { cleanLine, cleanText } from './clean-text.ts';
import { dateFromParts, dateOf } from './dates.ts';
import { identifierOf, identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people, toAbbreviated, toContributor } from './names.ts';
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
    ...containersOf(work, type),
    container_title_short: cleanLine(firstText(work['short-container-title'])),
    volume: placeOf(work['volume']),
    issue: placeOf(work['issue']),
    page: placeOf(work['page']),
    number: placeOf(work['article-number']),
    edition: placeOf(work['edition-number']),
    publisher: cleanLine(textOf(work['publisher'])),
    publisher_place: cleanLine(textOf(work['publisher-location'])),
    event_title: cleanLine(textOf(event['name'])),
    event_place: cleanLine(textOf(event['location'])),
    event_date: dateFromParts(fieldsOf(event['start'])['date-parts']),
    abstract: cleanText(textOf(work['abstract'])),
    language: toLanguage(textOf(work['language'])),
    license: licenceOf(work),
    genre: genreOf(work, type),
  });
}

/** Blogs and reports are posted too; lists do not say what it is. */
function genreOf(work: Fields, type: ItemType): string | undefined {
  const subtype = textOf(work['subtype']) ?? 'preprint';
  if (type !== 'article') return undefined;
  return subtype === 'other' ? undefined : subtype.replaceAll('_', ' ');
}

/** What some publishers send where they have nothing. */
function placeOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || /^(?:null|undefined|n\/?a|none|-+)$/iu.test(text) ? undefined : text;
}

const IN_BOOKS: ReadonlySet<ItemType> = new Set(['chapter', 'paper-conference', 'entry-encyclopedia']);

/** Of what is part of a book the series stands before the book. */
function containersOf(work: Fields, type: ItemType) {
  const titles = textsOf(work['container-title']).flatMap((title) => cleanLine(title) ?? []);
  const [first, second] = titles;
  if (second !== undefined && second !== first && IN_BOOKS.has(type))
    return { container_title: second, collection_title: first };
  return { container_title: first ?? groupOf(work, type) };
}

/** What a preprint server calls its sections is no journal; the server is. */
function groupOf(work: Fields, type: ItemType): string | undefined {
  return type === 'article' ? cleanLine(textOf(fieldsOf(listOf(work['institution'])[0])['name'])) : undefined;
}

function titlesOf(work: Fields) {
  const [title, subtitle] = [work['title'], work['subtitle']].map((one) => cleanLine(firstText(one)));
  const original = cleanLine(firstText(work['original-title']));
  const isApart =
    subtitle !== undefined && title !== undefined && !title.toLowerCase().includes(subtitle.toLowerCase());
  return {
    title: isApart ? `${title}: ${subtitle}` : (title ?? subtitle),
    short_title: cleanLine(firstText(work['short-title'])),
    ...(original === undefined || original === title ? {} : { original_title: original }),
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

/** The earliest is in `issued`; of several days of its month the one that is exact. */
function issuedOf(work: Fields) {
  const [first, ...others] = ['issued', 'published', 'published-print', 'published-online', 'posted'].flatMap(
    (name) => dateFromParts(fieldsOf(work[name])['date-parts']) ?? [],
  );
  if (first?.month === undefined || first.day !== undefined) return first;
  return others.find(({ year, month, day }) => year === first.year && month === first.month && day) ?? first;
}

const FREE = /creativecommons\.org|\/publicdomain\//iu;

/**
 * Terms for machines that read the text are no licence of the reader's. Of several the one that lets readers
 * do more.
 */
function licenceOf(work: Fields, version: readonly string[] = ['vor', 'unspecified']): string | undefined {
  const all = listOf(work['license']).map(fieldsOf);
  const ofVersion = version.flatMap((name) => all.filter((licence) => licence['content-version'] === name));
  const others = all.filter(({ 'content-version': name }) => name === undefined);
  const addresses = [...ofVersion, ...others].flatMap((licence) => textOf(licence['URL']) ?? []);
  return addresses.find((address) => FREE.test(address)) ?? addresses[0];
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

const KINDS: Readonly<Record<string, OpenCopy['kind']>> = { 'application/pdf': 'pdf', 'text/html': 'html' };

/** Publishers tell where the text lies whether or not it may be read; a free licence of that version, once it holds, says that it may. */
export function toCopies(work: Fields, now: number): OpenCopy[] {
  const texts = listOf(work['link'])
    .map(fieldsOf)
    .flatMap((link) => {
      const [url, kind] = [textOf(link['URL']), KINDS[textOf(link['content-type']) ?? '']];
      const version = link['content-version'] === 'am' ? 'accepted' : 'published';
      const licence = freeLicence(work, version === 'accepted' ? ['am'] : ['vor', 'unspecified'], now);
      if (url === undefined || kind === undefined || licence === undefined) return [];
      return [{ url, kind, version, licence, host: 'publisher' } satisfies OpenCopy];
    });
  return [...new Map(texts.map((copy) => [copy.url, copy])).values()];
}

/** What is free after an embargo is not free yet. */
function freeLicence(work: Fields, versions: readonly string[], now: number): string | undefined {
  const held = listOf(work['license'])
    .map(fieldsOf)
    .filter(({ start }) => (countOf(fieldsOf(start)['timestamp']) ?? 0) <= now);
  const licence = licenceOf({ license: held }, versions);
  return licence !== undefined && FREE.test(licence) ? licence : undefined;
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
    contributors: people([toAbbreviated(textOf(given['author']))]),
    identifiers,
    issued: dateOf(year === undefined ? undefined : Number(year)),
    container_title: container,
    volume: textOf(given['volume']),
    issue: textOf(given['issue']),
    page: textOf(given['first-page']),
    edition: textOf(given['edition']),
  });
}
