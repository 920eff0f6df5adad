/** EndNote's XML: texts may be cut into pieces of one look each (`style`), which are joined again. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { anyName, person } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import { isEditedBook, isInSeries, isNumbered, referenceType } from '../build/reference-types.ts';
import type { Finding, Source } from '../format.ts';
import { ENDNOTE_ROLES, OTHER_NAMES, OTHERS, textPaths } from './endnote-words.ts';
import { all, attribute, element, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';
import { addSerials, holdsSerials } from '../build/serials.ts';

export async function* readEndnote(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => name === 'record')) {
    if (found.kind === 'problem') yield found;
    else yield { kind: 'entry', line: found.record.line, item: toItem(found.record) };
  }
}

function toItem(record: XmlNode): BibliographicItem {
  const kind = element(record, 'ref-type');
  const draft = new ItemDraft(referenceType(attribute(kind, 'name'), textOf(kind)));
  addPeople(draft, record, isEditedBook(attribute(kind, 'name')));
  for (const [field, path] of textPaths(draft.type))
    draft.setText(field, field === 'page' ? onePage(textAt(record, ...path)) : textAt(record, ...path));
  // As Mendeley writes it.
  draft.setText('issue', textAt(record, 'issue'));
  if (isInSeries(draft.type)) addSeries(draft, record);
  addPeriodical(draft, record);
  draft.setDate('issued', issued(record));
  draft.setDate('accessed', readDate(textAt(record, 'access-date')));
  addNumbers(draft, record);
  for (const word of all(record, 'keywords', 'keyword'))
    for (const one of textOf(word).split(/\s*;\s*/)) draft.addKeyword(one);
  const label = textAt(record, 'label');
  if (label !== '') draft.citekey = label.replaceAll(/\s+/g, '_');
  for (const name of OTHERS) if (name !== 'accession-num') addOther(draft, name, textAt(record, name));
  return draft.done();
}

function addPeople(draft: ItemDraft, record: XmlNode, isEdited: boolean): void {
  for (const [role, path] of Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly string[]][])
    for (const name of all(record, 'contributors', ...path))
      draft.addContributor(person(isEdited && role === 'author' ? 'editor' : role, anyName(textOf(name))));
  for (const name of all(record, 'contributors', OTHER_NAMES, 'author')) draft.setExtra(OTHER_NAMES, textOf(name));
}

/** The number in PubMed Central has no element of its own. */
function addOther(draft: ItemDraft, name: string, value: string): void {
  const pmcid = normalizeIdentifier('pmcid', value);
  if (pmcid) draft.addKnown(pmcid);
  else draft.setExtra(name, value);
}

/** EndNote writes the second title once more where a journal stands. */
function addSeries(draft: ItemDraft, record: XmlNode): void {
  draft.setText('collection_title', textAt(record, 'titles', 'tertiary-title'));
  if (draft.text('container_title') === draft.text('collection_title')) draft.takeText('container_title');
}

/** Some programs name the journal here, and leave the second title out or have it short. */
function addPeriodical(draft: ItemDraft, record: XmlNode): void {
  const [full, short] = [textAt(record, 'periodical', 'full-title'), textAt(record, 'periodical', 'abbr-1')];
  if (isInSeries(draft.type)) return;
  if (full !== '' && draft.text('container_title') === short) draft.replaceText('container_title', full);
  draft.setText('container_title', full);
  draft.setText('container_title_short', short);
}

/** The year, and a day that may be written with it or without. */
function issued(record: XmlNode): PartialDate | null {
  const year = readDate(textAt(record, 'dates', 'year'));
  const written = textAt(record, 'dates', 'pub-dates', 'date');
  const day = readDate(written);
  if (day?.year !== undefined && (year?.year === undefined || year.year === day.year)) return day;
  if (year?.year === undefined || written === '') return year ?? day;
  const together = readDate(`${written} ${year.year}`);
  return together?.year === undefined ? year : together;
}

function addNumbers(draft: ItemDraft, record: XmlNode): void {
  const doi = textAt(record, 'electronic-resource-num');
  if (doi !== '') draft.addIdentifier('doi', doi, 'electronic-resource-num');
  const number = textAt(record, 'isbn');
  if (isNumbered(draft.type) && !holdsSerials(number)) draft.setText('number', number);
  else addSerials(draft, number, 'isbn');
  const accession = textAt(record, 'accession-num');
  const pmid = /pubmed|medline/i.test(textAt(record, 'remote-database-name')) && normalizeIdentifier('pmid', accession);
  if (pmid) draft.addKnown(pmid);
  else draft.setExtra('accession-num', accession);
  for (const list of ['related-urls', 'web-urls', 'text-urls'])
    for (const url of all(record, 'urls', list, 'url')) for (const one of textOf(url).split(/\s+/)) draft.addUrl(one);
  for (const url of all(record, 'urls', 'pdf-urls', 'url')) draft.addFile(textOf(url));
}
