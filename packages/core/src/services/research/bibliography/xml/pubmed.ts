/** PubMed's XML: articles and books, alone or in a set. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Contributor,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { medlineType } from '../build/medline-words.ts';
import { monthNumber, seasonOf } from '../build/months.ts';
import { person, whole, withParticle } from '../build/names.ts';
import { onePage, pageRange } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { all, attribute, element, elements, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';

const RECORDS: ReadonlySet<string> = new Set(['PubmedArticle', 'PubmedBookArticle', 'MedlineCitation', 'BookDocument']);

export async function* readPubmed(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => RECORDS.has(name))) {
    if (found.kind === 'problem') yield found;
    else yield { kind: 'entry', line: found.record.line, item: toItem(found.record) };
  }
}

function toItem(record: XmlNode): BibliographicItem {
  const book = record.name === 'BookDocument' ? record : element(record, 'BookDocument');
  const draft = book
    ? bookDraft(book)
    : articleDraft(record.name === 'MedlineCitation' ? record : element(record, 'MedlineCitation'));
  for (const data of ['PubmedData', 'PubmedBookData']) addIds(draft, element(record, data));
  return draft.done();
}

function articleDraft(citation: XmlNode | undefined): ItemDraft {
  const article = element(citation, 'Article');
  const draft = new ItemDraft(medlineType(all(article, 'PublicationTypeList', 'PublicationType').map(textOf)));
  const journal = element(article, 'Journal');
  const issue = element(journal, 'JournalIssue');
  draft.addIdentifier('pmid', textOf(elements(citation, 'PMID').at(-1)), 'PMID');
  const [title, vernacular] = [textAt(article, 'ArticleTitle'), textAt(article, 'VernacularTitle')];
  draft.setText('title', title || vernacular);
  if (title !== '') draft.setText('original_title', vernacular);
  draft.setText('container_title', textAt(journal, 'Title'));
  draft.setText(
    'container_title_short',
    textAt(journal, 'ISOAbbreviation') || textAt(citation, 'MedlineJournalInfo', 'MedlineTA'),
  );
  draft.setText('volume', textAt(issue, 'Volume'));
  draft.setText('issue', textAt(issue, 'Issue'));
  draft.addIdentifier('issn', textAt(journal, 'ISSN'), 'ISSN');
  draft.setDate('issued', pubDate(element(issue, 'PubDate')));
  draft.setDate('available_date', pubDate(element(article, 'ArticleDate')));
  addCommon(draft, article);
  for (const name of people(element(article, 'AuthorList'), 'author')) draft.addContributor(name);
  if (!draft.hasContributor('author')) addOtherPeople(draft, citation);
  addWords(draft, citation);
  draft.setText('note', all(citation, 'GeneralNote').map(textOf).join('; '));
  return draft;
}

/** Those who investigated, or whom it is about, where nobody wrote it. */
function addOtherPeople(draft: ItemDraft, citation: XmlNode | undefined): void {
  const investigators = all(citation, 'InvestigatorList', 'Investigator');
  const subjects = all(citation, 'PersonalNameSubjectList', 'PersonalNameSubject');
  for (const one of investigators.length > 0 ? investigators : subjects) draft.addContributor(nameOf(one, 'author'));
}

function addWords(draft: ItemDraft, citation: XmlNode | undefined): void {
  for (const heading of all(citation, 'MeshHeadingList', 'MeshHeading'))
    draft.addKeyword(textAt(heading, 'DescriptorName'));
  for (const word of all(citation, 'KeywordList', 'Keyword')) draft.addKeyword(textOf(word));
}

/**
 * A document in a book is a part of it where its title says which (`part`), with authors of its own; else it is the book, whatever other
 * titles there are.
 */
function bookDraft(document: XmlNode): ItemDraft {
  const book = element(document, 'Book');
  const title = element(document, 'ArticleTitle');
  const isPart = title !== undefined && attribute(title, 'part') !== '';
  const draft = new ItemDraft(isPart ? 'chapter' : 'book');
  draft.addIdentifier('pmid', textAt(document, 'PMID'), 'PMID');
  draft.setText('title', isPart ? textOf(title) : textAt(book, 'BookTitle') || textOf(title));
  if (isPart) draft.setText('container_title', textAt(book, 'BookTitle'));
  draft.setText('collection_title', textAt(book, 'CollectionTitle'));
  draft.setText('publisher', textAt(book, 'Publisher', 'PublisherName'));
  draft.setText('publisher_place', textAt(book, 'Publisher', 'PublisherLocation'));
  draft.setText('edition', textAt(book, 'Edition'));
  draft.setText('volume', textAt(book, 'Volume'));
  draft.setDate('issued', pubDate(element(book, 'PubDate')));
  for (const isbn of elements(book, 'Isbn')) draft.addIdentifier('isbn', textOf(isbn), 'Isbn');
  addLocations(draft, book);
  addCommon(draft, document);
  addIds(draft, document);
  for (const list of [...elements(document, 'AuthorList'), ...elements(book, 'AuthorList')]) {
    const role = attribute(list, 'Type') === 'editors' ? 'editor' : 'author';
    if (!draft.hasContributor(role)) for (const name of people(list, role)) draft.addContributor(name);
  }
  addWords(draft, document);
  return draft;
}

function addCommon(draft: ItemDraft, node: XmlNode | undefined): void {
  const pages = element(node, 'Pagination');
  const range = pageRange(textAt(pages, 'StartPage'), textAt(pages, 'EndPage'));
  draft.setText('page', onePage(textAt(pages, 'MedlinePgn') || range));
  draft.setText('abstract', all(node, 'Abstract', 'AbstractText').map(abstractPart).filter(Boolean).join(' '));
  draft.setText('language', textAt(node, 'Language'));
  addLocations(draft, node);
}

function abstractPart(part: XmlNode): string {
  const [label, text] = [attribute(part, 'Label'), textOf(part)];
  return label === '' || text === '' ? text : `${label}: ${text}`;
}

function addLocations(draft: ItemDraft, node: XmlNode | undefined): void {
  for (const id of elements(node, 'ELocationID')) addId(draft, attribute(id, 'EIdType'), textOf(id));
}

/** Only of the record itself: lists of references have ids too. */
function addIds(draft: ItemDraft, node: XmlNode | undefined): void {
  for (const id of all(node, 'ArticleIdList', 'ArticleId')) addId(draft, attribute(id, 'IdType'), textOf(id));
}

function addId(draft: ItemDraft, type: string, value: string): void {
  if (type === 'doi') draft.addIdentifier('doi', value, 'doi');
  else if (type === 'pmc') draft.addKnown(normalizeIdentifier('pmcid', value));
  else if (type === 'pubmed') draft.addKnown(normalizeIdentifier('pmid', value));
  else draft.setExtra(type, value);
}

function people(list: XmlNode | undefined, role: 'author' | 'editor'): (Contributor | null)[] {
  return elements(list, 'Author').map((author) => nameOf(author, role));
}

function nameOf(node: XmlNode, role: 'author' | 'editor'): Contributor | null {
  const collective = textAt(node, 'CollectiveName');
  const given = textAt(node, 'ForeName') || textAt(node, 'FirstName') || textAt(node, 'Initials');
  const name = person(
    role,
    collective === '' ? withParticle(textAt(node, 'LastName'), given, textAt(node, 'Suffix')) : whole(collective),
  );
  const affiliation = all(node, 'AffiliationInfo', 'Affiliation').map(textOf).join('; ');
  const orcid = elements(node, 'Identifier').find((one) => attribute(one, 'Source') === 'ORCID');
  const digits = /\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX]/.exec(textOf(orcid))?.[0].replaceAll('-', '');
  return (
    name && {
      ...name,
      ...(affiliation === '' ? {} : { affiliation }),
      ...(digits === undefined ? {} : { orcid: (digits.match(/.{4}/g) ?? []).join('-') }),
    }
  );
}

function pubDate(node: XmlNode | undefined): PartialDate | null {
  const words = textAt(node, 'MedlineDate');
  if (words !== '') return readDate(words);
  const year = Number(textAt(node, 'Year'));
  if (!Number.isInteger(year) || year === 0) return null;
  const season = seasonOf(textAt(node, 'Season'));
  if (season !== null) return { year, season };
  const [month, day] = [monthNumber(textAt(node, 'Month')), Number(textAt(node, 'Day'))];
  if (month === null) return { year };
  return day >= 1 && day <= 31 ? { year, month, day } : { year, month };
}
