/** `--jsonl`: one memory per line, checked here as strictly as the tool checks its arguments. */
import type { Readable } from 'node:stream';
import type { MemoryDraft } from '@zapomni/core/memories';
import { invalidField } from '@zapomni/core/errors';
import { inputLines } from '@zapomni/providers/streams';
import { checkKind, type FactArguments } from '../arguments/memory-arguments.ts';
import type { SourcedDraft } from './sourced-draft.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const FIELDS: Readonly<Record<string, { readonly check: Check; readonly takes: string }>> = {
  text: { check: isText, takes: 'text' },
  source: { check: isText, takes: 'text' },
  kind: { check: isText, takes: 'text' },
  key: { check: isText, takes: 'text' },
  supersedes: { check: isText, takes: 'the id of a memory' },
  tags: { check: (value) => Array.isArray(value) && value.every(isText), takes: 'a list of texts' },
  metadata: { check: isObject, takes: 'an object' },
};

/** `facts` hold for lines that do not say otherwise. Blank lines are skipped. */
export async function* readLines(input: Readable, facts: FactArguments): AsyncGenerator<SourcedDraft> {
  let bytes = 0;
  for await (const line of inputLines(input)) {
    const where = `line ${line.number}`;
    if (line.text === null) throw invalidField(where, 'is not UTF-8 text');
    bytes += line.bytes;
    if (line.text.trim() === '') continue;
    yield { where, bytes, draft: { ...facts, ...parseLine(line.text, where) } };
    bytes = 0;
  }
}

function parseLine(line: string, where: string): MemoryDraft {
  const value = parseJson(line, where);
  for (const [name, content] of Object.entries(value)) {
    const field = FIELDS[name];
    if (!field)
      throw invalidField(
        `${where}, ${name.slice(0, 40)}`,
        'unknown field',
        `Known: ${Object.keys(FIELDS).join(', ')}.`,
      );
    if (!field.check(content)) throw invalidField(`${where}, ${name}`, `must be ${field.takes}`);
  }
  const { text, kind } = value;
  if (typeof text !== 'string') throw invalidField(`${where}, text`, 'is missing');
  if (typeof kind === 'string') checkKind(kind, `${where}, kind`);
  return { ...value, text };
}

function parseJson(line: string, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw invalidField(where, 'is not JSON');
  }
  if (!isObject(value)) throw invalidField(where, 'must be an object');
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
