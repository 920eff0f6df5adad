/** Looking into values that another program wrote: nothing is taken for granted. */
import { hash } from 'node:crypto';
import type { JsonValue, Metadata } from '../../../model/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_KEY = 500;
const RESERVED = new Set(['memory_id', 'chunks']);

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ids are texts to some programs and numbers to others. */
export function idOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : textOf(value);
}

/** A list of texts, or one text with commas; anything else is none. */
export function textsOf(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(',') : listOf(value);
  return items
    .filter((item) => typeof item === 'string')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** What a text says as JSON, for columns that hold it; the text itself when it is none. */
export function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Numbers that are smaller are years (`date: 2026`) or days (`20260101`), not moments before 1973. */
const FIRST_MOMENT = 1e8;

/** ISO 8601 of seconds or milliseconds since 1970, or of a text as it is; undefined for what says no time. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'bigint') return timeOf(Number(value));
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  if (value < FIRST_MOMENT) return String(value);
  const date = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Without what is empty. Names that the store keeps for itself get an underscore. */
export function metadataOf(fields: Fields): Metadata {
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    if (isFields(value) && Object.keys(value).length === 0) continue;
    kept[RESERVED.has(name) ? `${name}_` : name] = (typeof value === 'bigint' ? String(value) : value) as JsonValue;
  }
  return kept;
}

/** `format:…`; a hash of the rest where that would be too long for a key. */
export function keyOf(format: string, ...parts: readonly string[]): string {
  const key = [format, ...parts].join(':');
  return key.length <= LONGEST_KEY ? key : `${format}:sha256:${hash('sha256', parts.join(':'))}`;
}

/** One lower-case word, as kinds are; the fallback for what cannot be one. */
export function kindOf(value: unknown, fallback = 'note'): string {
  const kind = textOf(value).trim().toLowerCase().replaceAll(/\s+/g, '_');
  return /^[a-z][a-z0-9_-]{0,31}$/.test(kind) ? kind : fallback;
}
