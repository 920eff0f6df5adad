import type { BibliographicItem, PartialDate } from '../../../../model/papers/index.ts';
import { seasonName, two, yearText } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { spaced } from '../build/item-draft.ts';
import { toCommaName } from '../build/names.ts';
import { twoPages } from '../build/pages.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import { isCounted, isTyped, tagOf, textTags } from './ris-kinds.ts';
import { WRITTEN_TYPES } from './ris-words.ts';

type Line = readonly [tag: string, value: string];

export async function* writeRis(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  for await (const item of items) {
    const lines: Line[] = [
      ['TY', WRITTEN_TYPES[item.type] ?? 'GEN'],
      ['ID', keys.keyFor(item)],
      ...people(item),
      ...texts(item),
      ...pages(item),
      ...dates(item),
      ...identifiers(item),
      ...(item.keywords ?? []).map((keyword) => ['KW', keyword] as const),
      ...(item.files ?? []).map((file) => ['L1', file] as const),
      ...extras(item),
      ['ER', ''],
    ];
    yield `${lines.map(([tag, value]) => `${tag}  - ${spaced(value)}\r\n`).join('')}\r\n`;
  }
}

function people({ contributors, type }: BibliographicItem): Line[] {
  return contributors.flatMap((one): Line[] => {
    const tag = tagOf(one.role, type);
    return tag === null ? [] : [[tag, toCommaName(one)]];
  });
}

function texts(item: BibliographicItem): Line[] {
  return textTags(item.type).flatMap(([field, [tag = '']]): Line[] => {
    const value = item[field];
    return value === undefined ? [] : [[tag, value]];
  });
}

/** A number alone would be read as how many there are, where a book may have that. */
function pages({ type, page, number_of_pages: count }: BibliographicItem): Line[] {
  if (page === undefined) return isCounted(type) && count !== undefined ? [['SP', count]] : [];
  const [first, last] = twoPages(page) ?? [page, isCounted(type) ? page : ''];
  return last === ''
    ? [['SP', first]]
    : [
        ['SP', first],
        ['EP', last],
      ];
}

function dates({ issued, accessed }: BibliographicItem): Line[] {
  return [
    ...(issued ? [['PY', risText(issued)] as const] : []),
    ...(accessed ? [['Y2', risText(accessed)] as const] : []),
  ];
}

function risText({ year, month, day, season, circa, literal }: PartialDate): string {
  if (year === undefined) return `///${literal ?? ''}`;
  const other = season === undefined ? (circa ? 'circa' : '') : seasonName(season);
  return [yearText(year), month === undefined ? '' : two(month), day === undefined ? '' : two(day), other].join('/');
}

function identifiers({ identifiers: ids }: BibliographicItem): Line[] {
  const own = [...valuesOf(ids, 'issn'), ...valuesOf(ids, 'isbn')];
  return [
    ...valuesOf(ids, 'doi').map((doi) => ['DO', doi] as const),
    ...own.map((number) => ['SN', number] as const),
    ...otherUrls(ids, ['doi', 'issn', 'isbn']).map((url) => ['UR', url] as const),
  ];
}

const KNOWN: ReadonlySet<string> = new Set('TY ID ER TI T1 CT SP EP PY Y1 Y2 DA DO KW L1 L4 UR'.split(' '));

/** Tags of RIS that no field stands for. */
function extras({ extra = {}, type }: BibliographicItem): Line[] {
  return Object.entries(extra).filter(([tag]) => /^[A-Z][A-Z0-9]$/.test(tag) && !KNOWN.has(tag) && !isTyped(tag, type));
}
