/**
 * What is written in a query: words, "quoted phrases", prefix*, and -without any of them (or NOT).
 *
 *   rust "memory safety" -"garbage collector" lifetim* → four pieces
 *
 * Only what is clearly an operator is one. A quote without its other half, a dash that is not at the beginning of a word, a
 * number below zero, a command's option (-v, -rf, --all) and a NOT among capitals are text.
 */
export interface QueryPiece {
  readonly kind: 'word' | 'phrase' | 'prefix';
  /** Without its operators. */
  readonly text: string;
  readonly excluded: boolean;
}

interface Quote {
  /** Any of these characters. */
  readonly closing: string;
  /** Opens even in the middle of a word, as in scripts without spaces. */
  readonly anywhere: boolean;
}

const QUOTES: ReadonlyMap<string, Quote> = new Map([
  ['"', { closing: '"', anywhere: false }],
  ['＂', { closing: '＂', anywhere: false }],
  ['»', { closing: '«', anywhere: false }],
  ['”', { closing: '”', anywhere: false }],
  ['“', { closing: '”', anywhere: true }],
  ['„', { closing: '“”', anywhere: true }],
  ['«', { closing: '»', anywhere: true }],
  ['「', { closing: '」', anywhere: true }],
  ['『', { closing: '』', anywhere: true }],
]);
const WORDLIKE = /[\p{L}\p{N}_]/u;
const EXCLUDED_WORD = /-(?![A-Za-z]{1,2}(?![\p{L}\p{N}]))(?=\p{L})/uy;
const NOT = /NOT\s+(?=\S)/y;
const PREFIX = /^([\p{L}\p{N}_.\-/@]*[\p{L}\p{N}_]{2})\*[,.;:!?)]*$/u;
const SPACE = /\s*/y;

/** The words of a text that was not written as a query, such as a title: nothing in it is an operator. */
export function asWords(text: string): string {
  return text
    .replaceAll(/["＂“”„«»「」『』*]/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_])-+(?=\S)/gu, ' ')
    .replaceAll(/\bNOT\b/gu, 'not');
}

interface Query {
  readonly text: string;
  /** All in capitals: then NOT is no operator. */
  readonly shouted: boolean;
  /** Where each quote could be closed last, so that none is looked for in vain. */
  readonly lastClosing: ReadonlyMap<Quote, number>;
}

/** Takes time in proportion to the length, whatever is in it. */
export function toPieces(text: string): QueryPiece[] {
  const shouted = !/\p{Ll}/u.test(text) && /\p{Lu}/u.test(text.replaceAll('NOT', ''));
  const query = { text, shouted, lastClosing: findLastClosings(text) };
  const pieces: QueryPiece[] = [];
  let at = skip(SPACE, text, 0);
  while (at < text.length) {
    const start = startOfPiece(query, at);
    const { piece, end } = readPiece(query, start, start > at);
    if (piece.text !== '') pieces.push(piece);
    at = skip(SPACE, text, end);
  }
  return pieces;
}

function findLastClosings(text: string): Map<Quote, number> {
  const last = ({ closing }: Quote) => Math.max(...[...closing].map((mark) => text.lastIndexOf(mark)));
  return new Map([...QUOTES.values()].map((quote) => [quote, last(quote)]));
}

/** Behind the operator that excludes what follows, if there is one. */
function startOfPiece(query: Query, at: number): number {
  const { text, shouted } = query;
  if (WORDLIKE.test(text[at - 1] ?? '')) return at;
  if (text[at] === '-' && closingOf(query, at + 1) !== null) return at + 1;
  const behind = skip(EXCLUDED_WORD, text, at);
  return behind > at || shouted ? behind : skip(NOT, text, at);
}

function readPiece(query: Query, start: number, excluded: boolean): { piece: QueryPiece; end: number } {
  const closing = closingOf(query, start);
  if (closing !== null) {
    const text = query.text.slice(start + 1, closing).trim();
    return { piece: { kind: 'phrase', text, excluded }, end: closing + 1 };
  }
  const end = endOfWord(query, start);
  const word = query.text.slice(start, end);
  const prefix = PREFIX.exec(word)?.[1];
  if (prefix === undefined) return { piece: { kind: 'word', text: word, excluded }, end };
  return { piece: { kind: 'prefix', text: prefix, excluded }, end };
}

function endOfWord(query: Query, start: number): number {
  let end = start + 1;
  while (end < query.text.length && !/\s/.test(query.text[end] ?? '') && closingOf(query, end) === null) end++;
  return end;
}

/** Where the quote that opens here is closed; null when none opens, or it stays open. */
function closingOf({ text, lastClosing }: Query, at: number): number | null {
  const quote = QUOTES.get(text[at] ?? '');
  if (!quote || at >= (lastClosing.get(quote) ?? -1)) return null;
  if (!quote.anywhere && WORDLIKE.test(text[at - 1] ?? '')) return null;
  let closing = at + 1;
  while (!quote.closing.includes(text[closing] ?? '')) closing++;
  return closing;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
