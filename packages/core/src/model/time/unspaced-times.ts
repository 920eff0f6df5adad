/** Times in languages that put no blanks between words, or hang endings on them: Chinese, Japanese, Korean, Thai. */
import { daySpan, monthSpan, unitSpan, yearOf, yearSpan, type Span, type Unit } from './calendar.ts';

export interface Found {
  readonly span: Span;
  readonly start: number;
  readonly end: number;
}

type Words = readonly (readonly [words: string, unit: Unit, shift: number])[];

/** Longer words first where one begins another. */
const WORDS: Words = [
  ['前天|一昨日|おととい|그저께|เมื่อวานซืน', 'day', -2],
  ['昨天|昨日|きのう|어제|เมื่อวานนี้|เมื่อวาน', 'day', -1],
  ['今天|今日|きょう|오늘|วันนี้', 'day', 0],
  ['上个?星期|上个?礼拜|上周|上週|先週|지난\\s?주(?!말)|สัปดาห์ที่แล้ว|อาทิตย์ที่แล้ว', 'week', -1],
  ['这个?星期|这周|這週|本周|本週|今週|이번\\s?주(?!말)|สัปดาห์นี้', 'week', 0],
  ['上个?周末|先週末|지난\\s?주말', 'weekend', -1],
  ['上个?月|上個月|先月|지난\\s?달|เดือนที่แล้ว', 'month', -1],
  ['这个?月|這個月|本月|今月|이번\\s?달|เดือนนี้', 'month', 0],
  ['前年|一昨年|재작년', 'year', -2],
  ['去年|昨年|작년|지난\\s?해|ปีที่แล้ว', 'year', -1],
  ['今年|올해|ปีนี้', 'year', 0],
];
const SHIFTED = WORDS.map(([words, unit, shift]) => ({ pattern: new RegExp(words, 'gu'), unit, shift }));

const AGO: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/(\d{1,4})\s?(?:天|日|일|วัน)\s?(?:之?前|전|ที่แล้ว|ก่อน)/gu, 'day'],
  [/(\d{1,4})\s?(?:个?星期|周|週間|주|สัปดาห์)\s?(?:之?前|전|ที่แล้ว|ก่อน)/gu, 'week'],
  [/(\d{1,4})\s?(?:个月|個月|か月|ヶ月|カ月|개월|달|เดือน)\s?(?:之?前|전|ที่แล้ว|ก่อน)/gu, 'month'],
  [/(\d{1,4})\s?(?:年|년|ปี)\s?(?:之?前|전|ที่แล้ว|ก่อน)/gu, 'year'],
];
const DATE = /(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日号號일])?/gu;
const YEAR = /(?<!\d)(\d{4})\s?[年년](?!\s?\d{1,2}\s?[月월]|\s?(?:之?前|전))/gu;
const SCRIPTS = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

export function readUnspaced(query: string, now: number): Found[] {
  if (!SCRIPTS.test(query)) return [];
  const shifted = SHIFTED.flatMap(({ pattern, unit, shift }) =>
    collect(query, pattern, () => unitSpan(unit, now, shift)),
  );
  const ago = AGO.flatMap(([pattern, unit]) =>
    collect(query, pattern, ([, count]) => unitSpan(unit, now, -Number(count))),
  );
  const years = collect(query, YEAR, ([, year]) => yearSpan(Number(year)));
  return [...shifted, ...ago, ...collect(query, DATE, (match) => dateSpan(match, now)), ...years];
}

function dateSpan([, year, month, day]: RegExpMatchArray, now: number): Span | undefined {
  const thisYear = yearOf(now);
  const toSpan = (one: number): Span | undefined => {
    if (day !== undefined) return daySpan(one, Number(month), Number(day));
    return Number(month) >= 1 && Number(month) <= 12 ? monthSpan(one, Number(month)) : undefined;
  };
  if (year !== undefined) return toSpan(Number(year));
  const span = toSpan(thisYear);
  return span && span.from > now ? toSpan(thisYear - 1) : span;
}

function collect(query: string, pattern: RegExp, toSpan: (match: RegExpMatchArray) => Span | undefined): Found[] {
  return Array.from(query.matchAll(pattern)).flatMap((match) => {
    const span = toSpan(match);
    const start = match.index ?? 0;
    return span ? [{ span, start, end: start + match[0].length }] : [];
  });
}
