/** What narrows a search or a list, from the flags. */
import { invalidField } from '@zapomni/core/errors';
import {
  parseIsoDate,
  readTime,
  type AsOf,
  type MemoryFilter,
  type MetadataCondition,
  type MetadataScalar,
  type TimeSpan,
} from '@zapomni/core/model';
import type { Arguments } from './arguments.ts';
import { checkKind } from './memory-arguments.ts';

const TEST = /^([^=<>!]+)(!=|>=|<=|=|>|<)(.*)$/s;
const OPS = { '=': 'eq', '!=': 'ne', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;
const DATES = 'Write it as 2024-03-31 or 2024-03-31T12:00:00Z, or in words: "last week", "3 days ago", "March 2024".';

/** Words for times are read from `now`. */
export function readFilter(args: Arguments, now: number): MemoryFilter {
  return {
    ...listed('tags', args.texts('tag')),
    ...listed('allTags', args.texts('tag-all')),
    ...listed('noTags', args.texts('tag-none')),
    ...listed('sources', args.texts('source')),
    ...listed(
      'kinds',
      args.texts('kind')?.map((kind) => checkKind(kind, '--kind')),
    ),
    ...listed('metadata', args.texts('meta')?.map(toCondition)),
    ...readEnds(args, now),
    ...readMoment(args, 'as-of', 'validAt', now),
    ...(args.has('superseded') ? { includeSuperseded: true } : {}),
  };
}

/** `--from` and `--to`; a day or a month counts whole. */
export function readEnds(args: Arguments, now: number): { from?: number; before?: number } {
  const [from, to] = ['from', 'to'].map((name) => readSpan(args, name, now));
  return {
    ...(from ? { from: endOf('from', from.from) } : {}),
    ...(to ? { before: endOf('to', to.before) } : {}),
  };
}

/** `--as-of` and `--known-at`: a moment on both clocks. */
export function readAsOf(args: Arguments, now: number): AsOf {
  return { ...readMoment(args, 'as-of', 'validAt', now), ...readMoment(args, 'known-at', 'knownAt', now) };
}

/** The last moment of a day or a month; the very moment where one is given. */
function readMoment(args: Arguments, name: string, field: keyof AsOf, now: number): AsOf {
  const span = readSpan(args, name, now);
  return span ? { [field]: span.moment ?? endOf(name, span.before) - 1 } : {};
}

function listed(name: keyof MemoryFilter, values: readonly unknown[] | undefined): MemoryFilter {
  return values ? { [name]: values } : {};
}

interface Span extends Pick<TimeSpan, 'from' | 'before'> {
  /** Where a moment was given and not a day. */
  readonly moment?: number;
}

function readSpan(args: Arguments, name: string, now: number): Span | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const iso = parseIsoDate(text);
  if (iso) return { from: iso.at, before: iso.at + iso.spanMs, ...(iso.spanMs === 1 ? { moment: iso.at } : {}) };
  const span = readTime(text, now);
  if (!span) throw invalidField(`--${name}`, 'is not a date', DATES);
  return span;
}

function endOf(name: string, end: number | undefined): number {
  if (end === undefined) throw invalidField(`--${name}`, 'leaves open when that is', DATES);
  return end;
}

/** status=open, priority>=2. What reads as JSON is taken as such, so that 2 is a number and "2" is none. */
function toCondition(test: string): MetadataCondition {
  const [, field, sign, text] = TEST.exec(test) ?? [];
  if (field === undefined)
    throw invalidField('--meta', 'has nothing to compare', 'Write it as status=open or "priority>=2".');
  const op = OPS[sign as keyof typeof OPS];
  const value = toValue(text ?? '');
  if (op === 'eq' || op === 'ne') return { field: field.trim(), op, value };
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalidField('--meta', `cannot put ${String(value)} in an order`, 'Compare with a number or a text.');
  return { field: field.trim(), op, value };
}

function toValue(text: string): MetadataScalar {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as MetadataScalar;
  } catch {
    // A text without quotes.
  }
  return trimmed;
}
