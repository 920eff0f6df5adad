/** A record as the text that is kept of it, and a write as the arguments of the script that does it. */
import type { IndexEntry, RecordParent } from '@zapomni/core/model';
import type { RecordPut, RecordWrite, StoredRecord } from '@zapomni/core/ports';
import { parentName, readParent } from '../../../shared/records/parent-name.ts';

/** What the other keys have of a record, so that it can be taken away from them again. */
interface Facts {
  /** The parent's name; empty for none. */
  readonly p: string;
  readonly e: readonly (readonly [index: string, value: string, unique: 0 | 1])[];
  readonly b: readonly string[];
}

export type RecordPlace = Pick<StoredRecord, 'collection' | 'key'>;

/** A record with all that was said of it when it was put. */
export interface WholeRecord extends StoredRecord {
  readonly entries: readonly IndexEntry[];
  readonly blobs: readonly string[];
}

/** The first line says what is known of the record, the rest is its value. */
export function readRecord(collection: string, key: string, text: string): StoredRecord {
  const { value, version, createdAt, updatedAt, facts } = parse(text);
  return { collection, key, value, version, createdAt, updatedAt, parent: toParent(facts) };
}

export function readWhole(collection: string, key: string, text: string): WholeRecord {
  const { e, b } = parse(text).facts;
  const entries = e.map(([index, value, unique]) => ({ index, value, unique: unique === 1 }));
  return { ...readRecord(collection, key, text), entries, blobs: b };
}

function parse(text: string) {
  const end = text.indexOf('\n');
  const [version, createdAt, updatedAt, ...facts] = text.slice(0, end).split(' ');
  return {
    value: text.slice(end + 1),
    version: Number(version),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    facts: JSON.parse(facts.join(' ')) as Facts,
  };
}

function toParent({ p }: Facts): RecordParent | null {
  return p === '' ? null : readParent(p);
}

export function toArgs(write: RecordWrite): string[] {
  const { collection, key } = write;
  const version = write.ifVersion === undefined ? '' : String(write.ifVersion);
  if (write.op === 'delete') return ['delete', collection, key, version];
  return ['put', collection, key, version, toFacts(write), write.value];
}

/** As another store has it. */
export function toLoadArgs(record: WholeRecord): string[] {
  const { collection, key, value, version, createdAt, updatedAt } = record;
  return ['load', collection, key, '', toFacts(record), value, ...[version, createdAt, updatedAt].map(String)];
}

export function toUnloadArgs({ collection, key }: RecordPlace): string[] {
  return ['unload', collection, key, ''];
}

/** What is said twice counts once. JSON writes no line break and no NUL as such. */
function toFacts({ parent, entries, blobs }: Pick<RecordPut, 'parent' | 'entries' | 'blobs'>): string {
  const distinct = new Map(entries.map((entry) => [`${entry.index} ${entry.value}`, entry]));
  const facts: Facts = {
    p: parent ? parentName(parent) : '',
    e: Array.from(distinct.values(), ({ index, value, unique }) => [index, value, unique ? 1 : 0]),
    b: [...new Set(blobs)],
  };
  return JSON.stringify(facts);
}
