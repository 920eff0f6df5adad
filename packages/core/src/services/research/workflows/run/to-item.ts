/** Rows of a page as papers that were found. Fields have their usual names; what has another stays with the paper under its own. */
import {
  normalizeIdentifier,
  parseIdentifier,
  type BibliographicItem,
  type Contributor,
  type Identifier,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../../bibliography/build/dates.ts';
import { splitNames } from '../../citations/names/name-shape.ts';
import { parseName } from '../../citations/names/parse-name.ts';
import type { FoundItem } from '../../discovery/finder.ts';
import type { Row, RowValue } from './take-fields.ts';

const LONGEST_TITLE = 1000;
const IDENTIFIERS = ['doi', 'arxiv', 'pmid', 'pmcid', 'isbn'] as const;
const VENUE = ['venue', 'journal', 'container_title'];
const ABSTRACT = ['abstract', 'snippet', 'summary', 'description'];
const DATE = ['date', 'published', 'issued', 'year'];
const AUTHORS = ['authors', 'author'];
const PDF = ['pdf', 'pdf_url'];
const ADDRESS = ['url', 'link'];
const KEY = ['id', 'key', 'guid'];
const KNOWN = new Set<string>(['title', ...IDENTIFIERS, ...[VENUE, ABSTRACT, DATE, AUTHORS, PDF, ADDRESS, KEY].flat()]);

/** Null for a row without a title, which is no paper. */
export function toItem(row: Row): FoundItem | null {
  const title = textOf(row['title'])?.slice(0, LONGEST_TITLE).toWellFormed();
  if (title === undefined) return null;
  const url = httpUrl(first(row, ADDRESS));
  const item: BibliographicItem = {
    type: 'article',
    title,
    contributors: AUTHORS.flatMap((name) => authorsOf(row[name] ?? null)),
    identifiers: identifiersOf(row, url),
    ...said('container_title', first(row, VENUE)),
    ...said('abstract', first(row, ABSTRACT)),
    ...dateOf(first(row, DATE)),
    ...filesOf(httpUrl(first(row, PDF))),
    ...extraOf(row),
  };
  return { paper: { item }, key: first(row, KEY) ?? null, url };
}

function textOf(value: RowValue | undefined): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return one === null || one === undefined || one === '' ? undefined : String(one);
}

function first(row: Row, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(row[name])).find((text) => text !== undefined);
}

function said<Name extends string>(name: Name, text: string | undefined): Partial<Record<Name, string>> {
  return text === undefined ? {} : ({ [name]: text } as Record<Name, string>);
}

/** Only what a link may be. */
function httpUrl(text: string | undefined): string | null {
  return text === undefined ? null : (normalizeIdentifier('url', text)?.value ?? null);
}

function identifiersOf(row: Row, url: string | null): Identifier[] {
  const named = IDENTIFIERS.map((scheme) => {
    const text = textOf(row[scheme]);
    return text === undefined ? null : normalizeIdentifier(scheme, text);
  });
  const byAddress = url === null ? null : parseIdentifier(url);
  const all = [...named, byAddress].filter((one) => one !== null);
  return all.filter((one, i) => all.findIndex((other) => other.scheme === one.scheme) === i);
}

function authorsOf(value: RowValue): Contributor[] {
  const texts = (Array.isArray(value) ? value : [value]).map((one: string | number | null) => textOf(one));
  const names = texts.length > 1 ? texts : texts.flatMap((text) => (text === undefined ? [] : splitNames(text)));
  return names.filter((name) => name !== undefined).map((name) => parseName(name));
}

function dateOf(text: string | undefined): { issued?: PartialDate } {
  const date = text === undefined ? null : readDate(text);
  return date?.year === undefined ? {} : { issued: date };
}

function filesOf(url: string | null): { files?: string[] } {
  return url === null ? {} : { files: [url] };
}

function extraOf(row: Row): { extra?: Record<string, string> } {
  const others = Object.entries(row).flatMap(([name, value]) => {
    const text = KNOWN.has(name) ? undefined : textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return others.length === 0 ? {} : { extra: Object.fromEntries(others) };
}
