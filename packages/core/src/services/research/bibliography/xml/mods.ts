/** MODS, the schema of the Library of Congress: what a work is in stands in an element of the same shape as the work. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Contributor,
  type IdScheme,
  type ItemType,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft, joinedTitle } from '../build/item-draft.ts';
import { commaName, person, whole, withParticle } from '../build/names.ts';
import { onePage, pageCount, pageRange } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { MODS_GENRES, MODS_RESOURCES, roleOfTerms } from './mods-words.ts';
import { all, attribute, element, elements, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';

export async function* readMods(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => name === 'mods')) {
    if (found.kind === 'problem') yield found;
    else yield { kind: 'entry', line: found.record.line, item: toItem(found.record) };
  }
}

function toItem(mods: XmlNode): BibliographicItem {
  const host = related(mods, 'host');
  const draft = new ItemDraft(typeOf(mods, host));
  const key = attribute(mods, 'ID');
  if (key !== '') draft.citekey = key;
  addTitles(draft, mods);
  for (const name of elements(mods, 'name')) draft.addContributor(nameOf(name));
  addOrigin(draft, mods);
  addHost(draft, host);
  addIdentifiers(draft, mods);
  addRest(draft, mods);
  return draft.done();
}

function related(mods: XmlNode, type: string): XmlNode | undefined {
  return elements(mods, 'relatedItem').find((item) => attribute(item, 'type') === type);
}

/** By genre, which has words of many lists; else by what it is in, and whether it appears once or on and on. */
function typeOf(mods: XmlNode, host: XmlNode | undefined): ItemType {
  const genres = elements(mods, 'genre').map((genre) => textOf(genre).toLowerCase());
  const found = genres.map((genre) => MODS_GENRES.get(genre)).find((type) => type !== undefined);
  if (found) return found;
  const resource = MODS_RESOURCES.get(textAt(mods, 'typeOfResource').toLowerCase());
  // A picture is one wherever it is.
  if (resource) return resource;
  const issuance = (node: XmlNode | undefined) => textAt(node, 'originInfo', 'issuance').toLowerCase();
  if (host) return isSerial(issuance(host)) || hasIssue(host) ? 'article-journal' : 'chapter';
  if (isSerial(issuance(mods))) return 'periodical';
  return issuance(mods) === 'monographic' ? 'book' : 'document';
}

function isSerial(issuance: string): boolean {
  return issuance === 'serial' || issuance === 'continuing';
}

function hasIssue(host: XmlNode): boolean {
  return all(host, 'part', 'detail').some((detail) => attribute(detail, 'type') === 'issue');
}

function addTitles(draft: ItemDraft, mods: XmlNode): void {
  for (const info of elements(mods, 'titleInfo')) {
    const type = attribute(info, 'type');
    if (type === '') draft.setText('title', [titleOf(info), ...partsOf(info)].filter(Boolean).join('. '));
    else if (type === 'abbreviated') draft.setText('short_title', titleOf(info));
    else if (type === 'translated') draft.setText('original_title', titleOf(info));
    else draft.setExtra(`title:${type}`, titleOf(info));
  }
  const other = elements(mods, 'titleInfo').find((info) => OTHER_TITLES.has(attribute(info, 'type')));
  if (other) draft.setText('title', titleOf(other));
}

/** Titles in their own right: what has no plain one is known by the first of these. */
const OTHER_TITLES: ReadonlySet<string> = new Set(['alternative', 'uniform']);

function titleOf(info: XmlNode | undefined): string {
  const [before, title, under] = [textAt(info, 'nonSort'), textAt(info, 'title'), textAt(info, 'subTitle')];
  const full = before === '' ? title : `${before}${/['’]$/.test(before) ? '' : ' '}${title}`;
  return full !== '' && under !== '' ? joinedTitle(full, under) : full;
}

/** Which part of a larger work it is. */
function partsOf(info: XmlNode): string[] {
  return [textAt(info, 'partNumber'), textAt(info, 'partName')];
}

function nameOf(node: XmlNode): Contributor | null {
  const role = roleOfTerms(all(node, 'role', 'roleTerm').map((term) => textOf(term).toLowerCase()));
  if (role === null) return null;
  const parts = (type: string) =>
    elements(node, 'namePart').flatMap((one) => (attribute(one, 'type') === type ? textOf(one) : []));
  const part = (type: string) => parts(type)[0] ?? '';
  // Of an organization the parts are what is under what.
  const plain = attribute(node, 'type') === 'personal' ? part('') : parts('').join('. ');
  const [family, given, suffix] = [part('family'), part('given'), part('termsOfAddress')];
  const isPerson = attribute(node, 'type') === 'personal' || attribute(node, 'type') === '';
  const name = person(
    role,
    family + given === ''
      ? isPerson
        ? commaName(catalogued(plain))
        : whole(plain)
      : withParticle(family, given, suffix),
  );
  const affiliation = elements(node, 'affiliation').map(textOf).join('; ');
  const orcid = elements(node, 'nameIdentifier').find((one) => attribute(one, 'type') === 'orcid');
  return (
    name && {
      ...name,
      ...(affiliation === '' ? {} : { affiliation }),
      ...(orcid ? { orcid: textOf(orcid) } : {}),
    }
  );
}

/** Catalogues end the name before the dates with a comma: `West, Matthew,`, or have them in brackets. One word with a comma stays as it is. */
function catalogued(name: string): string {
  const plain = name.replace(/\s*\[\d{4}\??\s*[-–]\s*(?:\d{4}\??)?\]$/, '');
  return /,.*,$/.test(plain) ? plain.slice(0, -1) : plain;
}

function addOrigin(draft: ItemDraft, mods: XmlNode): void {
  for (const node of [mods, related(mods, 'host')]) {
    const origin = element(node, 'originInfo');
    draft.setText('publisher', textAt(origin, 'publisher'));
    const places = all(origin, 'place', 'placeTerm');
    draft.setText('publisher_place', textOf(places.find((place) => attribute(place, 'type') !== 'code')));
    draft.setText('edition', textAt(origin, 'edition'));
    for (const name of ['dateIssued', 'dateCreated', 'copyrightDate', 'dateOther'])
      draft.setDate('issued', dateOf(elements(origin, name)));
    draft.setDate('issued', readDate(textAt(node, 'part', 'date')));
    draft.setDate('accessed', readDate(textAt(origin, 'dateCaptured')));
  }
}

/** Of several the one that machines are to read; a beginning and an end are a range. */
function dateOf(dates: readonly XmlNode[]): PartialDate | null {
  const at = (point: string) => dates.filter((one) => attribute(one, 'point') === point);
  const [plain, start, end] = [at(''), at('start')[0], at('end')[0]];
  const exact = plain.find((one) => attribute(one, 'encoding') !== '') ?? (start ? undefined : plain[0]);
  if (exact) return readDate(textOf(exact));
  return start && end ? range(textOf(start), textOf(end)) : readDate(textOf(start ?? end));
}

function range(start: string, end: string): PartialDate | null {
  const [from, to] = [readDate(start), readDate(end)];
  if (from?.year === undefined || to?.year === undefined || to.season !== undefined) return from;
  return { ...from, end: { year: to.year, month: to.month, day: to.day } };
}

function addHost(draft: ItemDraft, host: XmlNode | undefined): void {
  for (const info of elements(host, 'titleInfo'))
    draft.setText(
      attribute(info, 'type') === 'abbreviated' ? 'container_title_short' : 'container_title',
      titleOf(info),
    );
  for (const name of elements(host, 'name')) {
    const found = nameOf(name);
    draft.addContributor(found && found.role === 'author' ? { ...found, role: 'container-author' } : found);
  }
  for (const id of elements(host, 'identifier')) addIdentifier(draft, id);
}

function addParts(draft: ItemDraft, part: XmlNode, isOfHost: boolean): void {
  for (const detail of elements(part, 'detail')) {
    const named = DETAILS.get(attribute(detail, 'type'));
    // What some programs call the number of a journal is the issue.
    const field = named === 'number' && isOfHost && draft.type.startsWith('article-') ? 'issue' : named;
    if (field) draft.setText(field, textAt(detail, 'number') || textAt(detail, 'caption'));
  }
  for (const extent of elements(part, 'extent')) {
    if (!/^pages?$/.test(attribute(extent, 'unit') || 'page')) continue;
    draft.setText('page', onePage(pageRange(textAt(extent, 'start'), textAt(extent, 'end')) || textAt(extent, 'list')));
    draft.setText('number_of_pages', textAt(extent, 'total'));
  }
}

const DETAILS = new Map([
  ['volume', 'volume'],
  ['issue', 'issue'],
  ['number', 'number'],
  ['chapter', 'chapter_number'],
  ['section', 'section'],
  ['page', 'page'],
] as const) as ReadonlyMap<string, 'volume' | 'issue' | 'number' | 'chapter_number' | 'section' | 'page'>;

const SCHEMES: ReadonlyMap<string, IdScheme> = new Map([
  ['doi', 'doi'],
  ['isbn', 'isbn'],
  ['issn', 'issn'],
  ['pmid', 'pmid'],
  ['pubmed', 'pmid'],
  ['pmc', 'pmcid'],
  ['pmcid', 'pmcid'],
  ['arxiv', 'arxiv'],
  ['openalex', 'openalex'],
  ['dblp', 'dblp'],
  ['s2', 's2'],
]);

function addIdentifiers(draft: ItemDraft, mods: XmlNode): void {
  for (const id of elements(mods, 'identifier')) addIdentifier(draft, id);
  for (const url of all(mods, 'location', 'url')) draft.addUrl(textOf(url));
  const key = textOf(elements(mods, 'identifier').find((id) => attribute(id, 'type') === 'citekey'));
  if (key !== '') draft.citekey = key;
}

function addIdentifier(draft: ItemDraft, node: XmlNode): void {
  const [type, value] = [attribute(node, 'type').toLowerCase(), textOf(node)];
  const scheme = SCHEMES.get(type);
  const found = scheme && normalizeIdentifier(scheme, value.replace(/\s*\(.*\)$/, ''));
  if (found) draft.addKnown(found);
  else if (type === 'uri' || type === 'url') draft.addUrl(value);
  else if (type !== 'citekey') draft.setExtra(type || 'identifier', value);
}

function addRest(draft: ItemDraft, mods: XmlNode): void {
  draft.setText('abstract', elements(mods, 'abstract').map(textOf).join(' '));
  for (const part of all(mods, 'relatedItem', 'part')) addParts(draft, part, true);
  for (const part of elements(mods, 'part')) addParts(draft, part, false);
  const languages = all(mods, 'language', 'languageTerm');
  draft.setText('language', textOf(languages[0]));
  const series = related(mods, 'series');
  draft.setText('collection_title', titleOf(element(series, 'titleInfo')));
  draft.setText(
    'collection_number',
    textAt(series, 'titleInfo', 'partNumber') || textAt(series, 'part', 'detail', 'number'),
  );
  for (const subject of elements(mods, 'subject'))
    for (const topic of elements(subject, 'topic')) draft.addKeyword(textOf(topic));
  draft.setText('call_number', textAt(mods, 'classification'));
  draft.setText('archive', textAt(mods, 'location', 'physicalLocation'));
  draft.setText('archive_location', textAt(mods, 'location', 'shelfLocator'));
  draft.setText('number_of_pages', pageCount(textAt(mods, 'physicalDescription', 'extent')));
  draft.setText('license', textOf(elements(mods, 'accessCondition').find((one) => /use/.test(attribute(one, 'type')))));
  for (const genre of elements(mods, 'genre'))
    if (!MODS_GENRES.has(textOf(genre).toLowerCase()) && attribute(genre, 'authority') === '')
      draft.setText('genre', textOf(genre));
  addNotes(draft, mods);
}

function addNotes(draft: ItemDraft, mods: XmlNode): void {
  for (const note of elements(mods, 'note')) {
    if (attribute(note, 'type') === 'statement of responsibility') continue;
    draft.addText(attribute(note, 'type') === 'annotation' ? 'annote' : 'note', textOf(note), '; ');
  }
}
