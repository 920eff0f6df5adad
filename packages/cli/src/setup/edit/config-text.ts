/**
 * A configuration file of another program, as text. What is ours is put in and taken out by cutting the text, so that everything else in it stays as it
 * is, byte for byte: comments, order, quotes, indents. Every library that writes such files prints them anew.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Where our entry stands: keys from the root on, the last one its name. */
export type EntryPath = readonly string[];

export interface ConfigText {
  /** What the text says; an empty one says `{}`. Fails with `UnusableText` where it is broken or ambiguous. */
  parse(text: string): JsonObject;
  /** Fails with `UnusableText` where there is no place for it. */
  insert(text: string, path: EntryPath, entry: JsonObject): string;
  /** Only the entry; a block of YAML that would be empty then goes with it. */
  remove(text: string, path: EntryPath): string;
  /** What a person would write there by hand. */
  block(path: EntryPath, entry: JsonObject): string;
}

/** The text is left alone; the message says where in it and why. */
export class UnusableText extends Error {
  override readonly name = 'UnusableText';
}

export function unusable(text: string, offset: number, why: string): UnusableText {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  return new UnusableText(`line ${line}, column ${column}: ${why}`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at the path; undefined where nothing does. */
export function valueAt(root: Json, path: EntryPath): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The entry inside what is missing of its path. */
export function nested(path: EntryPath, entry: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), entry);
}

export const eolOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');

/** What the text is indented by; two spaces where nothing is. */
export function indentOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
}
