/**
 * A query as words, numbers, dates in figures and marks, each with its place. What has figures but is none of these
 * (3.14, v2, 10x, 15:30, CVE-2024-1) is `other`, so that no rule ever takes it for a day or a year.
 */
import { parseIsoDate } from '../dates.ts';
import { fold } from '../terms/fold.ts';
import { daySpan, monthSpan, type Span } from './calendar.ts';

export interface Token {
  readonly kind: 'word' | 'number' | 'ordinal' | 'decade' | 'quarter' | 'date' | 'mark' | 'other';
  /** Lower case, accents off. */
  readonly text: string;
  /** Of numbers. */
  readonly value: number;
  /** Of dates in figures. */
  readonly span?: Span;
  readonly capital: boolean;
  /** Nothing stands between it and the token before. */
  readonly joined: boolean;
  readonly start: number;
  readonly end: number;
}

const ISO = String.raw`\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?`;
const FIGURES = String.raw`\d{4}/\d{1,2}/\d{1,2}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}\.\d{1,2}\.\d{4}`;
const EDGE = String.raw`(?<![\w.\-/])(?:${ISO}|${FIGURES})(?![\w/]|[.\-]\d)`;
const DECIMAL = String.raw`\d+(?:[.,:]\d+)+\w*`;
const TOKEN = new RegExp(String.raw`(${EDGE})|(${DECIMAL})|([\p{L}\p{M}\p{N}_]+)|([^\s'’])`, 'gu');

const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|e|º|ª|го|й)$/;
const DECADE = /^((?:1[89]|20)\d0)s$/;
const QUARTER = /^[qк]([1-4])$/;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = -1;
  for (const match of text.matchAll(TOKEN)) {
    const [raw, date, decimal, run] = match;
    const place = { start: match.index, end: match.index + raw.length, joined: match.index === end };
    end = place.end;
    if (date !== undefined) tokens.push({ ...toDate(date), ...place });
    else if (decimal !== undefined) tokens.push({ ...plain('other', raw), ...place });
    else tokens.push({ ...(run === undefined ? plain('mark', raw) : toWord(run)), ...place });
  }
  return tokens;
}

type Unplaced = Omit<Token, 'start' | 'end' | 'joined'>;

function plain(kind: Token['kind'], text: string, value = 0): Unplaced {
  return { kind, text, value, capital: false };
}

function toWord(raw: string): Unplaced {
  const text = fold(raw.toLowerCase());
  if (/^\d+$/.test(text)) return plain('number', text, Number(text));
  const ordinal = ORDINAL.exec(text);
  if (ordinal) return plain('ordinal', text, Number(ordinal[1]));
  const decade = DECADE.exec(text);
  if (decade) return plain('decade', text, Number(decade[1]));
  const quarter = QUARTER.exec(text);
  if (quarter) return { ...plain('quarter', text, Number(quarter[1])), capital: raw.startsWith('Q') };
  if (/[\p{N}_]/u.test(text)) return plain('other', text);
  return { ...plain('word', text), capital: raw !== raw.toLowerCase() };
}

function toDate(raw: string): Unplaced {
  const span = readFigures(raw);
  return span ? { ...plain('date', raw), span } : plain('other', raw);
}

function readFigures(raw: string): Span | undefined {
  const iso = parseIsoDate(raw);
  if (iso) return { from: iso.at, before: iso.at + Math.max(iso.spanMs, /:\d\d:/.test(raw) ? 1000 : 60_000) };
  const [year, month] = raw.split('-').map(Number);
  if (month === undefined) return daySpan(...toYearMonthDay(raw));
  return month >= 1 && month <= 12 ? monthSpan(year as number, month) : undefined;
}

/** 03/04/2024 is March in some places and April in others: no day at all. */
function toYearMonthDay(raw: string): [year: number, month: number, day: number] {
  const [a = 0, b = 0, c = 0] = raw.split(/[/.]/).map(Number);
  if (a > 31) return [a, b, c];
  if (raw.includes('.') || a > 12) return [c, b, a];
  return b > 12 ? [c, a, b] : [0, 0, 0];
}
