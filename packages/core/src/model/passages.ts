/**
 * Cuts a text into passages of at most `size` tokens that overlap by about `overlap`, along headings, paragraphs, lines and
 * sentences where it can, inside a sentence where it must. One pass, linear in the length, lazily: the caller may pause
 * between passages.
 *
 *   text     ── blocks (headings, paragraphs, fenced code) ── units (a small block, a sentence, a run of words)
 *   passage  ── as many following units as fit
 *
 * Tokens are estimated from character classes on the safe side; the real tokenizer would cost more than all the rest.
 */
import type { PassageSpan } from './memory.ts';

export interface PassageOptions {
  readonly size: number;
  readonly overlap: number;
}

interface Unit extends PassageSpan {
  readonly tokens: number;
  /** A heading: a good place to begin a passage. */
  readonly opens: boolean;
}

/** Sentences are looked for in stretches of this length, because segmenting one huge string is slow. */
const SEGMENT_STRETCH = 8192;
const HEADING = /^(?:#{1,6}\s|[^\n]{1,80}\n[=-]{3,}\s*$)/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

export function* cutPassages(text: string, options: PassageOptions): Generator<PassageSpan> {
  let start = 0;
  let end = 0;
  let tokens = 0;
  for (const unit of units(text, options.size)) {
    const full = tokens + unit.tokens > options.size;
    if (end > start && (full || (unit.opens && tokens > options.size / 2))) {
      yield trimmed(text, start, end);
      start = full ? backUp(text, start, end, options) : unit.start;
      tokens = estimateTokens(text, start, end);
      if (tokens + unit.tokens > options.size) [start, tokens] = [unit.start, 0];
    }
    end = unit.end;
    tokens += unit.tokens;
  }
  if (end > start) yield trimmed(text, start, end);
}

/** Estimated tokens of text[start, end): about a quarter per letter, one per sign and per character of other scripts. */
export function estimateTokens(text: string, start = 0, end = text.length): number {
  let tokens = 0;
  for (let i = start; i < end; i++) tokens += charTokens(text.charCodeAt(i));
  return tokens;
}

function charTokens(code: number): number {
  if (code <= 0x20) return 0;
  if (code < 0x80) return isAsciiWord(code) ? 0.28 : 0.8;
  if (code < 0x250) return 0.6;
  return code >= 0xd800 && code <= 0xdfff ? 0.5 : 1;
}

function isAsciiWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function* units(text: string, size: number): Generator<Unit> {
  for (const block of blocks(text)) {
    const tokens = estimateTokens(text, block.start, block.end);
    const opens = HEADING.test(text.slice(block.start, block.start + 200));
    if (tokens <= size / 4 || (block.fenced && tokens <= size)) yield { ...block, tokens, opens };
    else if (block.fenced) yield* lines(text, block, size);
    else yield* sentences(text, block, size);
  }
}

interface Block extends PassageSpan {
  readonly fenced: boolean;
}

/** Paragraphs with the blank lines behind them; a fenced code block is one block whatever it holds. */
function* blocks(text: string): Generator<Block> {
  let start = 0;
  let fenced = false;
  for (let at = 0; at < text.length;) {
    const next = nextLine(text, at);
    const isFence = FENCE.test(text.slice(at, at + 6));
    if (isFence && !fenced && at > start) {
      yield { start, end: at, fenced: false };
      start = at;
    }
    const ends = fenced ? isFence : !isFence && isBlank(text, at, next);
    if (isFence) fenced = !fenced;
    if (ends) {
      yield { start, end: next, fenced: isFence };
      start = next;
    }
    at = next;
  }
  if (start < text.length) yield { start, end: text.length, fenced };
}

function* lines(text: string, block: PassageSpan, size: number): Generator<Unit> {
  for (let at = block.start; at < block.end;) {
    const end = Math.min(nextLine(text, at), block.end);
    yield* fitting(text, { start: at, end }, size);
    at = end;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function* sentences(text: string, block: PassageSpan, size: number): Generator<Unit> {
  for (let at = block.start; at < block.end;) {
    const stretchEnd = Math.min(at + SEGMENT_STRETCH, block.end);
    const found = [...segmenter.segment(text.slice(at, stretchEnd))];
    // The last one may go on behind the stretch: it is looked at again with the next one, unless it is all there is.
    const whole = stretchEnd === block.end || found.length === 1 ? found : found.slice(0, -1);
    for (const { index, segment } of whole)
      yield* fitting(text, { start: at + index, end: at + index + segment.length }, size);
    const last = whole.at(-1);
    at += last ? last.index + last.segment.length : stretchEnd - at;
  }
}

/** The span itself when it fits, else cut between words, else between characters. */
function* fitting(text: string, span: PassageSpan, size: number): Generator<Unit> {
  let start = span.start;
  let tokens = 0;
  let space = -1;
  for (let i = span.start; i < span.end; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) space = i + 1;
    tokens += charTokens(code);
    if (tokens < size / 2 || isTrailingSurrogate(text, i + 1)) continue;
    const cut = space > start ? space : i + 1;
    yield { start, end: cut, tokens: estimateTokens(text, start, cut), opens: false };
    tokens = estimateTokens(text, cut, i + 1);
    start = cut;
  }
  if (start < span.end) yield { start, end: span.end, tokens, opens: false };
}

/** Where the next passage begins so that it repeats the last `overlap` tokens, at a word's beginning. */
function backUp(text: string, start: number, end: number, { overlap }: PassageOptions): number {
  let at = end;
  for (let tokens = 0; at > start + 1 && tokens < overlap; at--) tokens += charTokens(text.charCodeAt(at - 1));
  const limit = Math.min(end, at + 200);
  for (let i = at; i < limit; i++) if (text.charCodeAt(i) <= 0x20) return i + 1;
  return isTrailingSurrogate(text, at) ? at + 1 : at;
}

function trimmed(text: string, from: number, to: number): PassageSpan {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end > start ? { start, end } : { start: from, end: to };
}

/** Control characters are content: what was stored comes back whole. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function nextLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline + 1;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

function isTrailingSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
