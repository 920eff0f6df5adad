/** What several sources say of one work as one paper, and beside it who said what: pure, and in the shape in which it is kept. */
import { identifierKey, type BibliographicItem, type Identifier } from '../../../model/papers/index.ts';
import type { RelatedVersion, SourcedPaper } from '../../../ports/index.ts';
import type { FieldSaid } from '../library/store/field-record.ts';
import { confidenceOf, orderFor } from '../field-order.ts';
import { gravest } from '../retraction.ts';
import { appeared, ofOneRecord, type SaidPaper } from './one-record.ts';

export interface MergedPaper {
  readonly paper: SourcedPaper;
  /** Each field with all that was said of it; the one that is shown comes first. */
  readonly said: readonly FieldSaid[];
}

/** Null where nobody said anything. `asked`: the ids by which it was asked for. */
export function mergePapers(all: readonly SaidPaper[], asked: readonly Identifier[], at: number): MergedPaper | null {
  const { own: whole, others } = ofOneRecord(all, asked);
  if (whole.length === 0) return null;
  const said = [...whole.flatMap((one) => saidOf(one, at)), ...others.flatMap((one) => inCommon(one, at))];
  const ordered = [...Map.groupBy(said, ({ field }) => field).values()].flatMap(inOrder);
  return { paper: shown(ordered, whole, others), said: ordered };
}

const APART: ReadonlySet<string> = new Set(['identifiers', 'citekey', 'files']);

function saidOf(one: SaidPaper, at: number): FieldSaid[] {
  const { referenceCount, openAccess } = one.paper;
  const fields = {
    ...Object.fromEntries(Object.entries(one.paper.item).filter(([field]) => !APART.has(field))),
    reference_count: referenceCount,
    open_access: openAccess,
  };
  return [...toSaid(one, fields, at), ...inCommon(one, at)];
}

/** What is known beside the item, and is so of all versions. */
function inCommon(one: SaidPaper, at: number): FieldSaid[] {
  const { topics, tldr, citedBy, retraction } = one.paper;
  return toSaid(one, { topics, tldr, cited_by: citedBy, retraction }, at);
}

function toSaid({ source, paper }: SaidPaper, fields: Readonly<Record<string, unknown>>, at: number): FieldSaid[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) => {
      const confidence = confidenceOf(source, field, value, paper.item);
      return { field, value: value as FieldSaid['value'], source, at, confidence };
    });
}

const SURE = 0.5;

/** Of what counts as said with some confidence, by the order for the field. */
function inOrder(said: readonly FieldSaid[]): FieldSaid[] {
  const order = orderFor(said[0]?.field ?? '') as readonly string[];
  const rank = ({ source, confidence }: FieldSaid) => order.indexOf(source) + (confidence < SURE ? order.length : 0);
  return said.toSorted((one, other) => rank(one) - rank(other));
}

function shown(said: readonly FieldSaid[], own: readonly SaidPaper[], others: readonly SaidPaper[]): SourcedPaper {
  const best = new Map<string, unknown>();
  for (const { field, value } of said) if (!best.has(field)) best.set(field, value);
  const take = (field: string): unknown => {
    const value = best.get(field);
    best.delete(field);
    return value;
  };
  const around = {
    topics: take('topics'),
    tldr: take('tldr'),
    citedBy: take('cited_by'),
    referenceCount: take('reference_count'),
    openAccess: take('open_access'),
  };
  best.delete('retraction');
  const identifiers = each(
    own.flatMap(({ paper }) => paper.item.identifiers),
    identifierKey,
  );
  const item = {
    type: 'document',
    contributors: [],
    ...Object.fromEntries(best),
    identifiers,
  } as unknown as BibliographicItem;
  const versions = versionsOf(own, others, identifiers);
  const retraction = gravest([...own, ...others].flatMap(({ paper }) => paper.retraction ?? []));
  const beside = { ...around, ...(versions.length > 0 ? { versions } : {}), ...(retraction ? { retraction } : {}) };
  return { item, ...Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined)) };
}

function versionsOf(
  own: readonly SaidPaper[],
  others: readonly SaidPaper[],
  identifiers: readonly Identifier[],
): RelatedVersion[] {
  const known = new Set(identifiers.map(identifierKey));
  const said = [...own.flatMap(({ paper }) => paper.versions ?? []), ...others.flatMap(({ paper }) => appeared(paper))];
  return each(said, ({ identifier }) => identifierKey(identifier)).filter(
    ({ identifier }) => !known.has(identifierKey(identifier)),
  );
}

/** The first of each. */
function each<T>(all: readonly T[], key: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of all) if (!found.has(key(one))) found.set(key(one), one);
  return [...found.values()];
}
