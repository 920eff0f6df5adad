/**
 * The front matter of a note, of which only our keys are changed: the lines of one are replaced where they stand, and new ones come at the
 * end. Everything else, comments and spaces included, stays byte for byte. What came of it is read again before it is believed.
 */
import { isMap, isScalar, parseDocument, type Document, type Pair } from 'yaml';
import type { JsonValue } from '../../../../model/index.ts';
import { toYamlLines } from '../../../mirror/note/yaml-text.ts';
import { ID_KEY } from './owned-keys.ts';

const FENCE = /^(\uFEFF?---[ \t]*(\r?\n))((?:[\s\S]*?\r?\n)?)(---[ \t]*(?:\r?\n|$))/;
const BEGINNING = 20_000;
const DASHES = /^\uFEFF?---[ \t]*$/;

export interface FrontMatter {
  /** With its byte order mark. */
  readonly opening: string;
  readonly source: string;
  readonly closing: string;
  readonly body: string;
  readonly end: '\n' | '\r\n';
}

/** Null where there is none. */
export function splitNote(content: string): FrontMatter | null {
  const match = FENCE.exec(content);
  if (!match) return null;
  const [whole, opening = '', end, source = '', closing = ''] = match;
  return { opening, source, closing, body: content.slice(whole.length), end: end === '\r\n' ? '\r\n' : '\n' };
}

/** Whether what was front matter is text by now: something stands above it, or the line that ends it was changed. */
export function isDisplaced(content: string): boolean {
  if (splitNote(content)) return false;
  const lines = content.slice(0, BEGINNING).split(/\r\n|\r|\n/);
  const id = lines.findIndex((line) => line.startsWith(`${ID_KEY}:`));
  return lines.slice(0, Math.max(0, id)).some((line) => DASHES.test(line));
}

/** A value for each key; null for what is no list of keys, or no YAML. */
export function readKeys(source: string): ReadonlyMap<string, JsonValue> | null {
  const document = parse(source);
  if (!document) return null;
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100, mapAsMap: false });
    return new Map(Object.entries((JSON.parse(JSON.stringify(value ?? {})) ?? {}) as Record<string, JsonValue>));
  } catch {
    return null;
  }
}

/** The line of the file at which it is no YAML; null where it is. */
export function frontMatterFault(content: string): number | null {
  const parts = splitNote(content);
  const [error] = parts ? parseDocument(parts.source, { schema: 'core', logLevel: 'silent' }).errors : [];
  return error ? 1 + (error.linePos?.[0].line ?? 1) : null;
}

function parse(source: string): Document.Parsed | null {
  const document = parseDocument(source, { schema: 'core', logLevel: 'silent' });
  if (document.errors.length > 0) return null;
  const { contents } = document;
  // A map in braces has no lines of its own, and nobody writes properties so.
  return contents === null || (isMap(contents) && contents.flow !== true) ? document : null;
}

/** Null where that cannot be done without touching something else. */
export function withKeys(
  source: string,
  changes: ReadonlyMap<string, JsonValue | undefined>,
  end: '\n' | '\r\n',
): string | null {
  const document = parse(source);
  const before = readKeys(source);
  if (!document || !before) return null;
  const places = placesOf(document, source);
  const added = [...changes].filter(([key, value]) => !before.has(key) && value !== undefined);
  const edits = [...changes].flatMap(([key, value]) => {
    const place = places.get(key);
    return place ? [{ ...place, text: value === undefined ? '' : linesOf(key, value, end) }] : [];
  });
  let text = source;
  for (const { from, to, text: lines } of edits.toSorted((a, b) => b.from - a.from))
    text = text.slice(0, from) + lines + text.slice(to);
  if (text !== '' && !text.endsWith('\n') && added.length > 0) text += end;
  for (const [key, value] of added) text += linesOf(key, value as JsonValue, end);
  return says(text, before, changes) ? text : null;
}

function linesOf(key: string, value: JsonValue, end: string): string {
  return toYamlLines([[key, value]])
    .map((line) => line + end)
    .join('');
}

/** Whole lines: from that of the key to that in which its value ends. */
function placesOf(document: Document.Parsed, source: string): Map<string, { from: number; to: number }> {
  const places = new Map<string, { from: number; to: number }>();
  const pairs: readonly Pair[] = isMap(document.contents) ? document.contents.items : [];
  for (const { key, value } of pairs) {
    if (!isScalar(key) || !key.range) continue;
    const last = Math.max(key.range[1], endOf(value, source) ?? key.range[1]);
    const lineEnd = source.indexOf('\n', Math.max(key.range[0], last - 1));
    places.set(String(key.value), {
      from: source.lastIndexOf('\n', key.range[0] - 1) + 1,
      to: lineEnd === -1 ? source.length : lineEnd + 1,
    });
  }
  return places;
}

/** Without the line ends behind it. */
function endOf(value: unknown, source: string): number | null {
  const range = (value as { range?: readonly number[] | null } | null)?.range;
  const end = range?.[1];
  return end === undefined ? null : source.slice(0, end).trimEnd().length;
}

/** Our keys are as wanted, and all others as they were. */
function says(
  text: string,
  before: ReadonlyMap<string, JsonValue>,
  changes: ReadonlyMap<string, JsonValue | undefined>,
): boolean {
  const after = readKeys(text);
  if (!after) return false;
  const wanted = new Map<string, JsonValue>(before);
  for (const [key, value] of changes) {
    if (value === undefined) wanted.delete(key);
    else wanted.set(key, value);
  }
  const asText = (map: ReadonlyMap<string, JsonValue>) =>
    JSON.stringify([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return asText(after) === asText(wanted);
}
