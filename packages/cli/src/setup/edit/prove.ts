/** Before a file is written it is shown that nothing in it changes but what is ours. */
import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  UnusableText,
  valueAt,
  type ConfigText,
  type EntryPath,
  type Json,
  type JsonObject,
} from './config-text.ts';

/** The text with the entry, instead of the one that may stand there. */
export function withEntry(text: string, config: ConfigText, path: EntryPath, entry: JsonObject): string {
  const bare = valueAt(config.parse(text), path) === undefined ? text : withoutEntry(text, config, path);
  const written = config.insert(bare, path, entry);
  const after = config.parse(written);
  const isProven = same(without(after, path), without(config.parse(text), path)) && same(valueAt(after, path), entry);
  if (!isProven) throw unproven();
  return written;
}

export function withoutEntry(text: string, config: ConfigText, path: EntryPath): string {
  const written = config.remove(text, path);
  const after = config.parse(written);
  const isProven = same(without(after, path), without(config.parse(text), path)) && valueAt(after, path) === undefined;
  if (!isProven) throw unproven();
  return written;
}

/** Whatever the objects of a parser are made of. */
export function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

function unproven(): UnusableText {
  return new UnusableText('it is written in a way that cannot be changed without touching the rest.');
}

/** Without the entry and the maps that only it made necessary. */
function without(value: Json, path: EntryPath): Json {
  const [key, ...rest] = path;
  if (key === undefined || !isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: inner, ...others } = value;
  if (rest.length === 0) return others;
  const left = without(inner ?? null, rest);
  return isObject(left) && Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}
