/** The one place where the rules for a single time are tried, the more telling ones first. */
import { DAY_MS, unitSpan, yearSpan, type Span } from './calendar.ts';
import * as dates from './dates.ts';
import { bareYear, readYear, type Point, type Rule } from './point.ts';
import * as relative from './relative.ts';
import type { Sentence } from './sentence.ts';

const RULES: readonly Rule[] = [
  dates.inFigures,
  relative.ago,
  relative.rolling,
  relative.shifted,
  relative.dayWord,
  relative.lastYear,
  dates.dayThenMonth,
  dates.monthThenDay,
  dates.yearThenMonth,
  dates.month,
  dates.quarter,
  dates.season,
  dates.weekday,
  bareYear,
];

export function readPoint(sentence: Sentence, at: number, year?: number): Point | undefined {
  const edge = readEdge(sentence, at, year);
  if (edge) return edge;
  const point = firstOf(sentence, at, year);
  return point && withPart(sentence, point);
}

function firstOf(sentence: Sentence, at: number, year?: number): Point | undefined {
  for (const rule of RULES) {
    const point = rule(sentence, at, year);
    if (point) return point;
  }
  return undefined;
}

/** Early May, mid-2023, the end of last year. Three thirds; none of a day. */
function readEdge(sentence: Sentence, at: number, year?: number): Point | undefined {
  const edge = sentence.read(at, 'edge');
  const point = edge && (currentUnit(sentence, edge.next) ?? readWhole(sentence, edge.next, year));
  if (!point || point.span.before - point.span.from < 6 * DAY_MS) return undefined;
  return { span: thirdOf(point.span, edge.value), next: point.next, dated: point.dated };
}

/** The end of the month: of this one. */
function currentUnit(sentence: Sentence, at: number): Point | undefined {
  const unit = sentence.tokens[at]?.text === 'the' ? sentence.read(at + 1, 'unit') : undefined;
  if (!unit?.unit || readYear(sentence, unit.next)) return undefined;
  return { span: unitSpan(unit.unit, sentence.now), next: unit.next, dated: true };
}

/** Nothing but a year follows "mid-", so that it may be glued to it. */
function readWhole(sentence: Sentence, at: number, year?: number): Point | undefined {
  const next = sentence.skip(sentence.isMark(at, '-') ? at + 1 : at);
  const read = readYear(sentence, next);
  if (read) return { span: yearSpan(read.year), next: read.next, dated: true };
  return firstOf(sentence, next, year);
}

function thirdOf({ from, before }: Span, third: number): Span {
  const cut = (share: number): number => from + Math.round(((before - from) * share) / 3 / DAY_MS) * DAY_MS;
  return { from: cut(third), before: cut(third + 1) };
}

/** Monday morning. */
function withPart(sentence: Sentence, point: Point): Point {
  if (point.span.before - point.span.from !== DAY_MS) return point;
  const part = sentence.read(point.next, 'part');
  return part ? { ...point, span: relative.partOf(point.span, part.value), next: part.next } : point;
}
