/** A collection as services use it: typed, checked, by key and by index. Not for clients: they see what services make of it. */
import type { z } from 'zod';
import { ZapomniError } from '../../errors/index.ts';
import type { RecordDelete, RecordPage, RecordPut, RecordScan, RecordStore, StoredRecord } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { CollectionDefinition } from './define-collection.ts';
import { firstText } from './index-key.ts';
import { toRange, type RangeQuery } from './to-range.ts';
import { toPut, type PutOptions } from './to-write.ts';

export interface Kept<Value> {
  readonly key: string;
  readonly value: Value;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The id of the memory, or the key of the record, that this one goes with. */
  readonly parent: string | null;
}

export interface KeptPage<Value> {
  readonly items: readonly Kept<Value>[];
  readonly next: string | null;
}

export interface ListQuery<Index extends string, Value> extends RangeQuery<Index, Value> {
  readonly descending?: boolean;
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

type DeleteOptions = Pick<PutOptions, 'ifVersion'>;

export interface Collection<Value, Input, Index extends string> {
  get(workspace: string, key: string): Promise<Kept<Value> | null>;
  /** In the order asked; those that do not exist are left out. */
  getMany(workspace: string, keys: readonly string[]): Promise<Kept<Value>[]>;
  /** Replaces all of the record. The version that it has then. INVALID_INPUT names the field. */
  put(workspace: string, key: string, value: Input, options?: PutOptions): Promise<number>;
  /** Many, in portions that are each done whole or not at all. */
  putMany(workspace: string, items: Iterable<readonly [key: string, value: Input]>): Promise<number>;
  delete(workspace: string, key: string, options?: DeleteOptions): Promise<void>;
  list(workspace: string, query?: ListQuery<Index, Value>): Promise<KeptPage<Value>>;
  /** All of them, a page at a time. Each is taken apart when its turn comes: values of a whole page would outlive the garbage of making them. */
  each(workspace: string, query?: Omit<ListQuery<Index, Value>, 'cursor'>): AsyncGenerator<Kept<Value>>;
  /** A page for each question, in one way to the store. */
  listMany(workspace: string, queries: readonly ListQuery<Index, Value>[]): Promise<KeptPage<Value>[]>;
  count(workspace: string, query?: RangeQuery<Index, Value>): Promise<number>;
  /** For each, in the order asked. */
  countMany(workspace: string, queries: readonly RangeQuery<Index, Value>[]): Promise<readonly number[]>;
  /** Of an index of one text: the texts that at least so many records have, with how many do. */
  tally(workspace: string, index: Index, least: number): Promise<ReadonlyMap<string, number>>;
  /** For a write together with others, or with memories. */
  writeFor(key: string, value: Input, options?: PutOptions): RecordPut;
  deletionOf(key: string, options?: DeleteOptions): RecordDelete;
}

const PAGE = 50;
const PORTION = 500;
const PORTION_LENGTH = 4_000_000;

type Services = Pick<Deps, 'storage' | 'clock'>;

export function collection<Schema extends z.ZodObject, Index extends string>(
  { storage, clock }: Services,
  definition: CollectionDefinition<Schema, Index>,
): Collection<z.output<Schema>, z.input<Schema>, Index> {
  type Value = z.output<Schema>;
  const { records } = storage;
  const { name } = definition;
  const read = (record: StoredRecord) => toKept<Value>(definition, record);
  const writeFor = (key: string, value: z.input<Schema>, options?: PutOptions) =>
    toPut(definition, key, value, options);
  const deletionOf = (key: string, options: DeleteOptions = {}): RecordDelete => ({
    op: 'delete',
    collection: name,
    key,
    ...options,
  });
  const scanFor = (query: ListQuery<Index, Value>) => toScan(definition, query);
  const toPage = ({ items, next }: RecordPage): KeptPage<Value> => ({ items: items.map(read), next });
  const getMany = async (workspace: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : (await records.get(workspace, name, keys)).map(read);
  return {
    getMany,
    writeFor,
    deletionOf,
    get: async (workspace, key) => (await getMany(workspace, [key]))[0] ?? null,
    put: async (workspace, key, value, options) => {
      const [version = 0] = await records.write(workspace, [writeFor(key, value, options)], clock.now());
      return version;
    },
    putMany: async (workspace, items) => {
      let done = 0;
      for (const portion of portions(items, ([key, value]) => writeFor(key, value))) {
        await records.write(workspace, portion, clock.now());
        done += portion.length;
      }
      return done;
    },
    delete: async (workspace, key, options) => {
      await records.write(workspace, [deletionOf(key, options)], clock.now());
    },
    list: async (workspace, query = {}) => toPage(await records.scan(workspace, scanFor(query))),
    each: (workspace, query = {}) =>
      oneByOne((place) => records.scan(workspace, scanFor({ ...query, ...place })), read),
    listMany: async (workspace, queries) =>
      queries.length === 0 ? [] : (await records.scanMany(workspace, queries.map(scanFor))).map(toPage),
    ...counting(records, definition),
  };
}

type Counting<Value, Index extends string> = Pick<Collection<Value, unknown, Index>, 'count' | 'countMany' | 'tally'>;

function counting<Value, Index extends string>(
  records: RecordStore,
  { name, indexes }: Pick<CollectionDefinition<z.ZodObject, string>, 'name' | 'indexes'>,
): Counting<Value, Index> {
  const rangeFor = (query: RangeQuery<Index, Value>) => toRange(name, indexes, query);
  return {
    count: (workspace, query = {}) => records.count(workspace, rangeFor(query)),
    countMany: async (workspace, queries) =>
      queries.length === 0 ? [] : records.countMany(workspace, queries.map(rangeFor)),
    tally: async (workspace, index, least) => {
      const found = await records.tally(workspace, { collection: name, index }, least);
      return new Map(found.flatMap(({ value, records: many }) => toPair(firstText(value), many)));
    },
  };
}

function toPair(text: string | null, many: number): [string, number][] {
  return text === null ? [] : [[text, many]];
}

/** What was handed on is let go of: half of a page outlives the next look for garbage, instead of all. */
async function* oneByOne<Item>(
  pageAt: (place: { readonly cursor?: string }) => Promise<RecordPage>,
  read: (record: StoredRecord) => Item,
): AsyncGenerator<Item> {
  let place: { readonly cursor?: string } | null = {};
  while (place) {
    const { waiting, next } = lastFirst(await pageAt(place));
    place = next === null ? null : { cursor: next };
    for (let record = waiting.pop(); record; record = waiting.pop()) yield read(record);
  }
}

function lastFirst({ items, next }: RecordPage) {
  return { waiting: items.toReversed(), next };
}

function toScan<Index extends string, Value>(
  { name, indexes }: Pick<CollectionDefinition<z.ZodObject, string>, 'name' | 'indexes'>,
  { descending = false, limit = PAGE, cursor, ...range }: ListQuery<Index, Value>,
): RecordScan {
  return { ...toRange(name, indexes, range), descending, limit, ...(cursor === undefined ? {} : { cursor }) };
}

/** Through the schema, so that fields which came later have their defaults. */
function toKept<Value>(definition: CollectionDefinition<z.ZodObject, string>, record: StoredRecord): Kept<Value> {
  const { key, version, createdAt, updatedAt } = record;
  const { data, error } = definition.schema.safeParse(JSON.parse(record.value));
  if (data) return { key, value: data as Value, version, createdAt, updatedAt, parent: parentIn(record) };
  const field = error.issues[0]?.path.map(String).join('.') ?? '';
  throw new ZapomniError('STORE_CORRUPT', `A record of ${definition.name} is not as it should be: ${field}.`);
}

function parentIn({ parent }: StoredRecord): string | null {
  return parent && ('memory' in parent ? parent.memory : parent.key);
}

function* portions<Item>(items: Iterable<Item>, toWrite: (item: Item) => RecordPut): Generator<RecordPut[]> {
  let portion: RecordPut[] = [];
  let length = 0;
  for (const item of items) {
    const write = toWrite(item);
    portion.push(write);
    length += write.value.length;
    if (portion.length < PORTION && length < PORTION_LENGTH) continue;
    yield portion;
    [portion, length] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}
