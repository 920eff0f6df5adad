/** What the clauses about records are written with. */
import type { RecordParent } from '@zapomni/core/model';
import type { RecordPut, RecordScan, RecordWrite, Storage, StoredRecord } from '@zapomni/core/ports';
import { NOW, WORKSPACE } from '../storage/fixtures.ts';

export const COLLECTION = 'things';

export interface PutOptions {
  readonly collection?: string;
  readonly value?: string;
  /** Values of indexes that others may have too, and of those that must be the record's alone. */
  readonly shared?: Readonly<Record<string, string | readonly string[]>>;
  readonly unique?: Readonly<Record<string, string>>;
  readonly parent?: RecordParent;
  readonly blobs?: readonly string[];
  readonly ifVersion?: number;
}

export function put(key: string, options: PutOptions = {}): RecordPut {
  const { collection = COLLECTION, value = JSON.stringify({ key }), parent = null, blobs = [], ifVersion } = options;
  const shared = Object.entries(options.shared ?? {}).flatMap(([index, values]) =>
    [values].flat().map((one) => ({ index, value: one, unique: false })),
  );
  const unique = Object.entries(options.unique ?? {}).map(([index, one]) => ({ index, value: one, unique: true }));
  const entries = [...shared, ...unique];
  return {
    op: 'put',
    collection,
    key,
    value,
    entries,
    parent,
    blobs,
    ...(ifVersion === undefined ? {} : { ifVersion }),
  };
}

export function drop(key: string, options: { readonly collection?: string; readonly ifVersion?: number } = {}) {
  return { op: 'delete', key, collection: COLLECTION, ...options } satisfies RecordWrite;
}

/** Of another record. */
export const under = (key: string, collection = COLLECTION): RecordParent => ({ collection, key });

export function write(storage: Storage, ...writes: RecordWrite[]): Promise<readonly number[]> {
  return storage.records.write(WORKSPACE, writes, NOW);
}

export async function getOne(
  storage: Storage,
  key: string,
  collection = COLLECTION,
): Promise<StoredRecord | undefined> {
  const [record] = await storage.records.get(WORKSPACE, collection, [key]);
  return record;
}

type Scan = Partial<RecordScan>;

/** All keys of a scan, in its order, in pages of the size asked. */
export async function keysIn(storage: Storage, scan: Scan = {}, workspace = WORKSPACE): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const place: Scan = cursor === null ? {} : { cursor };
    const asked: RecordScan = { collection: COLLECTION, limit: 100, ...scan, ...place };
    const page = await storage.records.scan(workspace, asked);
    if (page.next !== null && page.items.length === 0) throw new Error('an empty page that is not the last');
    keys.push(...page.items.map(({ key }) => key));
    cursor = page.next;
  } while (cursor !== null);
  return keys;
}

export const countAll = (storage: Storage, collection = COLLECTION): Promise<number> =>
  storage.records.count(WORKSPACE, { collection });

/** A hash, as blobs are named by. */
export const blob = (digit: string): string => digit.repeat(64);
