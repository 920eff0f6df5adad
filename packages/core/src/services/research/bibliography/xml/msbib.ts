/** The sources of Microsoft Word (`Sources.xml`). */
import { table } from '../build/table.ts';
import {
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type DateField,
  type ItemType,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { monthNumber } from '../build/months.ts';
import { joined, person, whole, withParticle } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { all, element, elements, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';

const TYPES = table<ItemType>({
  Art: 'graphic',
  ArticleInAPeriodical: 'article-magazine',
  Book: 'book',
  BookSection: 'chapter',
  Case: 'legal_case',
  ConferenceProceedings: 'paper-conference',
  DocumentFromInternetSite: 'webpage',
  ElectronicSource: 'document',
  Film: 'motion_picture',
  InternetSite: 'webpage',
  Interview: 'interview',
  JournalArticle: 'article-journal',
  Misc: 'document',
  Patent: 'patent',
  Performance: 'performance',
  Report: 'report',
  SoundRecording: 'song',
});

const TEXTS: Readonly<Partial<Record<TextField, readonly string[]>>> = {
  title: ['Title'],
  short_title: ['ShortTitle'],
  container_title: [
    'JournalName',
    'BookTitle',
    'PeriodicalTitle',
    'ConferenceName',
    'PublicationTitle',
    'InternetSiteTitle',
    'AlbumTitle',
    'BroadcastTitle',
  ],
  event_title: ['ConferenceName'],
  volume: ['Volume'],
  number_of_volumes: ['NumberVolumes'],
  issue: ['Issue'],
  page: ['Pages'],
  chapter_number: ['ChapterNumber'],
  number: ['PatentNumber', 'CaseNumber'],
  edition: ['Edition'],
  publisher: ['Publisher', 'Institution', 'ProductionCompany', 'Distributor', 'Court'],
  genre: ['ThesisType', 'Type'],
  medium: ['Medium'],
  version: ['Version'],
  note: ['Comments'],
  abstract: ['BIBTEX_Abstract'],
};

const ROLES = table<ContributorRole>({
  Author: 'author',
  Artist: 'author',
  BookAuthor: 'container-author',
  Compiler: 'compiler',
  Composer: 'composer',
  Director: 'director',
  Editor: 'editor',
  Interviewee: 'author',
  Interviewer: 'interviewer',
  Inventor: 'author',
  Performer: 'author',
  ProducerName: 'contributor',
  Translator: 'translator',
  Writer: 'author',
});

export async function* readMsbib(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => name === 'Source')) {
    if (found.kind === 'problem') yield found;
    else yield { kind: 'entry', line: found.record.line, item: toItem(found.record) };
  }
}

function toItem(source: XmlNode): BibliographicItem {
  const draft = new ItemDraft(TYPES[textAt(source, 'SourceType')] ?? 'document');
  if (textAt(source, 'ThesisType') !== '') draft.type = 'thesis';
  const key = textAt(source, 'Tag');
  if (key !== '') draft.citekey = key;
  for (const [role, list] of people(source)) for (const name of namesIn(list)) draft.addContributor(person(role, name));
  for (const [field, names] of Object.entries(TEXTS) as [TextField, readonly string[]][])
    for (const name of names)
      draft.setText(field, field === 'page' ? onePage(textAt(source, name)) : textAt(source, name));
  const place = ['City', 'StateProvince', 'CountryRegion'].map((name) => textAt(source, name)).filter(Boolean);
  draft.setText('publisher_place', place.join(', '));
  addDate(draft, 'issued', source, '');
  addDate(draft, 'accessed', source, 'Accessed');
  addNumbers(draft, source);
  for (const word of textAt(source, 'BIBTEX_KeyWords').split(/[;,]/)) draft.addKeyword(word);
  return draft.done();
}

function people(source: XmlNode): (readonly [ContributorRole, XmlNode])[] {
  const lists = element(source, 'Author')?.children.filter((child) => typeof child !== 'string') ?? [];
  return lists.flatMap((list) => {
    const role = ROLES[list.name];
    return role ? [[role, list] as const] : [];
  });
}

function namesIn(list: XmlNode) {
  const collective = textAt(list, 'Corporate');
  if (collective !== '') return [whole(collective)];
  return all(list, 'NameList', 'Person').map((one) =>
    withParticle(textAt(one, 'Last'), joined(textAt(one, 'First'), textAt(one, 'Middle')), ''),
  );
}

function addDate(draft: ItemDraft, field: DateField, source: XmlNode, suffix: string): void {
  const year = readDate(textAt(source, `Year${suffix}`));
  const [month, day] = [monthNumber(textAt(source, `Month${suffix}`)), Number(textAt(source, `Day${suffix}`))];
  if (!year || year.year === undefined || month === null) return draft.setDate(field, year);
  const exact: PartialDate = { ...year, month, ...(day >= 1 && day <= 31 ? { day } : {}) };
  draft.setDate(field, exact);
}

function addNumbers(draft: ItemDraft, source: XmlNode): void {
  for (const number of elements(source, 'StandardNumber')) addNumber(draft, textOf(number));
  const doi = textAt(source, 'DOI');
  if (doi !== '') draft.addIdentifier('doi', doi, 'DOI');
  const url = textAt(source, 'URL');
  if (url !== '') draft.addUrl(url, 'URL');
}

/** Others write which number it is before it: `:ISSN:0937-6429`. */
function addNumber(draft: ItemDraft, text: string): void {
  const value = text.replace(/^\s*:?(?:ISSN|ISBN|DOI|PMID|LCCN)[:\s]\s*/i, '').trim();
  for (const scheme of ['isbn', 'issn', 'doi'] as const) {
    const found = normalizeIdentifier(scheme, value);
    if (found) return draft.addKnown(found);
  }
  draft.setExtra('StandardNumber', text);
}
