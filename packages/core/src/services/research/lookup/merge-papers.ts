/** What several sources say of one work as one paper, and beside it who said what: pure, and in the shape in which it is kept. */
import { identifierKey, type BibliographicItem, type Identifier } from '../../../model/papers/index.ts';
import type { PaperSourceName, RelatedVersion, Retraction, SourcedPaper } from '../../../ports/index.ts';
import type { FieldSaid } from '../library/store/field-record.ts';
import { confidenceOf, orderFor } from './field-order.ts';

export interface SaidPaper {
  readonly source: PaperSourceName;
  readonly paper: SourcedPaper;
}

export interface MergedPaper {
  readonly paper: SourcedPaper;
  /** Each field with all that was said of it; the one that is shown comes first. */
  readonly said: readonly FieldSaid[];
}

/** Null where nobody said anything. `asked`: the ids by which it was asked for. */
export function mergePapers(all: readonly SaidPaper[], asked: readonly Identifier[], at: number): MergedPaper | null {
  const own = all.filter(({ paper }) => !isOtherVersion(paper, asked));
  const whole = own.length > 0 ? own : all;
  if (whole.length === 0) return null;
  const said = [
    ...whole.flatMap((one) => saidOf(one, at)),
    ...all.filter((one) => !whole.includes(one)).flatMap((one) => aroundOf(one, at)),
  ];
  const ordered = [...Map.groupBy(said, ({ field }) => field).values()].flatMap(inOrder);
  return { paper: shown(ordered, all, whole), said: ordered };
}

/** Collectors have a preprint and what became of it as one; its fields are then those of the other. */
function isOtherVersion({ item, versions = [] }: SourcedPaper, asked: readonly Identifier[]): boolean {
  const keys = new Set(asked.map(identifierKey));
  const has = (ids: readonly Identifier[]) => ids.some((id) => keys.has(identifierKey(id)));
  return !has(item.identifiers) && has(versions.map(({ identifier }) => identifier));
}

const APART: ReadonlySet<string> = new Set(['identifiers', 'citekey', 'files']);

function saidOf(one: SaidPaper, at: number): FieldSaid[] {
  const fields = Object.entries(one.paper.item).filter(([field]) => !APART.has(field));
  return [...fields.flatMap(([field, value]) => toSaid(one, field, value, at)), ...aroundOf(one, at)];
}

/** What is known beside the item, which versions have in common. */
function aroundOf(one: SaidPaper, at: number): FieldSaid[] {
  const { topics, tldr, citedBy, referenceCount, openAccess, retraction } = one.paper;
  const fields = {
    topics,
    tldr,
    cited_by: citedBy,
    reference_count: referenceCount,
    open_access: openAccess,
    retraction,
  };
  return Object.entries(fields).flatMap(([field, value]) => toSaid(one, field, value, at));
}

function toSaid({ source }: SaidPaper, field: string, value: unknown, at: number): FieldSaid[] {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  return [{ field, value: value as FieldSaid['value'], source, at, confidence: confidenceOf(source, field, value) }];
}

const SURE = 0.5;

/** Of what counts as said with some confidence, by the order for the field. */
function inOrder(said: readonly FieldSaid[]): FieldSaid[] {
  const order = orderFor(said[0]?.field ?? '') as readonly string[];
  const rank = ({ source, confidence }: FieldSaid) => order.indexOf(source) + (confidence < SURE ? order.length : 0);
  return said.toSorted((one, other) => rank(one) - rank(other));
}

function shown(said: readonly FieldSaid[], all: readonly SaidPaper[], own: readonly SaidPaper[]): SourcedPaper {
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
  const versions = versionsOf(all, own, identifiers);
  const retraction = gravest(all.flatMap(({ paper }) => paper.retraction ?? []));
  const others = { ...around, ...(versions.length > 0 ? { versions } : {}), ...(retraction ? { retraction } : {}) };
  return { item, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) };
}

function versionsOf(
  all: readonly SaidPaper[],
  own: readonly SaidPaper[],
  identifiers: readonly Identifier[],
): RelatedVersion[] {
  const others = all
    .filter((one) => !own.includes(one))
    .flatMap(({ paper }) => {
      const doi = paper.item.identifiers.find(({ scheme }) => scheme === 'doi');
      return doi ? [{ identifier: doi, relation: 'published' as const }] : [];
    });
  const known = new Set(identifiers.map(identifierKey));
  const said = [...own.flatMap(({ paper }) => paper.versions ?? []), ...others];
  return each(said, ({ identifier }) => identifierKey(identifier)).filter(
    ({ identifier }) => !known.has(identifierKey(identifier)),
  );
}

const GRAVITY: readonly Retraction['kind'][] = ['retraction', 'withdrawal', 'concern', 'correction'];

/** Whoever says that it was retracted is heard; of several who do, whoever says most. */
export function gravest(all: readonly Retraction[]): Retraction | undefined {
  const weight = (one: Retraction) => GRAVITY.indexOf(one.kind) * 10 - Object.keys(one).length;
  return all.toSorted((one, other) => weight(one) - weight(other))[0];
}

/** The first of each. */
function each<T>(all: readonly T[], key: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of all) if (!found.has(key(one))) found.set(key(one), one);
  return [...found.values()];
}
