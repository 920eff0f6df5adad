/**
 * Who is believed when several say something of one field. What the user said stands above everything and is never
 * overwritten; below that comes what the user brought, then those who register works, then those who collect from others, then
 * what was read from a file, and last what another paper's list of references says. Whoever is not sure of it comes behind all who are.
 */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import { confidenceOf, isVagueType, orderFor } from '../../field-order.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { sameJson } from './same-json.ts';

export const USER = 'user';

/** Before and behind those whom papers are looked up at, each of whom is believed about something else. */
const FIRST: readonly string[] = [USER, 'bibliography'];
const LAST: readonly string[] = ['file', 'reference'];
const PLACES = new Map<readonly string[], ReadonlyMap<string, number>>();

function placesFor(field: string): ReadonlyMap<string, number> {
  const order = orderFor(field);
  const known = PLACES.get(order) ?? new Map([...FIRST, ...order, ...LAST].map((source, i) => [source, i]));
  PLACES.set(order, known);
  return known;
}

const SURE = 0.5;

/** The first in the order of belief; of two of one source the later. */
function believed(said: readonly FieldSaid[]): FieldSaid | undefined {
  if (said.length < 2) return said[0];
  const places = placesFor(said[0]?.field ?? '');
  const rank = ({ source, confidence }: FieldSaid): number => {
    const place = places.get(source) ?? places.size;
    return source === USER || confidence >= SURE ? place : places.size + 1 + place;
  };
  return said.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at)[0];
}

/** What is kept together with its paper and not by field: identifiers add up, and a citekey is given out once. */
const APART: ReadonlySet<string> = new Set(['identifiers', 'citekey', 'files']);

export interface Saying {
  readonly source: string;
  readonly at: number;
  readonly confidence?: number | undefined;
}

/** The fields of an item as said by one source. That it is something is said by nobody but the user. */
export function saidIn(item: BibliographicItem, { source, at, confidence }: Saying): FieldSaid[] {
  return Object.entries(item)
    .filter(([field, value]) => !APART.has(field) && isSaid(value) && isTold(source, field, value))
    .map(([field, value]) => {
      const sure = confidenceOf(source, field, value, item);
      const most = field === 'type' && isVagueType(value, item) ? sure : 1;
      return {
        field,
        value: value as FieldSaid['value'],
        source,
        at,
        confidence: Math.min(confidence ?? sure, most),
      };
    });
}

function isTold(source: string, field: string, value: unknown): boolean {
  return field !== 'type' || value !== 'document' || source === USER;
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
