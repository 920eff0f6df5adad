/** A file, taken apart as its format wants it, and what the format finds in it. What goes wrong in one place is a finding too. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Cut, Finding, ImportFormat, ImportOptions, SourceItem } from '@zapomni/core/import';
import { ZapomniError } from '@zapomni/core/errors';
import { BrokenJson, databaseRows, inputLines, isDatabase, jsonElements } from '@zapomni/providers/streams';
import { BrokenCsv, csvRows } from './csv-rows.ts';
import type { FoundFile } from './source-files.ts';

const LARGEST_NOTE = 64_000_000;
const NOT_UTF8 = 'is not UTF-8 text';

export interface Reading {
  readonly format: ImportFormat;
  readonly options: ImportOptions;
  /** Bytes of the source that were read since the last time. */
  readonly onBytes: (bytes: number) => void;
}

type Item = SourceItem | { readonly where: string; readonly skipped: string };

export async function* readSource(file: FoundFile, reading: Reading): AsyncGenerator<Finding> {
  const { format, options } = reading;
  const cut = format.cutOf(file.relative, file.named);
  const where = file.relative;
  if (cut === null) {
    reading.onBytes(file.bytes);
    yield { where, skipped: 'is not a file of this format' };
    return;
  }
  const reader = format.open(file, options);
  let items = 0;
  try {
    for await (const item of itemsOf(file, cut, reading)) {
      items++;
      if ('skipped' in item) yield item;
      else yield* reader.take(item);
    }
    if (items === 0) yield { where, skipped: 'has nothing that this format knows' };
  } catch (error) {
    yield { where, skipped: reasonOf(error) };
  }
  yield* reader.end?.() ?? [];
}

function itemsOf(file: FoundFile, cut: Cut, reading: Reading): AsyncIterable<Item> {
  if (cut === 'note') return note(file, reading);
  if (cut === 'lines') return lines(file, reading);
  if (cut === 'csv') return rows(file, reading);
  return isDatabase(file.path) ? tables(file, reading) : elements(file, reading);
}

async function* note({ path, relative: where, bytes }: FoundFile, { onBytes }: Reading): AsyncGenerator<Item> {
  onBytes(bytes);
  if (bytes > LARGEST_NOTE) yield { where, skipped: 'is larger than 64 MB' };
  else yield { where, part: '', value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
}

async function* lines({ path, relative }: FoundFile, { onBytes }: Reading): AsyncGenerator<Item> {
  for await (const { number, text, bytes } of inputLines(createReadStream(path))) {
    onBytes(bytes);
    if (text?.trim() === '') continue;
    const where = `${relative} line ${number}`;
    yield text === null ? { where, skipped: NOT_UTF8 } : parsed(where, '', text);
  }
}

async function* elements(file: FoundFile, reading: Reading): AsyncGenerator<Item> {
  for await (const { part, number, text } of jsonElements(textOf(file, reading))) {
    const where = `${file.relative} ${part === '' ? '' : `${part} `}${number}`;
    yield text === null ? { where, skipped: 'is longer than 64 million characters' } : parsed(where, part, text);
  }
}

async function* tables(file: FoundFile, { format, onBytes }: Reading): AsyncGenerator<Item> {
  onBytes(file.bytes);
  if (!format.queries) yield { where: file.relative, skipped: 'is a database, which this format is not read from' };
  for (const { part, number, row } of databaseRows(file.path, format.queries ?? {}))
    yield { where: `${file.relative} ${part} ${number}`, part, value: row };
}

async function* rows(file: FoundFile, reading: Reading): AsyncGenerator<Item> {
  let names: readonly string[] | null = null;
  for await (const { line, cells } of csvRows(textOf(file, reading))) {
    const where = `${file.relative} line ${line}`;
    if (cells.length === 1 && cells[0]?.trim() === '') continue;
    if (!names) names = cells.map((name) => name.trim());
    else if (cells.length !== names.length) yield { where, skipped: 'has more or fewer cells than the line of names' };
    else yield { where, part: '', value: Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])) };
  }
}

function parsed(where: string, part: string, text: string): Item {
  try {
    return { where, part, value: JSON.parse(text) as unknown };
  } catch {
    return { where, skipped: 'is not JSON' };
  }
}

async function* textOf({ path }: FoundFile, { onBytes }: Reading): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** What the system or a reader says of the file, without its contents; what is our own fault stays an error. */
function reasonOf(error: unknown): string {
  if (error instanceof BrokenJson || error instanceof BrokenCsv) return error.message;
  if (!(error instanceof Error) || error instanceof ZapomniError || !('code' in error)) throw error;
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return NOT_UTF8;
  if (error.code === 'ERR_SQLITE_ERROR') return 'is a database that cannot be read';
  if ('syscall' in error) return 'cannot be read';
  throw error;
}
