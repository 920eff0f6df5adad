/** A file of JSON Lines as it was when reading began, line by line. What is broken is told and passed over. */
import { createReadStream } from 'node:fs';
import { fileNameOf, reasonOf } from './broken.ts';
import { inputLines, type InputLine } from '../streams/input-lines.ts';
import type { TranscriptFile, TranscriptReading } from '@zapomni/core/ports';

export interface JsonLine {
  /** From 1. */
  readonly number: number;
  readonly value: unknown;
}

const LONGEST_LINE = 64_000_000;

export async function* jsonLines(file: TranscriptFile, reading: TranscriptReading): AsyncGenerator<JsonLine> {
  const broken = (where: string, why: string): void =>
    reading.onBroken?.({ where: `${fileNameOf(file)}${where}`, why });
  if (file.bytes === 0) return;
  try {
    const input = createReadStream(file.path, { end: file.bytes - 1, signal: reading.signal });
    for await (const line of inputLines(input, LONGEST_LINE)) {
      reading.onBytes?.(line.bytes);
      if (line.text?.trim() === '') continue;
      const value = line.text === null ? undefined : parsed(line.text);
      const why = value === undefined ? whyNot(line) : null;
      if (value !== undefined) yield { number: line.number, value };
      else if (why !== null) broken(` line ${line.number}`, why);
    }
  } catch (error) {
    reading.signal?.throwIfAborted();
    broken('', reasonOf(error));
  }
}

/** Null for the last line of a session that goes on: it may be half there. */
function whyNot({ text, bytes, ended }: InputLine): string | null {
  if (text === null) return bytes > LONGEST_LINE ? 'is longer than 64 MB' : 'is not UTF-8';
  return ended ? 'is not JSON' : null;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether these words stand anywhere in the file: most have none of them, and need no look ahead. */
export async function mentions(file: TranscriptFile, words: string, { signal }: TranscriptReading): Promise<boolean> {
  if (file.bytes === 0) return false;
  const wanted = Buffer.from(words);
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(file.path, { end: file.bytes - 1, signal }) as AsyncIterable<Buffer>) {
      const seen = Buffer.concat([tail, chunk]);
      if (seen.includes(wanted)) return true;
      tail = seen.subarray(Math.max(0, seen.length - wanted.length));
    }
  } catch {
    signal?.throwIfAborted();
  }
  return false;
}
