/** A JSON value as an indented outline: `key: value`, one a line, items with a dash. */
import type { JsonValue } from '@zapomni/core/model';
import type { TextBuilder } from '../text-builder.ts';

const DEEPEST = 100;

/** Undefined if it is no JSON. Numbers that are too long for a number keep their digits. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return (/\d{16}/u.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)) as JsonValue;
  } catch {
    return undefined;
  }
}

function exactly(this: unknown, _key: string, value: JsonValue, { source }: { source?: string } = {}): JsonValue {
  return typeof value === 'number' && source && String(value) !== source ? source : value;
}

export interface OutlineOptions {
  /** Whether what stands at the top and has parts of its own is a section. */
  readonly sections: boolean;
}

export function writeOutline(builder: TextBuilder, value: JsonValue, { sections }: OutlineOptions): void {
  if (!sections || value === null || typeof value !== 'object' || Array.isArray(value)) {
    return writeValue(builder, value, 0);
  }
  for (const [key, part] of Object.entries(value)) {
    if (isCompound(part) && key.trim() !== '') {
      builder.section(key.replace(/\s+/gu, ' ').trim(), 1);
      writeValue(builder, part, 0);
      builder.paragraph();
    } else writeEntry(builder, `${key}:`, part, 0);
  }
}

function writeValue(builder: TextBuilder, value: JsonValue, depth: number): void {
  if (depth > DEEPEST) return void builder.line().add('…').warn('What is nested too deeply was left out.');
  if (Array.isArray(value)) for (const item of value) writeEntry(builder, '-', item, depth);
  else if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) writeEntry(builder, `${key}:`, part, depth);
  } else builder.line().add(String(value));
}

function writeEntry(builder: TextBuilder, mark: string, value: JsonValue, depth: number): void {
  const indent = '  '.repeat(depth);
  builder.line().add(indent + mark);
  if (isCompound(value)) return writeValue(builder, value, depth + 1);
  const text = Array.isArray(value) ? '[]' : value !== null && typeof value === 'object' ? '{}' : String(value);
  // Text of several lines stands below its key.
  if (text.includes('\n')) for (const line of text.split('\n')) builder.line().add(`${indent}  ${line}`);
  else if (text !== '') builder.add(` ${text}`);
}

function isCompound(value: JsonValue): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}
