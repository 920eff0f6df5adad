/**
 * Who is believed when several say something of one field. What the user said stands above everything and is never
 * overwritten; below that comes what the user brought, then those who register works, then those who collect from others, then
 * what was read from a file, and last what another paper's list of references says. Whoever is not sure of it comes behind all who are.
 */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { sameJson } from './same-json.ts';

export const USER = 'user';

const ORDER: readonly string[] = [
  USER,
  'bibliography',
  'crossref',
  'datacite',
  'pubmed',
  'europepmc',
  'arxiv',
  'biorxiv',
  'openalex',
  'semanticscholar',
  'unpaywall',
  'file',
  'reference',
];

const SURE = 0.5;

/** Types that say no more than that there is something; any other is better. */
const VAGUE: ReadonlySet<string> = new Set(['document', 'article']);

function rank({ source, confidence }: FieldSaid): number {
  const place = ORDER.indexOf(source);
  const known = place < 0 ? ORDER.length : place;
  return source === USER || confidence >= SURE ? known : ORDER.length + 1 + known;
}

/** The first in the order of belief; of two of one source the later. */
function believed(said: readonly FieldSaid[]): FieldSaid | undefined {
  return said.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at)[0];
}

/** What is kept together with its paper and not by field: identifiers add up, and a citekey is given out once. */
const APART: ReadonlySet<string> = new Set(['identifiers', 'citekey', 'files']);

export interface Saying {
  readonly source: string;
  readonly at: number;
  readonly confidence?: number | undefined;
}

/** The fields of an item as said by one source. */
export function saidIn(item: BibliographicItem, { source, at, confidence = 1 }: Saying): FieldSaid[] {
  return Object.entries(item)
    .filter(([field, value]) => !APART.has(field) && isSaid(value))
    .map(([field, value]) => ({
      field,
      value: value as FieldSaid['value'],
      source,
      at,
      confidence: field === 'type' && VAGUE.has(String(value)) ? Math.min(confidence, 0.4) : confidence,
    }));
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** What one source says now takes the place of what it said before; what it said as it does now keeps its time. */
export function withSaid(before: readonly FieldSaid[], now: readonly FieldSaid[]): FieldSaid[] {
  const key = ({ field, source }: FieldSaid): string => `${field} ${source}`;
  const said = new Map(before.map((one) => [key(one), one]));
  for (const one of now) {
    const was = said.get(key(one));
    if (!was || !sameJson(was.value, one.value)) said.set(key(one), one);
  }
  return [...said.values()];
}

/** That the user has said which identifier of a scheme the paper has, or that it has none. */
export function identifierField(scheme: string): string {
  return `identifier:${scheme}`;
}

/** Those that the user has not spoken of. */
export function unsettled(said: readonly FieldSaid[]): (identifier: Identifier) => boolean {
  const settled = new Set(said.filter(({ source }) => source === USER).map(({ field }) => field));
  return ({ scheme }) => !settled.has(identifierField(scheme));
}

type Shown = Record<string, FieldSaid['value']>;

/** The item that is shown: of each field what is believed; nothing where the user has taken it away. */
export function shownItem(
  said: readonly FieldSaid[],
  apart: Pick<BibliographicItem, 'identifiers' | 'citekey' | 'files'>,
): BibliographicItem {
  const fields: Shown = {};
  for (const [field, all] of Map.groupBy(said, (one) => one.field)) {
    const best = believed(all);
    if (best && best.value !== null && !field.includes(':')) fields[field] = best.value;
  }
  const { type = 'document', contributors = [], ...others } = fields;
  return { type, contributors, ...others, ...apart } as unknown as BibliographicItem;
}
