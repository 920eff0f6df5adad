/** How the text of a file is cut into passages: a function or method is one, what stands around them is cut by lines. */
import type { CodeFacts, CodeSymbol } from '../../../ports/index.ts';

/** Offsets in UTF-16 code units; `symbol` is the place in the facts (-1: none), `first` and `last` are lines from 1. */
export interface CodeUnit {
  readonly start: number;
  readonly end: number;
  readonly symbol: number;
  readonly first: number;
  readonly last: number;
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro']);
/** Longer stretches are cut again. */
const MOST_LINES = 60;

/** In the order of the text, none empty, none overlapping. */
export function cutUnits(text: string, facts: CodeFacts | null): CodeUnit[] {
  const lines = lineStarts(text);
  const units: CodeUnit[] = [];
  for (const stretch of stretches(text, facts)) units.push(...windows(text, lines, stretch));
  return units;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly symbol: number;
}

function* stretches(text: string, facts: CodeFacts | null): Generator<Stretch> {
  const symbols = facts?.symbols ?? [];
  let at = 0;
  for (const [number, { start, end }] of callables(symbols)) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) yield { start: at, end: start, symbol: holderOf(symbols, at, start) };
    yield { start, end, symbol: number };
    at = end;
  }
  if (at < text.length) yield { start: at, end: text.length, symbol: holderOf(symbols, at, text.length) };
}

/** By their starts, those around others first: what is in a function goes with it. */
function callables(symbols: readonly CodeSymbol[]): [number, CodeSymbol][] {
  return [...symbols.entries()]
    .filter(([, { kind, name }]) => CALLABLE.has(kind) && name !== '')
    .toSorted(([, a], [, b]) => a.start - b.start || b.end - a.end);
}

/** The last type that has its head in the stretch, or that all of it lies in. */
function holderOf(symbols: readonly CodeSymbol[], start: number, end: number): number {
  return symbols.findLastIndex(
    ({ kind, name, start: from, end: to }) =>
      kind !== 'module' &&
      name !== '' &&
      !CALLABLE.has(kind) &&
      ((from >= start && from < end) || (from < start && to >= end)),
  );
}

function* windows(text: string, lines: readonly number[], { start, end, symbol }: Stretch): Generator<CodeUnit> {
  const last = lineOf(lines, end - 1);
  for (let line = lineOf(lines, start), from = start; line <= last; line += MOST_LINES) {
    const next = Math.min(line + MOST_LINES, last + 1);
    const to = next > last ? end : (lines[next - 1] as number);
    const unit = trimmed(text, from, to);
    if (unit) yield { ...unit, symbol, first: lineOf(lines, unit.start), last: lineOf(lines, unit.end - 1) };
    from = to;
  }
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } | null {
  const piece = text.slice(start, end);
  const from = start + (piece.length - piece.trimStart().length);
  const to = from + piece.trim().length;
  return to > from ? { start: from, end: to } : null;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
