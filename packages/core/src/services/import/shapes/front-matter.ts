/**
 * The front matter of notes: the part of YAML that notes are written in. Texts, numbers, true and false, lists in brackets or
 * one below the other. What is deeper than that is kept as the text that it is.
 */
import type { JsonValue } from '../../../model/index.ts';

export interface FrontMatter {
  readonly fields: Readonly<Record<string, JsonValue>>;
  /** What follows it. */
  readonly body: string;
}

const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FIELD = /^([^\s#:'"[{-][^:]*?|"[^"]*"|'[^']*')[ \t]*:(?:[ \t]+(.*))?$/;

export function readFrontMatter(text: string): FrontMatter {
  const match = FENCED.exec(text);
  if (!match) return { fields: {}, body: text };
  return { fields: readFields((match[1] ?? '').split(/\r?\n/)), body: text.slice(match[0].length) };
}

function readFields(lines: readonly string[]): Record<string, JsonValue> {
  const fields: Record<string, JsonValue> = {};
  for (let at = 0; at < lines.length; at++) {
    const match = FIELD.exec(lines[at] ?? '');
    if (!match) continue;
    const below: string[] = [];
    while (/^(?:\s+\S|\s*-\s|\s*-$|\s*$)/.test(lines[at + 1] ?? 'end')) below.push(lines[++at] ?? '');
    const value = readValue((match[2] ?? '').trim(), below);
    if (value !== null) fields[String(readScalar(match[1] ?? ''))] = value;
  }
  return fields;
}

function readValue(inline: string, below: readonly string[]): JsonValue {
  const nested = below.filter((line) => line.trim() !== '');
  if (/^[|>][+-]?\d?$/.test(inline)) return unindent(below).join(inline.startsWith('>') ? ' ' : '\n');
  if (nested.length > 0 && inline === '' && nested.every((line) => /^\s*-(\s|$)/.test(line)))
    return nested
      .map((line) => readScalar(withoutComment(line.replace(/^\s*-\s*/, ''))))
      .filter((item) => item !== null);
  if (nested.length > 0) return [inline, ...unindent(nested)].filter((line) => line !== '').join('\n');
  const value = withoutComment(inline);
  return value.startsWith('[') && value.endsWith(']') ? readList(value.slice(1, -1)) : readScalar(value);
}

/** Commas within quotation marks or within `[[a, b]]` part nothing. */
function readList(inner: string): JsonValue[] {
  const items = inner.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[\[.*?\]\]|[^,])+/g) ?? [];
  return items.map((item) => readScalar(item.trim())).filter((item) => item !== null && item !== '');
}

const WORDS: Readonly<Record<string, boolean | null>> = { '': null, '~': null, null: null, true: true, false: false };

function readScalar(text: string): string | number | boolean | null {
  if (/^".*"$/s.test(text) && text.length > 1) return unescape(text);
  if (/^'.*'$/s.test(text) && text.length > 1) return text.slice(1, -1).replaceAll("''", "'");
  if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? null;
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

function unescape(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

const withoutComment = (text: string): string =>
  (/^["']/.test(text) ? text : text.replace(/(?:^|\s)#\s.*$/, '')).trim();

function unindent(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim());
}
