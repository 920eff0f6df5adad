/** A paper as Semantic Scholar has it. */
import type { BibliographicItem, ItemType } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { cleanLine, cleanText } from './clean-text.ts';
import { dateFromIso, dateOf } from './dates.ts';
import { identifiersOf } from './identifiers.ts';
import { people, toPerson } from './names.ts';
import { countOf, fieldsOf, known, listOf, some, textOf, textsOf, type Fields } from './pick.ts';

const TYPES: readonly (readonly [string, ItemType])[] = [
  ['Conference', 'paper-conference'],
  ['BookSection', 'chapter'],
  ['Book', 'book'],
  ['Dataset', 'dataset'],
  ['JournalArticle', 'article-journal'],
  ['Review', 'article-journal'],
];

/** As it calls the journal of what only lies there. */
const SERVER = /^(?:arxiv(?:\.org)?|corr)$/iu;

export function toPaper(paper: Fields): SourcedPaper {
  const fields = listOf(paper['s2FieldsOfStudy']).map((one) => textOf(fieldsOf(one)['category']));
  const status = textOf(fieldsOf(paper['openAccessPdf'])['status'])?.toLowerCase();
  return known({
    item: toItem(paper),
    citedBy: countOf(paper['citationCount']),
    referenceCount: countOf(paper['referenceCount']),
    openAccess: status ?? (paper['isOpenAccess'] === true ? 'open' : undefined),
    topics: some([...new Set(fields.filter((field) => field !== undefined))]),
    tldr: cleanLine(textOf(fieldsOf(paper['tldr'])['text'])),
    versions: some(versionsOf(fieldsOf(paper['externalIds']))),
  });
}

function toItem(paper: Fields): BibliographicItem {
  const ids = fieldsOf(paper['externalIds']);
  const corpus = textOf(ids['CorpusId']);
  return known({
    ...placeOf(paper),
    title: cleanLine(textOf(paper['title'])),
    contributors: people(listOf(paper['authors']).map((author) => toPerson(textOf(fieldsOf(author)['name'])))),
    identifiers: identifiersOf([
      ['doi', textOf(ids['DOI'])],
      ['arxiv', appearedOf(ids) ? undefined : textOf(ids['ArXiv'])],
      ['pmid', textOf(ids['PubMed'])],
      ['pmcid', prefixed(textOf(ids['PubMedCentral']))],
      ['dblp', textOf(ids['DBLP'])],
      ['s2', textOf(paper['paperId'])],
      ['s2', corpus === undefined ? undefined : `corpusid:${corpus}`],
    ]),
    issued: dateFromIso(textOf(paper['publicationDate'])) ?? dateOf(countOf(paper['year'])),
    abstract: cleanText(textOf(paper['abstract'])),
  });
}

/** What it is and where it stands; what only lies at arXiv has appeared nowhere. */
function placeOf(paper: Fields) {
  const [ids, journal] = [fieldsOf(paper['externalIds']), fieldsOf(paper['journal'])];
  const venue = cleanLine(textOf(fieldsOf(paper['publicationVenue'])['name']) ?? textOf(paper['venue']));
  const named = cleanLine(textOf(journal['name']));
  const isPosted = [named, venue].every((name) => name === undefined || SERVER.test(name));
  if (isPosted && textOf(ids['ArXiv']) !== undefined && !appearedOf(ids))
    return { type: 'article' as const, genre: 'preprint' };
  const type = typeOf(paper);
  return {
    type,
    container_title: type === 'paper-conference' ? (venue ?? named) : (named ?? venue),
    volume: textOf(journal['volume']),
    page: textOf(journal['pages'])?.replaceAll(/\s+/gu, ''),
  };
}

/** The DOI of what appeared; that of arXiv is the preprint's own. */
function appearedOf(ids: Fields): boolean {
  return identifiersOf([['doi', textOf(ids['DOI'])]])[0]?.scheme === 'doi';
}

/** It has a preprint and what became of it as one paper; here they are two. */
function versionsOf(ids: Fields): RelatedVersion[] {
  const arxiv = appearedOf(ids) ? identifiersOf([['arxiv', textOf(ids['ArXiv'])]]) : [];
  return arxiv.map((identifier) => ({ identifier, relation: 'preprint' }));
}

function prefixed(digits: string | undefined): string | undefined {
  return digits === undefined ? undefined : `PMC${digits.replace(/^PMC/i, '')}`;
}

/** Several may be said of one; the first of the table that is. */
function typeOf(paper: Fields): ItemType {
  const said = new Set(textsOf(paper['publicationTypes']));
  return TYPES.find(([name]) => said.has(name))?.[1] ?? 'document';
}

/** Works that it only has the title of have no number. */
export function toReference(paper: Fields, at: number): SourcedReference {
  const isKnown = textOf(paper['title']) !== undefined || textOf(paper['paperId']) !== undefined;
  return { n: at + 1, item: isKnown ? toItem(paper) : null };
}

export function toCopies(paper: Fields): OpenCopy[] {
  const open = fieldsOf(paper['openAccessPdf']);
  const url = textOf(open['url']);
  if (url === undefined) return [];
  const kind = /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? ('landing' as const) : ('pdf' as const);
  return [known({ url, kind, licence: textOf(open['license']) })];
}
