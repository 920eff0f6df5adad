/** A result of Europe PMC. */
import type { BibliographicItem, Contributor } from '@zapomni/core/model';
import { identifierKey, normalizeIdentifier, type Identifier } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { cleanLine, cleanText, indexedTitle } from './clean-text.ts';
import { dateFromIso, dateFromWords, dateOf } from './dates.ts';
import { identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people, toAbbreviated, toContributor } from './names.ts';
import { countOf, fieldsOf, firstText, known, listOf, some, textOf, textsOf, type Fields } from './pick.ts';
import { gravest } from './retractions.ts';

/** `MED/12345`: where its lists are. Null for what has none. */
export function placeOf(result: Fields): string | null {
  const [source, id] = [textOf(result['source']), textOf(result['id'])];
  return source && id ? `${encodeURIComponent(source)}/${encodeURIComponent(id)}` : null;
}

export function hasId(result: Fields, id: Identifier): boolean {
  return identifiersIn(result).some((own) => identifierKey(own) === identifierKey(id));
}

function identifiersIn(result: Fields): Identifier[] {
  return identifiersOf([
    ['doi', textOf(result['doi'])],
    ['pmid', textOf(result['pmid'])],
    ['pmcid', textOf(result['pmcid'])],
  ]);
}

export function toPaper(result: Fields): SourcedPaper {
  const types = textsOf(fieldsOf(result['pubTypeList'])['pubType']);
  const notices = listOf(fieldsOf(result['commentCorrectionList'])['commentCorrection']).map(fieldsOf);
  return known({
    item: toItem(result, types),
    citedBy: countOf(result['citedByCount']),
    openAccess: result['isOpenAccess'] === 'Y' ? 'open' : undefined,
    topics: some(topicsOf(result)),
    retraction:
      gravest(
        notices
          .filter((notice) => /\bin$/i.test(textOf(notice['type']) ?? ''))
          .map((notice) => ({
            word: textOf(notice['type']),
            notice: normalizeIdentifier('pmid', textOf(notice['id']) ?? ''),
          })),
      ) ?? (types.some((type) => /^retracted publication$/i.test(type)) ? { kind: 'retraction' as const } : undefined),
    versions: some(versionsOf(notices)),
  });
}

function toItem(result: Fields, types: readonly string[]): BibliographicItem {
  const info = fieldsOf(result['journalInfo']);
  const journal = fieldsOf(info['journal']);
  const isPreprint = result['source'] === 'PPR';
  const book = fieldsOf(result['bookOrReportDetails']);
  return known({
    type: isPreprint
      ? ('article' as const)
      : result['hasBook'] === 'Y'
        ? ('book' as const)
        : ('article-journal' as const),
    title: indexedTitle(textOf(result['title'])),
    contributors: authorsOf(result),
    identifiers: [
      ...identifiersIn(result),
      ...identifiersOf([
        ['issn', textOf(journal['issn'])],
        ['issn', textOf(journal['essn'])],
      ]),
    ],
    issued: issuedOf(result, info),
    container_title: cleanLine(textOf(journal['title']) ?? textOf(result['journalTitle'])),
    container_title_short: cleanLine(textOf(journal['isoabbreviation'])),
    volume: textOf(info['volume']),
    issue: textOf(info['issue']),
    page: textOf(result['pageInfo']),
    publisher: cleanLine(textOf(book['publisher'])),
    abstract: cleanText(textOf(result['abstractText'])),
    language: toLanguage(textOf(result['language'])),
    license: textOf(result['license']),
    genre: isPreprint || types.includes('Preprint') ? 'preprint' : undefined,
    keywords: some(textsOf(fieldsOf(result['keywordList'])['keyword'])),
  });
}

function authorsOf(result: Fields): Contributor[] {
  const listed = listOf(fieldsOf(result['authorList'])['author']).map(fieldsOf);
  if (listed.length > 0) return people(listed.map(toAuthor));
  const written =
    textOf(result['authorString'])
      ?.replace(/\.$/u, '')
      .split(/\s*,\s*/u) ?? [];
  return people(written.map((name) => toAbbreviated(name)));
}

function toAuthor(author: Fields): Contributor | null {
  const id = fieldsOf(author['authorId']);
  const places = listOf(fieldsOf(author['authorAffiliationDetailsList'])['authorAffiliation']);
  return toContributor({
    family: textOf(author['lastName']),
    given: textOf(author['firstName']) ?? textOf(author['initials']),
    literal: textOf(author['collectiveName']) ?? textOf(author['fullName']),
    orcid: id['type'] === 'ORCID' ? textOf(id['value']) : undefined,
    affiliation: textOf(fieldsOf(places[0])['affiliation']),
  });
}

/** What the issue says; a day only where the first publication agrees with it. */
function issuedOf(result: Fields, info: Fields) {
  const words = textOf(info['dateOfPublication']);
  const ofIssue = words === undefined ? undefined : dateFromWords(words);
  if (ofIssue?.year !== undefined) return ofIssue;
  return dateFromIso(textOf(result['firstPublicationDate'])) ?? dateOf(countOf(result['pubYear']));
}

function topicsOf(result: Fields): string[] {
  const headings = listOf(fieldsOf(result['meshHeadingList'])['meshHeading']).map(fieldsOf);
  return headings.map((heading) => textOf(heading['descriptorName'])).filter((name) => name !== undefined);
}

function versionsOf(notices: readonly Fields[]): RelatedVersion[] {
  return notices.flatMap((notice) => {
    const word = /^preprint (in|of)$/i.exec(textOf(notice['type']) ?? '')?.[1]?.toLowerCase();
    const identifier = notice['source'] === 'MED' ? normalizeIdentifier('pmid', textOf(notice['id']) ?? '') : null;
    return word && identifier
      ? [{ identifier, relation: word === 'in' ? ('preprint' as const) : ('published' as const) }]
      : [];
  });
}

const KINDS: Readonly<Record<string, OpenCopy['kind']>> = { pdf: 'pdf', html: 'html', doi: 'landing', abs: 'landing' };

/** Authors hand in what was accepted; publishers what they have published. */
function versionOf(result: Fields): NonNullable<OpenCopy['version']> {
  if (result['source'] === 'PPR') return 'submitted';
  const isManuscript = ['authMan', 'epmcAuthMan', 'nihAuthMan'].some((field) => result[field] === 'Y');
  return isManuscript ? 'accepted' : 'published';
}

export function toCopies(result: Fields, base: string): OpenCopy[] {
  const about = { version: versionOf(result), licence: textOf(result['license']) };
  const listed = listOf(fieldsOf(result['fullTextUrlList'])['fullTextUrl']).map(fieldsOf);
  const free = listed.filter((one) => /^(?:F|OA)$/.test(textOf(one['availabilityCode']) ?? ''));
  const pmcid = textOf(result['pmcid']);
  const jats =
    pmcid !== undefined && result['isOpenAccess'] === 'Y'
      ? `${base}/${encodeURIComponent(pmcid)}/fullTextXML`
      : undefined;
  return [
    ...(jats === undefined ? [] : [known({ url: jats, kind: 'jats' as const, ...about, host: 'Europe PMC' })]),
    ...free.flatMap((one) => {
      const [url, kind] = [textOf(one['url']), KINDS[textOf(one['documentStyle']) ?? '']];
      return url === undefined || kind === undefined
        ? []
        : [known({ url, kind, ...about, host: textOf(one['site'])?.replaceAll('_', ' ') })];
    }),
  ];
}

/** In a list of references: abbreviated, and with its place in the list where that is known. */
export function toReference(reference: Fields, at: number): SourcedReference {
  const title = cleanLine(textOf(reference['title']));
  const identifiers = referredIds(reference);
  const raw = cleanLine(textOf(reference['unstructuredInformation']));
  const isKnown = title !== undefined || identifiers.length > 0;
  return known({ n: countOf(reference['citedOrder']) ?? at + 1, raw, item: isKnown ? shortItem(reference) : null });
}

export function toCitation(citation: Fields): SourcedPaper {
  return known({ item: shortItem(citation), citedBy: countOf(citation['citedByCount']) });
}

function shortItem(one: Fields): BibliographicItem {
  const names =
    textOf(one['authorString'])
      ?.replace(/\.$/u, '')
      .split(/\s*,\s*/u) ?? [];
  return known({
    type: 'article-journal' as const,
    title: indexedTitle(textOf(one['title'])),
    contributors: people(names.map((name) => toAbbreviated(name))),
    identifiers: referredIds(one),
    issued: dateOf(countOf(one['pubYear'])),
    container_title_short: cleanLine(firstText(one['journalAbbreviation'])),
    volume: textOf(one['volume']),
    issue: textOf(one['issue']),
    page: textOf(one['pageInfo']),
  });
}

function referredIds(one: Fields) {
  const [id, source] = [textOf(one['id']), textOf(one['source'])];
  return identifiersOf([
    ['doi', textOf(one['doi'])],
    ['pmid', source === 'MED' ? id : undefined],
    ['pmcid', source === 'PMC' ? id : undefined],
  ]);
}
