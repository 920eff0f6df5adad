/** What may be written to collections and asked of them. Nothing has been read or written by then. */
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { IndexEntry, RecordParent } from '@zapomni/core/model';
import type { RecordIndex, RecordPut, RecordRange, RecordScan, RecordWrite } from '@zapomni/core/ports';

const NAME = /^[a-z][a-z0-9_]{0,40}$/;
const HASH = /^[0-9a-f]{64}$/;
const LONGEST_VALUE = 1_048_576;
const LONGEST_KEY = 1024;
const LONGEST_PAGE = 1000;

export function checkWrites(writes: readonly RecordWrite[]): void {
  for (const [place, write] of writes.entries()) {
    const field = `writes[${place}]`;
    checkCollection(write.collection, `${field}.collection`);
    checkKey(write.key, `${field}.key`);
    if (write.op === 'put') checkPut(write, field);
  }
}

function checkPut(put: RecordPut, field: string): void {
  checkText(put.value, `${field}.value`, LONGEST_VALUE);
  for (const entry of put.entries) checkEntry(entry, `${field}.entries`);
  if (put.parent) checkParent(put.parent, `${field}.parent`);
  for (const hash of put.blobs) checkHash(hash, `${field}.blobs`);
}

function checkEntry({ index, value }: IndexEntry, field: string): void {
  if (!NAME.test(index)) throw invalidField(field, 'names an index that is no name');
  checkKey(value, field);
}

function checkParent(parent: RecordParent, field: string): void {
  if ('memory' in parent) return;
  checkCollection(parent.collection, field);
  checkKey(parent.key, field);
}

function checkHash(hash: string, field: string): void {
  if (!HASH.test(hash)) throw invalidField(field, 'is no SHA-256 in hex');
}

export function checkCollection(name: string, field = 'collection'): void {
  if (!NAME.test(name)) throw invalidField(field, 'is no name of a collection', 'Use a-z, 0-9 and _, a letter first.');
}

/** Keys, and values of indexes. */
function checkKey(key: string, field: string): void {
  if (key === '') throw invalidField(field, 'is empty');
  checkText(key, field, LONGEST_KEY);
}

function checkText(text: string, field: string, longest: number): void {
  if (!text.isWellFormed()) throw invalidField(field, 'contains half of a surrogate pair', 'Send valid Unicode text.');
  if (text.includes('\0')) throw invalidField(field, 'contains NUL');
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 > longest && Buffer.byteLength(text) > longest)
    throw new ZapomniError('TOO_LARGE', `${field}: is longer than ${longest} bytes.`, {
      issues: [{ field, error: `is longer than ${longest} bytes` }],
    });
}

export function checkRange(range: RecordRange): void {
  checkCollection(range.collection);
  if (range.index !== undefined && !NAME.test(range.index)) throw invalidField('index', 'is no name of an index');
}

export function checkTally({ collection, index }: RecordIndex, least: number): void {
  checkRange({ collection, index });
  if (!Number.isInteger(least) || least < 1) throw invalidField('least', 'must be 1 or more');
}

export function checkScan(scan: RecordScan): void {
  checkRange(scan);
  if (!Number.isInteger(scan.limit) || scan.limit < 1 || scan.limit > LONGEST_PAGE)
    throw invalidField('limit', `must be 1 to ${LONGEST_PAGE}`);
}
