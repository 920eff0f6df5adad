/** When a paper appeared, as far as its first page says so. */
import type { PartialDate } from '../../../../model/papers/index.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const YEAR = String.raw`(?:19[5-9]\d|20\d\d)`;
const DAY_FIRST = new RegExp(String.raw`\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(${MONTH}),?\s+(${YEAR})\b`, 'iu');
const MONTH_FIRST = new RegExp(String.raw`\b(${MONTH})\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(${YEAR})\b`, 'iu');
const NUMERIC = new RegExp(String.raw`\b(${YEAR})[-/.](\d{1,2})[-/.](\d{1,2})\b`, 'u');

/** In the order in which they are believed: what says that it appeared, the stamp of an archive, the journal's own line, the copyright. */
const LEADS = [
  /\b(?:published(?: online)?|publication date|first published|posted|available online|date of publication|release date)\b[^\n]{0,60}/giu,
  /\barxiv:\S+(?:\s\[[\w.-]+\])?[^\n]{0,40}/giu,
  new RegExp(
    String.raw`[^\n]{0,80}\b(?:vol(?:ume)?\.?|no\.|issue|pp\.|journal|proceedings|conference|symposium)\b[^\n]{0,80}\b${YEAR}\b`,
    'giu',
  ),
  new RegExp(String.raw`[^\n]{0,60}\((${YEAR})\)\s*\d[^\n]{0,40}`, 'giu'),
  new RegExp(String.raw`(?:©|\(c\)|copyright)[^\n]{0,40}\b${YEAR}\b`, 'giu'),
  /\baccepted\b[^\n]{0,60}/giu,
];
const MOST_LENGTH = 20_000;

export function printedDate(text: string): PartialDate | null {
  const page = text.slice(0, MOST_LENGTH);
  for (const lead of LEADS) {
    for (const [found] of page.matchAll(lead)) {
      const date = dateIn(found);
      if (date) return date;
    }
  }
  return null;
}

/** The first date of a text, as exact as it is said; a year alone counts. */
export function dateIn(text: string): PartialDate | null {
  const numeric = NUMERIC.exec(text);
  if (numeric) return toDate(numeric[1], Number(numeric[2]), Number(numeric[3]));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return toDate(monthFirst[3], monthOf(monthFirst[1]), Number(monthFirst[2]));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return toDate(dayFirst[3], monthOf(dayFirst[2]), Number(dayFirst[1] ?? 0));
  const year = new RegExp(String.raw`(?<!\d)${YEAR}(?!\d)`, 'u').exec(text);
  return year ? { year: Number(year[0]) } : null;
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function toDate(year: string | undefined, month: number, day: number): PartialDate {
  const isMonth = month >= 1 && month <= 12;
  const isDay = isMonth && day >= 1 && day <= 31;
  return { year: Number(year), ...(isMonth ? { month } : {}), ...(isDay ? { day } : {}) };
}
