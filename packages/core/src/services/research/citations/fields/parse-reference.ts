/** A reference as a record: what its stretches say, cleaned of what only holds them together. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Identifier,
  type IdScheme,
  type ItemType,
} from '../../../../model/papers/index.ts';
import { dateIn } from '../../reading/first-page/printed-date.ts';
import { splitAuthors } from '../names/split-authors.ts';
import { parseSegments } from './parse-segments.ts';
import type { SegmentLabel } from './segment.ts';

export interface ParsedReference {
  readonly item: BibliographicItem;
  /** As they are printed; of several with one label, the first. */
  readonly printed: { readonly [label in SegmentLabel]?: string };
}

export function parseReference(raw: string): ParsedReference {
  const { text, segments } = parseSegments(raw);
  const printed: { [label in SegmentLabel]?: string } = {};
  for (const { label, start, end } of segments) printed[label] ??= text.slice(start, end).trim();
  return { printed, item: toItem(printed, text) };
}

type Printed = ParsedReference['printed'];

function toItem(printed: Printed, text: string): BibliographicItem {
  const date = dateOf(printed.date);
  const said = {
    title: bare(printed.title),
    container_title: bare((printed.journal ?? printed['container-title'])?.replace(/^[\s,.]*in:?\s+/iu, '')),
    publisher: bare(printed.publisher),
    publisher_place: bare(printed.location),
    edition: bare(printed.edition),
    genre: bare(printed.genre),
    page: pagesOf(printed.pages),
    ...volumeOf(printed.volume),
  };
  const fields = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== ''));
  return {
    type: typeOf(printed),
    contributors: [
      ...splitAuthors(printed.author ?? ''),
      ...(printed.editor === undefined ? [] : splitAuthors(printed.editor, 'editor')),
    ].filter(({ family, literal }) => (family ?? literal ?? '') !== ''),
    identifiers: identifiersIn(text),
    ...fields,
    ...(date === null ? {} : { issued: date }),
  };
}

/** A first page is of our time; what it cites may be of any. */
const EARLIER = /(?<!\d)1[5-9]\d\d(?!\d)/u;

function dateOf(text: string | undefined): BibliographicItem['issued'] | null {
  if (text === undefined) return null;
  const year = EARLIER.exec(text)?.[0];
  return dateIn(text) ?? (year === undefined ? { literal: bare(text) ?? '' } : { year: Number(year) });
}

/** Without quotes, brackets and the punctuation of the style. */
function bare(text: string | undefined): string | undefined {
  return text
    ?.replaceAll(/^[\s"“”„«»'‘’`(,.;:*_]+|[\s"“”„«»'’`),;:*_]+$/gu, '')
    .replace(/(?<=\p{L}{4}|\d)\.$/u, '')
    .replace(/\s*\($/u, '')
    .replace(/\([^()]*$/u, '$&)')
    .trim();
}

function pagesOf(text: string | undefined): string | undefined {
  const found = /[a-zA-Z]{0,2}\d+(?:\s?[-\u2010-\u2015\u2212]+\s?[a-zA-Z]{0,2}\d+)?/u.exec(text ?? '');
  return found?.[0].replaceAll(/\s|[-\u2010-\u2015\u2212]+/gu, (mark) => (mark.trim() === '' ? '' : '-'));
}

function volumeOf(text: string | undefined): { readonly volume?: string; readonly issue?: string } {
  const numbers = (text ?? '').match(/[A-Z]?\d[\d\-–/]*|\b[IVXLC]+\b/gu) ?? [];
  const isIssue = /^[\s,(]*(?:no|nr|issue|number|n°)/iu.test(text ?? '');
  const [first, second] = numbers;
  if (first === undefined) return {};
  if (isIssue) return { issue: first };
  return { volume: first, ...(second === undefined ? {} : { issue: second }) };
}

const IDS: readonly (readonly [IdScheme, RegExp])[] = [
  [
    'arxiv',
    /\barxiv\s?:\s?((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5}))|\barxiv\.org\/(?:abs|pdf)\/((?:[a-z-]+\/\d{7}|\d{4}\.\d{4,5}))/iu,
  ],
  ['arxiv', /\b((?:hep-(?:ph|th|ex|lat)|astro-ph|cond-mat|gr-qc|quant-ph|nucl-(?:th|ex)|math-ph|physics)\/\d{7})\b/u],
  ['doi', /\b(10\.\d{4,9}\/[^\s,;]+)/iu],
  ['pmid', /\bPMID:?\s?(\d{4,8})\b/iu],
  ['pmcid', /\b(PMC\d{5,8})\b/u],
  ['isbn', /\bISBN(?:-1[03])?:?\s?([\dX-]{10,17})/iu],
  ['url', /(https?:\/\/[^\s>]+[^\s>.,;)])/iu],
];

function identifiersIn(text: string): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const [scheme, form] of IDS) {
    const match = form.exec(text);
    const id = match ? normalizeIdentifier(scheme, match[1] ?? match[2] ?? '') : null;
    if (id && !found.has(id.scheme) && !(scheme === 'url' && /doi\.org|arxiv\.org/u.test(id.value)))
      found.set(id.scheme, id);
  }
  return [...found.values()];
}

function typeOf(printed: Printed): ItemType {
  if (printed.journal !== undefined) return 'article-journal';
  const genre = printed.genre ?? '';
  if (/thesis|dissertation/iu.test(genre)) return 'thesis';
  if (/report|memorandum/iu.test(genre)) return 'report';
  const container = printed['container-title'];
  if (container !== undefined)
    return /proc|conf|symp|workshop|meeting|congress/iu.test(container) ? 'paper-conference' : 'chapter';
  if (printed.publisher !== undefined || printed.isbn !== undefined) return 'book';
  return printed.url === undefined ? 'document' : 'webpage';
}
