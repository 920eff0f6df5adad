/**
 * A BibTeX file as its entries, in one pass and in time that grows with the text alone. What is between entries is a comment. An entry
 * that is not closed ends where a line begins with the next one; whatever fields of it were whole are kept, and the rest of the file is read.
 */
import { MOST_ENTRY } from '../format.ts';
import { LineCounter } from '../source.ts';
import { findClose, readFields, type RawField } from './fields.ts';

export interface RawEntry {
  readonly kind: 'entry';
  /** In lower case, without the `@`. */
  readonly type: string;
  /** Empty where there is none. */
  readonly key: string;
  readonly line: number;
  readonly length: number;
  readonly fields: readonly RawField[];
  /** What was wrong with it, if anything was. */
  readonly problem?: string;
}

export interface RawString {
  readonly kind: 'string';
  readonly line: number;
  readonly fields: readonly RawField[];
}

/** Passed over: no entry, or none that can be told. */
export interface RawProblem {
  readonly kind: 'problem';
  readonly line: number;
  readonly message: string;
}

export type RawPart = RawEntry | RawString | RawProblem;

const OPENING = /@[ \t]*([^\s{}()@,="'#%\\]+)\s*([{(])/g;
/** What must be another entry: an `@` at the beginning of a line, a word and a brace. */
const NEXT = /\n@[ \t]*[a-z]+\s*[{(]/gi;
/** An entry that somebody put out of use: nothing but percent signs before it. */
const COMMENT = /^\s*%[\s%]*$/;
const IGNORED: ReadonlySet<string> = new Set(['comment', 'preamble']);

export function* splitBibtex(text: string): Generator<RawPart> {
  const lines = new LineCounter(text);
  let at = 0;
  for (;;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    if (!opening) return;
    if (COMMENT.test(lines.before(opening.index))) {
      at = lineEnd(text, OPENING.lastIndex);
      continue;
    }
    const type = (opening[1] as string).toLowerCase();
    const line = lines.lineOf(opening.index);
    const body = OPENING.lastIndex;
    const entry = bounds(text, body, opening[2] as string);
    if (!IGNORED.has(type)) yield toPart(type, line, text.slice(body, entry.end), entry.problem);
    at = IGNORED.has(type) && entry.problem !== undefined ? lineEnd(text, body) : entry.end;
  }
}

interface Bounds {
  /** Of the body, before the closing brace. */
  readonly end: number;
  readonly problem?: string;
}

/**
 * Braces count as BibTeX counts them, whether or not a backslash stands before them. Where that leads nowhere, those with a backslash are
 * taken for characters: other programs write so.
 */
function bounds(text: string, from: number, opening: string): Bounds {
  const limit = nextEntry(text, from);
  const close = opening === '{' ? '}' : ')';
  const end = findClose(text, { from, to: limit, close });
  if (end !== -1) return { end };
  const escaped = findClose(text, { from, to: limit, close, escapes: true });
  if (escaped !== -1) return { end: escaped };
  if (limit - from >= MOST_ENTRY) return { end: limit, problem: `is longer than ${MOST_ENTRY} characters` };
  return { end: limit, problem: `is not closed: a ${close} is missing` };
}

function nextEntry(text: string, from: number): number {
  NEXT.lastIndex = from;
  const next = NEXT.exec(text)?.index ?? text.length;
  return Math.min(next, from + MOST_ENTRY);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** `author = {…}` where the key should be: programs that have no keys leave it out. */
const NO_KEY = /^\s*[\w:.-]+\s*=\s*(?:["{\w]|$)/;

function toPart(type: string, line: number, body: string, problem: string | undefined): RawPart {
  if (type === 'string') return { kind: 'string', line, fields: readFields(body).fields };
  const comma = body.indexOf(',');
  const head = comma === -1 ? body : body.slice(0, comma);
  const isKeyless = NO_KEY.test(head);
  const key = isKeyless ? '' : head.replaceAll(/\s+/g, ' ').trim();
  const { fields, problem: inside } = readFields(isKeyless ? body : body.slice(head.length));
  const wrong = problem ?? inside;
  const named = key === '' ? `The entry @${type}` : `The entry ${shown(key)}`;
  if (fields.length === 0 && (wrong !== undefined || /[={}"]/.test(key)))
    return { kind: 'problem', line, message: `${named} ${wrong ?? 'has no fields'}; it was left out.` };
  return {
    kind: 'entry',
    type,
    key,
    line,
    length: body.length,
    fields,
    ...(wrong === undefined ? {} : { problem: `${named} ${wrong}; what of it could be read was taken.` }),
  };
}

function shown(key: string): string {
  return key.length > 80 ? `${key.slice(0, 80)}…` : key;
}
