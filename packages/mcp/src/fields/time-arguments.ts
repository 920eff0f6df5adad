/** `since`, `until` and `as_of`: times as people say them, made part of a filter. */
import { invalidField } from '@zapomni/core/errors';
import { parseIsoDate, readTime, type AsOf, type MemoryFilter, type TimeSpan } from '@zapomni/core/model';
import { z } from 'zod';

const time = z.string().optional();

export const timeArguments = {
  since: time.describe('A date, or: last week, 3 days ago, March 2024.'),
  until: time,
  as_of: time.describe('What held then.'),
};

/** The same, described elsewhere. */
export const timesAsInSearch = { since: time, until: time, as_of: time };

/** A moment on both clocks: when it was so, and when the store believed it. */
export const momentArguments = {
  as_of: time.describe('What held then: a date, or: last week, March 2024.'),
  known_at: time.describe('As the store believed then.'),
};

export function toMoment(given: { as_of?: string | undefined; known_at?: string | undefined }, now: number): AsOf {
  return {
    ...(given.as_of === undefined ? {} : { validAt: readMoment('as_of', given.as_of, now) }),
    ...(given.known_at === undefined ? {} : { knownAt: readMoment('known_at', given.known_at, now) }),
  };
}

export interface GivenTimes {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly as_of?: string | undefined;
}

const LONGEST = 100;
const FORMS = 'Write an ISO date (2024-03-31), or words such as "last week", "3 days ago", "March 2024", "2023".';

/**
 * The filter narrowed by the times given; each counts whole, so that `until: "March"` ends with March. Throws INVALID_INPUT
 * that names the argument.
 */
export function withTimes(
  filter: MemoryFilter | undefined,
  { since, until, as_of }: GivenTimes,
  now: number,
): MemoryFilter | undefined {
  if (since === undefined && until === undefined && as_of === undefined) return filter;
  const from = since === undefined ? undefined : readEnd('since', since, now).from;
  const before = until === undefined ? undefined : readEnd('until', until, now).before;
  if (from !== undefined && before !== undefined && from >= before) throw invalidField('until', 'is before `since`');
  return {
    ...filter,
    ...inner('from', Math.max, filter?.from, from),
    ...inner('before', Math.min, filter?.before, before),
    ...(as_of === undefined ? {} : { validAt: readMoment('as_of', as_of, now) }),
  };
}

/** The narrower of what the filter and the argument say. */
function inner(
  name: 'from' | 'before',
  choose: (...times: number[]) => number,
  ...times: readonly (number | undefined)[]
): MemoryFilter {
  const given = times.filter((one) => one !== undefined);
  return given.length === 0 ? {} : { [name]: choose(...given) };
}

type Ends = Pick<TimeSpan, 'from' | 'before'>;

function readEnd(field: 'since' | 'until', text: string, now: number): Ends {
  const span = readSpan(field, text, now);
  const end = field === 'since' ? span.from : span.before;
  if (end === undefined)
    throw invalidField(field, `does not say when it ${field === 'since' ? 'begins' : 'ends'}`, FORMS);
  return span;
}

/** The last moment of a day or a month; the very moment where one is given. */
function readMoment(field: string, text: string, now: number): number {
  const moment = parseIsoDate(text);
  if (moment?.spanMs === 1) return moment.at;
  const { from, before } = readSpan(field, text, now);
  return before === undefined ? (from as number) : before - 1;
}

function readSpan(field: string, text: string, now: number): Ends {
  const span = text.length > LONGEST ? null : readTime(text, now);
  if (!span) throw invalidField(field, 'is not a time', FORMS);
  return span;
}
