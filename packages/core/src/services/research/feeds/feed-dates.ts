/** Dates as feeds write them: ISO 8601 as short as it may be, the dates of mail, and what programs made of them. */
import type { FeedDate } from './feed.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** In hours, of those that mail knows by name. */
const ZONES: Readonly<Record<string, number>> = Object.fromEntries(
  'ut:0 utc:0 gmt:0 z:0 bst:1 cet:1 cest:2 eet:2 eest:3 msk:3 jst:9 est:-5 edt:-4 cst:-6 cdt:-5 mst:-7 mdt:-6 pst:-8 pdt:-7'
    .split(' ')
    .map((zone) => zone.split(':'))
    .map(([name = '', hours]) => [name, Number(hours)] as const),
);
const ISO =
  /^([+-]?\d{4})-?(?:(\d{2})(?:-?(\d{2}))?)?(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[A-Za-z]{1,4}|[+-]\d{2}:?\d{0,2})?)?$/iu;
const MAIL =
  /^(?:[A-Za-z]{2,9}\.?,?\s+)?(\d{1,2})(?:\s+|-)([A-Za-z]{3,9})\.?,?(?:\s+|-)(\d{2,4}),?(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(.*))?$/u;
const MONTH_FIRST =
  /^(?:[A-Za-z]{3,9},?\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(?:([A-Za-z]{3,4})\s+)?)?(\d{4})$/u;
const LONGEST = 80;

interface Parts {
  readonly year: string | undefined;
  readonly month?: number | undefined;
  readonly day?: string | undefined;
  readonly time?: readonly (string | undefined)[];
  readonly zone?: string | undefined;
}

/** What nobody can read is kept as it was written. */
export function feedDate(written: string | null): FeedDate | null {
  const text = written?.trim() ?? '';
  if (text === '') return null;
  const parts = text.length > LONGEST ? null : partsOf(text);
  return { iso: parts ? isoOf(parts) : null, written: text };
}

function partsOf(text: string): Parts | null {
  const iso = ISO.exec(text);
  if (iso) return { year: iso[1], month: numberOf(iso[2]), day: iso[3], time: iso.slice(4, 7), zone: iso[7] };
  const mail = MAIL.exec(text);
  if (mail) return { year: mail[3], month: monthOf(mail[2]), day: mail[1], time: mail.slice(4, 7), zone: mail[7] };
  const first = MONTH_FIRST.exec(text);
  if (!first) return null;
  return { year: first[7], month: monthOf(first[1]), day: first[2], time: first.slice(3, 6), zone: first[6] };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Null for days that do not exist. */
function isoOf(parts: Parts): string | null {
  const { year: written = '', month, day, time = [] } = parts;
  const year = fullYear(Number(written), written.length);
  if (month === undefined) return String(year).padStart(4, '0');
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0));
  const made = new Date(Date.UTC(year, month - 1, Number(day ?? 1), hour, minute, second));
  const exists = month >= 1 && made.getUTCMonth() === month - 1 && hour < 24 && year >= 1000;
  return exists ? asExact(made, parts) : null;
}

function asExact(made: Date, { day, time = [], zone }: Parts): string {
  if (day === undefined) return made.toISOString().slice(0, 'YYYY-MM'.length);
  if (time[0] === undefined) return made.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const there = new Date(made.getTime() - offsetMs(zone));
  return `${there.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

/** Of two digits: the nearest century. */
function fullYear(year: number, digits: number): number {
  if (digits > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function offsetMs(zone = ''): number {
  const [, sign, hours, minutes = '0'] = /^\(?(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?/iu.exec(zone.trim()) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return (ZONES[/^[a-z]+/iu.exec(zone.trim())?.[0].toLowerCase() ?? ''] ?? 0) * 3_600_000;
}
