import type { BibliographicItem, ContributorRole } from '../../../../model/papers/index.ts';
import { toEdtf, yearText } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { toCommaName } from '../build/names.ts';
import { isNumbered, referenceKind } from '../build/reference-types.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import { ENDNOTE_ROLES, OTHER_NAMES, OTHERS, textPaths } from './endnote-words.ts';
import { open, tag } from './nodes.ts';

/** As the definition of the format has them; who checks a file by it takes no other order. */
const ORDER = [
  ...'ref-type contributors auth-address titles periodical pages volume number issue num-vols edition section'.split(
    ' ',
  ),
  ...'keywords dates pub-location publisher orig-pub isbn accession-num call-num electronic-resource-num'.split(' '),
  ...'abstract label caption notes research-notes work-type remote-database-name remote-database-provider'.split(' '),
  ...'language urls access-date custom1 custom2 custom3 custom4 custom5 custom6 custom7'.split(' '),
];

export async function* writeEndnote(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n';
  for await (const item of items) yield `${recordText(item, keys.keyFor(item))}\n`;
  yield '</records></xml>\n';
}

type Part = readonly [name: string, text: string];

function recordText(item: BibliographicItem, key: string): string {
  const { name, number } = referenceKind(item.type);
  const parts = new Map<string, string>([
    ['ref-type', tag('ref-type', String(number), { name })],
    ['contributors', open('contributors', people(item))],
    ['titles', open('titles', textsIn('titles', item))],
    ['periodical', open('periodical', textsIn('periodical', item))],
    ...texts(item),
    ...dates(item),
    ...numbers(item),
    ['keywords', open('keywords', (item.keywords ?? []).map((word) => tag('keyword', word)).join(''))],
    ['label', tag('label', key)],
    ...OTHERS.map((other): Part => [other, tag(other, item.extra?.[other])]),
  ]);
  return open('record', ORDER.map((part) => parts.get(part) ?? '').join(''));
}

function people({ contributors, extra }: BibliographicItem): string {
  const others = extra?.[OTHER_NAMES]?.split('\n').map((name) => tag('author', name)) ?? [];
  const lists = (Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly [string, string]][])
    .map(([role, [list, name]]) => {
      const names = contributors.filter((one) => one.role === role).map((one) => tag(name, toCommaName(one)));
      return open(list, names.join(''));
    })
    .join('');
  return lists + open(OTHER_NAMES, others.join(''));
}

/** Those that stand alone. */
function texts(item: BibliographicItem): Part[] {
  return textPaths(item.type).flatMap(([field, [name = '', inside]]): Part[] =>
    inside === undefined ? [[name, tag(name, item[field])]] : [],
  );
}

function textsIn(parent: string, item: BibliographicItem): string {
  return textPaths(item.type)
    .filter(([, path]) => path.length > 1 && path[0] === parent)
    .map(([field, path]) => tag(path[1] ?? '', item[field]))
    .join('');
}

function dates({ issued: date, accessed }: BibliographicItem): Part[] {
  const year = date?.year === undefined ? date?.literal : yearText(date.year);
  const day = date?.year === undefined || toEdtf(date) === year ? '' : open('pub-dates', tag('date', toEdtf(date)));
  return [
    ['dates', open('dates', tag('year', year) + day)],
    ['access-date', tag('access-date', accessed && toEdtf(accessed))],
  ];
}

function numbers({ type, number, identifiers: ids, files = [] }: BibliographicItem): Part[] {
  const found = [...valuesOf(ids, 'issn'), ...valuesOf(ids, 'isbn')];
  const serials = found.length === 0 && isNumbered(type) && number !== undefined ? [number] : found;
  const related = otherUrls(ids, ['doi', 'issn', 'isbn']).map((url) => tag('url', url));
  const pdfs = files.map((file) => tag('url', file));
  return [
    ['electronic-resource-num', tag('electronic-resource-num', valuesOf(ids, 'doi')[0])],
    ['isbn', tag('isbn', serials.join('; '))],
    ['urls', open('urls', open('pdf-urls', pdfs.join('')) + open('related-urls', related.join('')))],
  ];
}
