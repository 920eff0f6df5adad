/** Zotero's RDF: journals, series, files and notes are things of their own, which items point at wherever in the file they stand. */
import type { BibliographicItem, Contributor, ContributorRole, TextField } from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { person, whole, withParticle } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { all, attribute, element, elements, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';
import { hasIssues, localName, ZOTERO_ROLES, ZOTERO_TEXTS, zoteroType } from './zotero-words.ts';

type Things = ReadonlyMap<string, XmlNode>;

export async function* readZoteroRdf(source: Source): AsyncGenerator<Finding> {
  const things = new Map<string, XmlNode>();
  const records: XmlNode[] = [];
  for await (const found of xmlRecords(source, (name) => name !== 'RDF')) {
    if (found.kind === 'problem') yield found;
    else {
      records.push(found.record);
      const about = attribute(found.record, 'about') || attribute(found.record, 'ID');
      if (about !== '') things.set(about, found.record);
    }
  }
  const containers = new Set(
    records.flatMap((record) => elements(record, 'isPartOf').map((part) => attribute(part, 'resource'))),
  );
  let isEmpty = true;
  for (const record of records) {
    const item = toItem(record, things, containers);
    if (item) yield { kind: 'entry', line: record.line, item };
    isEmpty &&= item === null;
  }
  if (isEmpty)
    yield { kind: 'problem', line: 1, message: 'Nothing in it is an item of Zotero; other RDF is not read.' };
}

/** Null for journals, files, notes and folders. */
function toItem(record: XmlNode, things: Things, containers: ReadonlySet<string>): BibliographicItem | null {
  const kind = textAt(record, 'itemType');
  const type = zoteroType(kind, record.name);
  if (type === null || (kind === '' && containers.has(attribute(record, 'about')))) return null;
  const draft = new ItemDraft(type);
  const key = textAt(record, 'citationKey') || attribute(record, 'ID');
  if (key !== '') draft.citekey = key;
  for (const [role, name] of Object.entries(ZOTERO_ROLES) as [ContributorRole, string][])
    for (const one of all(record, localName(name), 'Seq', 'li')) draft.addContributor(nameOf(role, one));
  for (const [field, name] of Object.entries(ZOTERO_TEXTS) as [TextField, string][])
    draft.setText(field, field === 'page' ? onePage(textAt(record, localName(name))) : textAt(record, localName(name)));
  addContainers(draft, record, things);
  addPublisher(draft, record);
  addSubjects(draft, record);
  addIdentifiers(draft, record);
  draft.setDate('issued', readDate(textAt(record, 'date')));
  draft.setDate('accessed', readDate(textAt(record, 'dateSubmitted')));
  for (const link of elements(record, 'link')) addFile(draft, things.get(attribute(link, 'resource')));
  for (const link of elements(record, 'isReferencedBy')) addNote(draft, things.get(attribute(link, 'resource')));
  return draft.done();
}

/** One name alone is a name in one piece: so Zotero writes those. */
function nameOf(role: ContributorRole, node: XmlNode): Contributor | null {
  const one = element(node, 'Person') ?? element(node, 'Agent') ?? element(node, 'Organization');
  const family = textAt(one, 'surname') || textAt(one, 'name');
  const [given = '', ...suffix] = (textAt(one, 'givenName') || textAt(one, 'givenname')).split(/,\s*/);
  return person(role, given === '' ? whole(family) : withParticle(family, given, suffix.join(', ')));
}

function addContainers(draft: ItemDraft, record: XmlNode, things: Things): void {
  for (const part of elements(record, 'isPartOf')) {
    const inside = part.children.find((child) => typeof child !== 'string');
    const node = inside ?? things.get(attribute(part, 'resource'));
    if (node?.name === 'Series') {
      draft.setText('collection_title', textAt(node, 'title'));
      draft.setText('collection_number', textAt(node, 'identifier'));
    } else if (node) addContainer(draft, node);
  }
  addNumbers(draft, record);
  draft.setText('event_title', textAt(record, 'presentedAt', 'Conference', 'title'));
}

function addContainer(draft: ItemDraft, node: XmlNode): void {
  draft.setText('container_title', textAt(node, 'title'));
  draft.setText('container_title_short', textAt(node, 'alternative'));
  addNumbers(draft, node);
  addIdentifiers(draft, node);
}

function addNumbers(draft: ItemDraft, node: XmlNode): void {
  draft.setText('volume', textAt(node, 'volume'));
  draft.setText(hasIssues(draft.type) ? 'issue' : 'number', textAt(node, 'number'));
}

function addPublisher(draft: ItemDraft, record: XmlNode): void {
  const organization = element(record, 'publisher', 'Organization');
  draft.setText('publisher', organization ? textAt(organization, 'name') : textAt(record, 'publisher'));
  draft.setText('publisher_place', textAt(organization, 'adr', 'Address', 'locality'));
}

function addSubjects(draft: ItemDraft, record: XmlNode): void {
  for (const subject of elements(record, 'subject')) {
    const number = element(subject, 'LCC', 'value');
    if (number) draft.setText('call_number', textOf(number));
    else draft.addKeyword(textOf(subject));
  }
}

function addIdentifiers(draft: ItemDraft, node: XmlNode): void {
  for (const id of elements(node, 'identifier')) {
    const address = element(id, 'URI', 'value');
    if (address) draft.addUrl(textOf(address));
    else addNumber(draft, textOf(id));
  }
  const about = attribute(node, 'about');
  if (/^urn:issn:/i.test(about)) draft.addIdentifier('issn', about.slice(9));
}

/** `DOI 10.1000/182`, `ISBN 978-…`, several with a space between them. */
function addNumber(draft: ItemDraft, text: string): void {
  const found = /^(DOI|ISBN|ISSN)\s*:?\s*(.*)$/i.exec(text);
  const scheme = found?.[1]?.toLowerCase() as 'doi' | 'isbn' | 'issn' | undefined;
  if (!scheme) return draft.setExtra('identifier', text);
  for (const one of (found?.[2] ?? '').split(scheme === 'doi' ? /\s+/ : /[,;\s]+/)) draft.addIdentifier(scheme, one);
}

function addFile(draft: ItemDraft, attachment: XmlNode | undefined): void {
  const path = attribute(element(attachment, 'resource'), 'resource') || textAt(attachment, 'path');
  draft.addFile(path);
}

/** Notes are HTML. */
function addNote(draft: ItemDraft, memo: XmlNode | undefined): void {
  const html = textAt(memo, 'value');
  draft.addText('annote', html.replaceAll(/<[^<>]*>/g, ' '), '; ');
}
