/** Reads an export line by line. What is wrong with it is told by the number of the line, never by what the line says. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ZapomniError } from '../../errors/index.ts';
import { compareNames, nameOf, Tally, type RecordName, type Totals, type TransferRecord } from '../../model/index.ts';
import { isCounted } from './amount.ts';
import { EXPORT_VERSION } from './export-lines.ts';
import { recordSchema } from './record-schema.ts';

const headerSchema = z.object({ zapomni: z.literal('export'), version: z.int() });
const endSchema = z.strictObject({ zapomni: z.literal('end'), records: z.int(), sha256: z.string() });

export interface ExportLine {
  readonly record: TransferRecord;
  /** Length of the line. */
  readonly length: number;
}

export interface CheckedExport {
  /** The hash that the export ends with. */
  readonly hash: string;
  readonly records: number;
  /** Of memories and records. */
  readonly amount: number;
  readonly totals: Totals;
}

/** Reads all of it. INVALID_INPUT unless it is whole and in order, with nothing changed since it was written. */
export async function checkExport(lines: AsyncIterable<string>): Promise<CheckedExport> {
  const tally = new Tally();
  let [records, amount] = [0, 0];
  let last: RecordName | null = null;
  const end: { hash?: string } = {};
  for await (const { record } of readExport(lines, end)) {
    const name = nameOf(record);
    if (last && compareNames(last, name) >= 0) throw unreadable(records + 2, 'is not in its place');
    last = name;
    tally.add(record);
    records += 1;
    if (isCounted(record)) amount += 1;
  }
  return { hash: end.hash ?? '', records, amount, totals: tally.totals() };
}

/** Fails where the export turns out to be cut off or changed; `end` gets its hash when it is not. */
export async function* readExport(
  lines: AsyncIterable<string>,
  end: { hash?: string } = {},
): AsyncGenerator<ExportLine> {
  const hash = createHash('sha256');
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (end.hash !== undefined) throw unreadable(number, 'comes after the end');
    const value = parseJson(line, number);
    if (number === 1) checkHeader(value);
    else if (isEnd(value)) end.hash = checkEnd(value, number, hash.copy().digest('hex'));
    else yield { record: parseRecord(value, number), length: line.length };
    hash.update(line).update('\n');
  }
  if (end.hash === undefined)
    throw new ZapomniError('INVALID_INPUT', 'The export is cut off: its last line is missing.', HINT);
}

const HINT = { hint: 'Take another copy of it; nothing was written.' };

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw unreadable(number, 'is not JSON');
  }
}

function checkHeader(value: unknown): void {
  const { data } = headerSchema.safeParse(value);
  if (!data)
    throw new ZapomniError('INVALID_INPUT', 'The file is not an export of Zapomni.', {
      hint: 'Name a file that `zapomni export` wrote.',
    });
  if (data.version <= EXPORT_VERSION) return;
  throw new ZapomniError('STORE_TOO_NEW', 'The export was written by a newer version of Zapomni.', {
    hint: 'Update Zapomni, then import it.',
  });
}

type End = z.infer<typeof endSchema>;

function isEnd(value: unknown): value is End {
  return endSchema.safeParse(value).success;
}

function checkEnd({ records, sha256 }: End, number: number, hash: string): string {
  if (records === number - 2 && sha256 === hash) return hash;
  throw new ZapomniError('INVALID_INPUT', 'The export was changed since it was written: its hash is another.', HINT);
}

function parseRecord(value: unknown, number: number): TransferRecord {
  const { data, error } = recordSchema.safeParse(value);
  if (data) return data;
  throw unreadable(number, `is no record: ${error.issues[0]?.path.join('.') || 'its kind'} is not as it should be`);
}

function unreadable(number: number, what: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', `Line ${number} of the export ${what}.`, HINT);
}
