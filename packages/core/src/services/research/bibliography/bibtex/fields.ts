/** The fields of an entry: `name = value # value`, commas between them, values in braces, quotes or bare. */

/** A piece of a value: what stands between delimiters, or a bare word, which may be the name of a string. */
export interface ValuePiece {
  readonly text: string;
  readonly bare: boolean;
}

export interface RawField {
  /** In lower case. */
  readonly name: string;
  readonly pieces: readonly ValuePiece[];
}

interface Search {
  readonly from: number;
  readonly to: number;
  /** What closes at depth 0. */
  readonly close: string;
  /** Characters after a backslash do not count. */
  readonly escapes?: boolean;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Where what was opened before `from` is closed, or -1. Braces nest, however deep: they are only counted. */
export function findClose(text: string, { from, to, close, escapes }: Search): number {
  const { closing, quote, skip } = signs(close, escapes);
  let [depth, isQuoted] = [0, false];
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (depth === 0 && !isQuoted && code === closing) return i;
    if (code === skip) i++;
    else if (code === OPEN) depth++;
    else if (code === CLOSE && depth > 0) depth--;
    else if (code === quote && depth === 0) isQuoted = !isQuoted;
  }
  return -1;
}

/** -1 for what means nothing. In an entry within parentheses, those in quotes are text. */
function signs(close: string, escapes = false): { closing: number; quote: number; skip: number } {
  return { closing: close.charCodeAt(0), quote: close === ')' ? QUOTE : -1, skip: escapes ? BACKSLASH : -1 };
}

/** Between fields a percent sign begins a comment, which ends with its line; so Biber and people have it. */
const NAME = /(?:[\s,]+|%[^\n]*)*([^\s=,{}"#%]+)\s*=\s*/y;
const BARE = /[^\s,#{}"=]+/y;
const HASH = /\s*#\s*/y;

export interface ReadFields {
  readonly fields: readonly RawField[];
  readonly problem?: string;
}

/** What cannot be a field ends the reading; those before it stand. */
export function readFields(body: string): ReadFields {
  const fields: RawField[] = [];
  let at = 0;
  for (;;) {
    NAME.lastIndex = at;
    const name = NAME.exec(body)?.[1];
    if (name === undefined) break;
    const value = readValue(body, NAME.lastIndex);
    if (value.pieces.length > 0) fields.push({ name: name.toLowerCase(), pieces: value.pieces });
    if (value.end === -1) return { fields, problem: `has a field ${name.slice(0, 40)} that does not end` };
    at = value.end;
  }
  const isAtEnd = /^(?:[\s,]+|%[^\n]*)*$/.test(body.slice(at, at + 1000));
  return isAtEnd ? { fields } : { fields, problem: 'has something between its fields that is none' };
}

interface Value {
  readonly pieces: readonly ValuePiece[];
  /** -1: it does not end. */
  readonly end: number;
}

function readValue(body: string, from: number): Value {
  const pieces: ValuePiece[] = [];
  let at = from;
  for (;;) {
    const piece = readPiece(body, at);
    if (!piece) return { pieces, end: at };
    if (piece.end === -1) return { pieces, end: -1 };
    pieces.push({ text: piece.text, bare: piece.bare });
    at = piece.end;
    HASH.lastIndex = at;
    if (!HASH.test(body)) return { pieces, end: at };
    at = HASH.lastIndex;
  }
}

function readPiece(body: string, at: number): (ValuePiece & { readonly end: number }) | null {
  const first = body[at];
  if (first === '{' || first === '"') {
    const close = first === '{' ? '}' : '"';
    const search = { from: at + 1, to: body.length, close };
    const plain = findClose(body, search);
    const end = plain === -1 ? findClose(body, { ...search, escapes: true }) : plain;
    return { text: body.slice(at + 1, end === -1 ? at + 1 : end), bare: false, end: end === -1 ? -1 : end + 1 };
  }
  BARE.lastIndex = at;
  const bare = BARE.exec(body)?.[0];
  return bare === undefined ? null : { text: bare, bare: true, end: BARE.lastIndex };
}
