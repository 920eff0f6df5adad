/**
 * The lines of an export without what contradicts itself, for a store that is made anew. A memory of which passages are missing
 * is cut anew, so that search reaches all of its text again. Vectors and mentions stand on passages: it then waits to be
 * embedded and to be read, like a new one.
 */
import { createHash } from 'node:crypto';
import {
  cutPassages,
  plainRecord,
  type MemoryRecord,
  type PassageOptions,
  type TransferRecord,
} from '../../model/index.ts';
import { EXPORT_VERSION } from '../migrate/export-lines.ts';
import { readExport } from '../migrate/read-export.ts';

/** An export again, with an end of its own. */
export async function* mendLines(lines: AsyncIterable<string>, options: PassageOptions): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = JSON.stringify(value);
    hash.update(text).update('\n');
    return text;
  };
  let records = 0;
  yield line({ zapomni: 'export', version: EXPORT_VERSION });
  for await (const { record } of readExport(lines)) {
    yield line(plainRecord(mend(record, options)));
    records += 1;
  }
  yield JSON.stringify({ zapomni: 'end', records, sha256: hash.digest('hex') });
}

function mend(record: TransferRecord, options: PassageOptions): TransferRecord {
  if (record.kind !== 'memory') return record;
  const whole = isTorn(record) ? cutAnew(record, options) : record;
  return { ...whole, memory: { ...whole.memory, passageCount: whole.passages.length } };
}

function isTorn({ memory: { text }, passages }: MemoryRecord): boolean {
  let reached = 0;
  for (const { start, end } of passages.toSorted((a, b) => a.start - b.start)) {
    if (start > reached && text.slice(reached, start).trim() !== '') return true;
    reached = Math.max(reached, end);
  }
  return text.slice(reached).trim() !== '';
}

function cutAnew(record: MemoryRecord, options: PassageOptions): MemoryRecord {
  const passages = [...cutPassages(record.memory.text, options)];
  return { ...record, passages, vectors: [], mentions: [], unread: record.unread ?? [] };
}
