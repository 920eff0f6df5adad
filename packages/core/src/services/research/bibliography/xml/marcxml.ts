/** MARC 21 in XML, as catalogues of libraries give it: numbered fields, in which letters name the parts. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Contributor,
  type ItemType,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft, joinedTitle } from '../build/item-draft.ts';
import { commaName, person, whole } from '../build/names.ts';
import { onePage, pageCount } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { roleOfTerms } from './mods-words.ts';
import { attribute, elements, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';

export async function* readMarcxml(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => name === 'record')) {
    if (found.kind === 'problem') yield found;
    // The answer of a catalogue has records around the records.
    else
      for (const record of marcRecords(found.record))
        yield { kind: 'entry', line: record.line, item: new Marc(record).item() };
  }
}

function marcRecords(node: XmlNode): XmlNode[] {
  if (elements(node, 'datafield').length > 0) return [node];
  return node.children.flatMap((child) => (typeof child === 'string' ? [] : marcRecords(child)));
}

class Marc {
  readonly #record: XmlNode;
  readonly #draft: ItemDraft;

  constructor(record: XmlNode) {
    this.#record = record;
    this.#draft = new ItemDraft(this.#type());
  }

  item(): BibliographicItem {
    const draft = this.#draft;
    this.#titles();
    this.#people();
    this.#publication();
    this.#host();
    this.#identifiers();
    draft.setText('edition', this.#text('250', 'a'));
    draft.setText('number_of_pages', pageCount(this.#text('300', 'a')));
    draft.setText('call_number', this.#shelf());
    draft.setText('collection_title', trimmed(this.#text('490', 'a') || this.#text('830', 'a')));
    draft.setText('collection_number', this.#text('490', 'v') || this.#text('830', 'v'));
    draft.setText('abstract', this.#text('520', 'a'));
    draft.setText('language', this.#text('041', 'a') || this.#control('008').slice(35, 38).trim());
    for (const note of this.#fields('500')) draft.addText('note', sub(note, 'a'), '; ');
    for (const tag of ['650', '653', '600', '610', '651'])
      for (const field of this.#fields(tag)) draft.addKeyword(trimmed(sub(field, 'a')));
    for (const field of this.#fields('502')) this.#thesis(field);
    return draft.done();
  }

  #fields(tag: string): XmlNode[] {
    return elements(this.#record, 'datafield').filter((field) => attribute(field, 'tag') === tag);
  }

  #text(tag: string, code: string): string {
    return sub(this.#fields(tag)[0], code);
  }

  #control(tag: string): string {
    const field = elements(this.#record, 'controlfield').find((one) => attribute(one, 'tag') === tag);
    return field?.children.filter((child) => typeof child === 'string').join('') ?? '';
  }

  /** By the leader: what it is, and whether it is part of something. */
  #type(): ItemType {
    if (this.#fields('502').length > 0) return 'thesis';
    const [kind, level] = this.#codes();
    // A book that comes as a file is coded as a file, and says elsewhere that it is text.
    const isText = kind === 'm' && this.#fields('336').some((field) => sub(field, 'b') === 'txt');
    const other = isText ? undefined : OTHER_KINDS[kind];
    if (other) return other;
    if (level === 's') return 'periodical';
    if (level === 'a' || level === 'b') return this.#isInJournal() ? 'article-journal' : 'chapter';
    return 'book';
  }

  #codes(): [kind: string, level: string] {
    const leader = elements(this.#record, 'leader')[0]?.children.find((child) => typeof child === 'string') ?? '';
    const codes = typeof leader === 'string' ? leader : '';
    return [codes[6] ?? 'a', codes[7] ?? 'm'];
  }

  #isInJournal(): boolean {
    return (
      level773(this.#fields('773')) ||
      this.#fields('773').some((field) => /\bissn\b/i.test(sub(field, 'x')) || sub(field, 'x') !== '')
    );
  }

  #titles(): void {
    const [title, under] = [trimmed(this.#text('245', 'a')), trimmed(this.#text('245', 'b'))];
    // What stands behind the colon may say only what kind of work it is.
    const isKind = this.#draft.type === 'thesis' && /^(?:an? )?(?:thesis|dissertation)\b/i.test(under);
    const parts = [trimmed(this.#text('245', 'n')), trimmed(this.#text('245', 'p'))].filter(Boolean);
    const full = under === '' || isKind ? title : joinedTitle(title, under);
    this.#draft.setText('title', [full, ...parts].join('. '));
    if (isKind) this.#draft.setText('genre', under);
    else if (under !== '') this.#draft.setText('short_title', title);
    this.#draft.setText('original_title', trimmed(this.#text('240', 'a')));
    this.#draft.setText('short_title', trimmed(this.#text('210', 'a')));
  }

  #people(): void {
    for (const tag of ['100', '110', '700', '710', '720'])
      for (const field of this.#fields(tag)) this.#draft.addContributor(nameOf(field, tag));
    // A meeting is nobody: it is where the work comes from.
    for (const field of [...this.#fields('111'), ...this.#fields('711')]) {
      this.#draft.setText('event_title', trimmed(sub(field, 'a')));
      this.#draft.setText('event_place', trimmed(sub(field, 'c')).replace(/\)$/, ''));
    }
  }

  /** By which of the lists it stands on the shelf: that of the Library of Congress, of medicine, a local one, Dewey's. */
  #shelf(): string {
    const field = ['050', '060', '090', '082'].flatMap((tag) => this.#fields(tag))[0];
    return [sub(field, 'a'), sub(field, 'b')].filter(Boolean).join(' ');
  }

  #publication(): void {
    const field =
      this.#fields('264').find((one) => attribute(one, 'ind2') === '1') ??
      this.#fields('264')[0] ??
      this.#fields('260')[0];
    this.#draft.setText('publisher', trimmed(sub(field, 'b')));
    this.#draft.setText('publisher_place', trimmed(sub(field, 'a')));
    const written = readDate(trimmed(sub(field, 'c')));
    const year = /\d{4}/.exec(sub(field, 'c'))?.[0] ?? /^\d{4}/.exec(this.#control('008').slice(7, 11))?.[0];
    this.#draft.setDate('issued', written?.year === undefined && year !== undefined ? { year: Number(year) } : written);
  }

  /** What it is in, with volume, issue and pages as they were written. */
  #host(): void {
    for (const field of this.#fields('773')) {
      const [title, place] = [trimmed(sub(field, 't')), sub(field, 'g')];
      this.#draft.setText('container_title', title);
      this.#draft.setText(
        'page',
        onePage(/(?:seiten?|pages?|pp?\.|s\.)\s*:?\s*([\divxlc]+(?:\s*[-–]+\s*[\divxlc]+)?)/i.exec(place)?.[1] ?? ''),
      );
      this.#draft.setText('volume', /(?:vol(?:ume)?\.?|band|bd\.)\s*:?\s*(\d+)/i.exec(place)?.[1]);
      this.#draft.setText('issue', /(?:no\.|number|issue|heft|nr\.)\s*:?\s*(\d+)/i.exec(place)?.[1]);
      if (sub(field, 'x') !== '') this.#draft.addIdentifier('issn', sub(field, 'x'), '773x');
      if (sub(field, 'z') !== '') this.#draft.addIdentifier('isbn', sub(field, 'z'), '773z');
    }
  }

  #identifiers(): void {
    for (const field of this.#fields('020'))
      this.#draft.addKnown(normalizeIdentifier('isbn', sub(field, 'a').split(' ')[0] ?? ''));
    for (const field of this.#fields('022')) this.#draft.addKnown(normalizeIdentifier('issn', sub(field, 'a')));
    for (const field of this.#fields('024'))
      if (sub(field, '2') === 'doi') this.#draft.addIdentifier('doi', sub(field, 'a'), '024a');
    for (const field of this.#fields('856')) this.#draft.addUrl(sub(field, 'u'), '856u');
    this.#draft.setExtra('001', this.#control('001'));
  }

  #thesis(field: XmlNode): void {
    this.#draft.setText('genre', sub(field, 'b') || sub(field, 'a'));
    this.#draft.setText('publisher', sub(field, 'c'));
    this.#draft.setDate('issued', readDate(sub(field, 'd')));
  }
}

const OTHER_KINDS: Readonly<Record<string, ItemType>> = {
  c: 'musical_score',
  d: 'musical_score',
  e: 'map',
  f: 'map',
  g: 'motion_picture',
  i: 'song',
  j: 'song',
  k: 'graphic',
  m: 'software',
  t: 'manuscript',
};

/** Linked to the record of a serial. */
function level773(fields: readonly XmlNode[]): boolean {
  return fields.some((field) => sub(field, '7').endsWith('s'));
}

function sub(field: XmlNode | undefined, code: string): string {
  return textOf(elements(field, 'subfield').find((one) => attribute(one, 'code') === code));
}

/** Catalogues end a part with the sign that begins the next. */
function trimmed(text: string): string {
  return text.replace(/\s*[/:;=,]\s*$/, '').trim();
}

function nameOf(field: XmlNode, tag: string): Contributor | null {
  const terms = [sub(field, '4'), sub(field, 'e')].map((term) => trimmed(term).replace(/\.$/, '').toLowerCase());
  const role = roleOfTerms(terms);
  // The first entry is that of the maker, whatever it is called.
  const said = tag.startsWith('1') && role === 'contributor' ? 'author' : role;
  if (said === null) return null;
  const name = trimmed(sub(field, 'a'));
  if (tag === '100' || tag === '700' || tag === '720') return person(said, commaName(name));
  const under = elements(field, 'subfield').filter((one) => attribute(one, 'code') === 'b');
  return person(said, whole([name, ...under.map((one) => trimmed(textOf(one)))].map(withoutEnd).join('. ')));
}

/** Between an organization and what is under it there is a full stop anyway. */
function withoutEnd(part: string): string {
  return part.replace(/(?<=\p{L}{3})\.$/u, '');
}
