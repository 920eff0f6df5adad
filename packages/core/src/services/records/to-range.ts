/** A question to a collection as a stretch of one of its indexes, or of its keys. */
import { invalidField } from '../../errors/index.ts';
import type { RecordRange } from '../../ports/index.ts';
import type { IndexDefinition } from './define-collection.ts';
import { afterAll, beginText, beginType, encodeParts, type IndexPart } from './index-key.ts';
import { toPart } from './to-write.ts';

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

export interface RangeQuery<Index extends string, Value> {
  /** By keys when absent. */
  readonly index?: Index;
  /** Values of the index's first fields; one item of a field that is a list. */
  readonly where?: { readonly [Field in keyof Value]?: ItemOf<Value[Field]> };
  /** Of the field after those, or of the key: from this one on, up to that one, which is left out. Of one type alone. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Texts that begin so, in the place of from and to. */
  readonly prefix?: string;
}

type Indexes = Readonly<Record<string, IndexDefinition<string>>>;

export function toRange<Index extends string, Value>(
  collection: string,
  indexes: Indexes,
  query: RangeQuery<Index, Value>,
): RecordRange {
  const { index, where = {} } = query;
  if (index === undefined) return { collection, ...keyRange(query) };
  const definition = indexes[index];
  if (!definition) throw invalidField('index', 'is none of the collection');
  const base = encodeParts(firstParts(definition.fields, where));
  return { collection, index, ...between(base, query) };
}

type Bounds = Pick<RecordRange, 'from' | 'to'>;

function keyRange<Value>({ where, from, to, prefix }: RangeQuery<string, Value>): Bounds {
  if (where !== undefined) throw invalidField('where', 'needs an index');
  if (prefix !== undefined) return bounds(prefix, afterAll(prefix));
  return bounds(from === undefined ? undefined : String(from), to === undefined ? undefined : String(to));
}

/** The fields given must be the first ones. */
function firstParts(fields: readonly string[], where: Readonly<Record<string, unknown>>): IndexPart[] {
  const given = Object.keys(where);
  const first = fields.slice(0, given.length);
  const stray = given.find((field) => !first.includes(field));
  if (stray !== undefined) throw invalidField(`where.${stray}`, `is not among the first fields of the index`);
  return first.map((field) => toPart(where[field], field));
}

function between(base: string, { from, to, prefix }: RangeQuery<string, unknown>): Bounds {
  if (prefix !== undefined) return bounds(base + beginText(prefix), afterAll(base + beginText(prefix)));
  const type = from ?? to;
  const all = type === undefined ? base : base + beginType(type);
  return bounds(
    from === undefined ? all : base + encodeParts([from]),
    to === undefined ? afterAll(all) : base + encodeParts([to]),
  );
}

function bounds(from: string | undefined, to: string | undefined): Bounds {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
