import type { BibliographicItem, Contributor, IdScheme, TextField } from '../../../../model/papers/index.ts';
import { toEdtf } from '../build/dates.ts';
import { valuesOf } from '../build/identifier-urls.ts';
import { joined } from '../build/names.ts';
import { twoPages } from '../build/pages.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import { modsGenre, modsRelator } from './mods-words.ts';
import { open, tag } from './nodes.ts';

export const MODS_TEXTS: readonly TextField[] = [
  'title',
  'short_title',
  'container_title',
  'container_title_short',
  'collection_title',
  'collection_number',
  'original_title',
  'volume',
  'issue',
  'number',
  'page',
  'number_of_pages',
  'chapter_number',
  'section',
  'edition',
  'publisher',
  'publisher_place',
  'archive',
  'archive_location',
  'call_number',
  'genre',
  'language',
  'license',
  'abstract',
  'note',
  'annote',
];

const SCHEMES: readonly IdScheme[] = ['doi', 'arxiv', 'pmid', 'pmcid', 's2', 'openalex', 'dblp', 'isbn', 'issn'];

export async function* writeMods(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<modsCollection xmlns="http://www.loc.gov/mods/v3">\n';
  for await (const item of items) yield `${modsText(item, keys.keyFor(item))}\n`;
  yield '</modsCollection>\n';
}

function modsText(item: BibliographicItem, key: string): string {
  return open(
    'mods',
    [
      title(item.title),
      title(item.short_title, 'abbreviated'),
      title(item.original_title, 'translated'),
      ...item.contributors.map(name),
      tag('genre', modsGenre(item.type), { authority: 'local' }),
      tag('genre', item.genre),
      origin(item),
      open('language', tag('languageTerm', item.language)),
      tag('abstract', item.abstract),
      tag('note', item.note),
      tag('note', item.annote, { type: 'annotation' }),
      ...(item.keywords ?? []).map((word) => open('subject', tag('topic', word))),
      tag('classification', item.call_number),
      host(item),
      series(item),
      ...SCHEMES.flatMap((scheme) =>
        valuesOf(item.identifiers, scheme).map((value) => tag('identifier', value, { type: scheme })),
      ),
      tag('identifier', key, { type: 'citekey' }),
      location(item),
      tag('accessCondition', item.license, { type: 'use and reproduction' }),
      part(item),
    ].join(''),
  );
}

function title(text: string | undefined, type?: string): string {
  return open('titleInfo', tag('title', text), type === undefined ? {} : { type });
}

function name(one: Contributor): string {
  const relator = modsRelator(one.role);
  // What a work is in has its people in it.
  if (relator === null) return '';
  return nameText(one, relator);
}

function nameText(one: Contributor, relator: string): string {
  const { family, given, particle, droppingParticle, suffix, literal, affiliation, orcid } = one;
  const parts =
    literal === undefined
      ? tag('namePart', joined(particle, family), { type: 'family' }) +
        tag('namePart', joined(given, droppingParticle), { type: 'given' }) +
        tag('namePart', suffix, { type: 'termsOfAddress' })
      : tag('namePart', literal);
  const inside = [
    parts,
    open('role', tag('roleTerm', relator, { type: 'text' })),
    tag('affiliation', affiliation),
    tag('nameIdentifier', orcid, { type: 'orcid' }),
  ];
  return open('name', inside.join(''), { type: literal === undefined ? 'personal' : 'corporate' });
}

function origin({ publisher, publisher_place: place, edition, issued, accessed }: BibliographicItem): string {
  return open(
    'originInfo',
    [
      open('place', tag('placeTerm', place, { type: 'text' })),
      tag('publisher', publisher),
      tag('dateIssued', issued && toEdtf(issued), { encoding: 'edtf' }),
      tag('dateCaptured', accessed && toEdtf(accessed), { encoding: 'edtf' }),
      tag('edition', edition),
    ].join(''),
  );
}

function host(item: BibliographicItem): string {
  const people = item.contributors.filter(({ role }) => role === 'container-author');
  const inside = [
    title(item.container_title),
    title(item.container_title_short, 'abbreviated'),
    ...people.map((one) => nameText(one, 'author')),
  ];
  return open('relatedItem', inside.join(''), { type: 'host' });
}

function series({ collection_title: of, collection_number: number }: BibliographicItem): string {
  const info = open('titleInfo', tag('title', of) + tag('partNumber', number));
  return open('relatedItem', info, { type: 'series' });
}

function part(item: BibliographicItem): string {
  const detail = (type: string, value: string | undefined) => open('detail', tag('number', value), { type });
  const pages = item.page === undefined ? null : twoPages(item.page);
  const extent = pages ? tag('start', pages[0]) + tag('end', pages[1]) : tag('list', item.page);
  return open(
    'part',
    [
      detail('volume', item.volume),
      detail('issue', item.issue),
      detail('number', item.number),
      detail('chapter', item.chapter_number),
      detail('section', item.section),
      open('extent', extent + tag('total', item.number_of_pages), { unit: 'pages' }),
    ].join(''),
  );
}

function location({ identifiers, archive, archive_location: shelf }: BibliographicItem): string {
  const inside = [
    tag('physicalLocation', archive),
    tag('shelfLocator', shelf),
    ...valuesOf(identifiers, 'url').map((url) => tag('url', url)),
  ];
  return open('location', inside.join(''));
}
