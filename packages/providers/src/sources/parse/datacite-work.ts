/** A work as DataCite has it. */
import type { BibliographicItem, Contributor, ContributorRole, ItemType } from '@zapomni/core/model';
import { ITEM_TYPES, normalizeIdentifier } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { cleanLine, cleanText } from './clean-text.ts';
import { dateFromIso, dateOf } from './dates.ts';
import { identifierOf, identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people, toContributor, toPerson } from './names.ts';
import { countOf, fieldsOf, firstText, known, listOf, some, textOf, type Fields } from './pick.ts';

const TYPES: Readonly<Record<string, ItemType>> = {
  Preprint: 'article',
  JournalArticle: 'article-journal',
  ConferencePaper: 'paper-conference',
  BookChapter: 'chapter',
  Book: 'book',
  Dissertation: 'thesis',
  Report: 'report',
  Dataset: 'dataset',
  Software: 'software',
  PeerReview: 'review',
  Standard: 'standard',
  Audiovisual: 'motion_picture',
  Image: 'graphic',
  Collection: 'collection',
};

export function toPaper(work: Fields): SourcedPaper {
  return known({
    item: toItem(work),
    citedBy: countOf(work['citationCount']),
    referenceCount: countOf(work['referenceCount']),
    topics: some(subjectsOf(work)),
    versions: some(toVersions(work)),
  });
}

function toItem(work: Fields): BibliographicItem {
  const container = fieldsOf(work['container']);
  const publisher = work['publisher'];
  return known({
    type: typeOf(work),
    title: titleOf(work),
    contributors: [
      ...people(listOf(work['creators']).map((one) => toCreator(fieldsOf(one), 'author'))),
      ...people(editorsOf(work).map((one) => toCreator(one, 'editor'))),
    ],
    identifiers: identifiersOf([
      ['doi', textOf(work['doi'])],
      ['issn', container['identifierType'] === 'ISSN' ? textOf(container['identifier']) : undefined],
    ]),
    issued: issuedOf(work),
    container_title: cleanLine(textOf(container['title'])),
    volume: textOf(container['volume']),
    issue: textOf(container['issue']),
    page: pagesOf(container),
    publisher: cleanLine(textOf(publisher) ?? textOf(fieldsOf(publisher)['name'])),
    version: textOf(work['version']),
    abstract: cleanText(abstractOf(work)),
    language: toLanguage(textOf(work['language'])),
    license: licenceOf(work),
    genre: genreOf(work),
    keywords: some(subjectsOf(work)),
  });
}

function typeOf(work: Fields): ItemType {
  const types = fieldsOf(work['types']);
  const citeproc = textOf(types['citeproc']);
  return (
    TYPES[textOf(types['resourceTypeGeneral']) ?? ''] ?? ITEM_TYPES.find((type) => type === citeproc) ?? 'document'
  );
}

/** What says no more than the type does is left out. */
function genreOf(work: Fields): string | undefined {
  const { resourceType, resourceTypeGeneral: general } = fieldsOf(work['types']);
  if (isPreprint(work)) return 'preprint';
  const genre = cleanLine(textOf(resourceType));
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/gu, '');
  const isSaid = [textOf(general) ?? '', 'article', 'text', 'other'].some((one) => plain(one) === plain(genre ?? ''));
  return isSaid ? undefined : genre;
}

function isPreprint(work: Fields): boolean {
  return fieldsOf(work['types'])['resourceTypeGeneral'] === 'Preprint';
}

function titleOf(work: Fields): string | undefined {
  const titles = listOf(work['titles']).map(fieldsOf);
  const main = titles.find((title) => textOf(title['titleType']) === undefined) ?? titles[0];
  return cleanLine(textOf(main?.['title']));
}

function toCreator(one: Fields, role: ContributorRole): Contributor | null {
  const ids = listOf(one['nameIdentifiers']).map(fieldsOf);
  const orcid = textOf(
    ids.find((id) => textOf(id['nameIdentifierScheme'])?.toUpperCase() === 'ORCID')?.['nameIdentifier'],
  );
  const first = listOf(one['affiliation'])[0];
  const affiliation = textOf(first) ?? textOf(fieldsOf(first)['name']);
  const [family, given, name] = [one['familyName'], one['givenName'], one['name']].map(textOf);
  if (one['nameType'] === 'Organizational') return toContributor({ literal: name, affiliation }, role);
  return family === undefined
    ? toPerson(name, { orcid, affiliation }, role)
    : toContributor({ family, given, orcid, affiliation }, role);
}

function editorsOf(work: Fields): Fields[] {
  return listOf(work['contributors'])
    .map(fieldsOf)
    .filter((one) => one['contributorType'] === 'Editor');
}

function issuedOf(work: Fields) {
  const dates = listOf(work['dates']).map(fieldsOf);
  const issued = ['Issued', 'Submitted', 'Created']
    .map((type) => dateFromIso(textOf(dates.find((date) => date['dateType'] === type)?.['date'])))
    .find((date) => date !== undefined);
  return issued ?? dateOf(countOf(work['publicationYear']));
}

function pagesOf(container: Fields): string | undefined {
  const [first, last] = [textOf(container['firstPage']), textOf(container['lastPage'])];
  return first !== undefined && last !== undefined && last !== first ? `${first}-${last}` : first;
}

function abstractOf(work: Fields): string | undefined {
  const all = listOf(work['descriptions']).map(fieldsOf);
  return textOf(all.find((one) => one['descriptionType'] === 'Abstract')?.['description']);
}

function licenceOf(work: Fields): string | undefined {
  const first = fieldsOf(listOf(work['rightsList'])[0]);
  return textOf(first['rightsIdentifier']) ?? textOf(first['rightsUri']) ?? textOf(first['rights']);
}

function subjectsOf(work: Fields): string[] {
  const all = listOf(work['subjects']).map((one) => cleanLine(textOf(fieldsOf(one)['subject'])));
  return [...new Set(all.filter((subject) => subject !== undefined))];
}

function relatedOf(work: Fields): Fields[] {
  return listOf(work['relatedIdentifiers']).map(fieldsOf);
}

const RELATIONS: Readonly<Record<string, RelatedVersion['relation']>> = {
  IsPreprintOf: 'published',
  HasPreprint: 'preprint',
  IsTranslationOf: 'translation',
  HasTranslation: 'translation',
};

function toVersions(work: Fields): RelatedVersion[] {
  const own = identifierOf('doi', textOf(work['doi']) ?? '');
  return relatedOf(work).flatMap((related) => {
    const type = textOf(related['relationType']) ?? '';
    // Of a preprint it is what appeared; of data and software the number of all versions.
    const relation = type === 'IsVersionOf' && isPreprint(work) ? ('published' as const) : RELATIONS[type];
    const identifier = identifierIn(related);
    return relation && identifier && identifier.value !== own?.value ? [{ identifier, relation }] : [];
  });
}

function identifierIn(related: Fields) {
  const text = textOf(related['relatedIdentifier']) ?? '';
  if (related['relatedIdentifierType'] === 'DOI') return identifierOf('doi', text);
  return related['relatedIdentifierType'] === 'arXiv' ? normalizeIdentifier('arxiv', text) : null;
}

export function toReferences(work: Fields): SourcedReference[] {
  const cited = relatedOf(work).filter(({ relationType }) => relationType === 'References' || relationType === 'Cites');
  return cited.map((related, at) => {
    const identifier = identifierIn(related);
    const raw = textOf(related['relatedIdentifier']);
    return known({
      n: at + 1,
      raw,
      item: identifier && { type: 'document' as const, contributors: [], identifiers: [identifier] },
    });
  });
}

/** Only what is free to read says where its file is. */
export function toCopies(work: Fields): OpenCopy[] {
  const licence = licenceOf(work);
  const landing = textOf(work['url']);
  const id = identifierOf('doi', textOf(work['doi']) ?? '');
  if (id?.scheme === 'arxiv') {
    const about = known({ version: 'submitted' as const, licence, host: 'arXiv' });
    return [
      { url: `https://arxiv.org/pdf/${id.value}`, kind: 'pdf', ...about },
      { url: `https://arxiv.org/abs/${id.value}`, kind: 'landing', ...about },
    ];
  }
  const isFree = /^cc|creativecommons|public.?domain|cc0/i.test(licence ?? '');
  if (!isFree) return [];
  const file = firstText(work['contentUrl']);
  return [
    ...(file === undefined
      ? []
      : [known({ url: file, kind: /\.pdf$/i.test(file) ? ('pdf' as const) : ('landing' as const), licence })]),
    ...(landing === undefined ? [] : [known({ url: landing, kind: 'landing' as const, licence })]),
  ];
}
