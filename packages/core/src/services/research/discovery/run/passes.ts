/**
 * Which days a run looks at. A pass is a stretch of days with the place of its next page; a new day begins a pass of its own, which comes first,
 * so that what is new is not kept waiting by what is left of earlier days.
 *
 *   first time ──────────────────────── the last weeks, or from the source's own first day
 *   looked through to the end ───────── from there on, less a few days: services put things in late
 *   something is left of earlier days ─ today's first, then the rest from where it stopped
 */
import { DAY_MS } from '../schedule/next-time.ts';
import type { Pass, SourceRecord } from '../store/source-record.ts';

const FIRST_DAYS = 30;
/** A server of preprints without a search of its own has a hundred a day, and all of them must be looked at. */
const FIRST_DAYS_UNSEARCHED = 7;
/** What is put in late is found late, not never. */
const OVERLAP_DAYS = 3;
/** Who leaves so much every day will never look at it. */
const MOST_PASSES = 30;

type State = Pick<SourceRecord, 'kind' | 'search' | 'passes' | 'done_until'>;

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function before(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS);
}

/** The passes that a run which begins now works on, in that order; `left` is the first day of what is given up. */
export function passesFor(source: State, now: number): { readonly passes: Pass[]; readonly left: string | null } {
  const [latest] = source.passes;
  const today = dayOf(now);
  if (latest && dayOf(latest.begun_at) >= today) return { passes: [...source.passes], left: null };
  const since = latest ? later(dayOf(latest.begun_at), source.done_until) : source.done_until;
  const fresh = newPass(source, since, now);
  const all = [...(fresh ? [fresh] : []), ...source.passes];
  return { passes: all.slice(0, MOST_PASSES), left: all[MOST_PASSES]?.from ?? null };
}

function newPass({ kind, search }: State, since: string | null, now: number): Pass | null {
  // A stretch that is over and was looked through has nothing new.
  if (search.until !== null && since !== null && since >= search.until) return null;
  const days = kind === 'biorxiv' ? FIRST_DAYS_UNSEARCHED : FIRST_DAYS;
  const from = since === null ? (search.from ?? before(search.until ?? dayOf(now), days)) : before(since, OVERLAP_DAYS);
  const bounded = search.from === null ? from : later(from, search.from);
  return { from: bounded, until: search.until, cursor: null, pages: 0, begun_at: now };
}

function later(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}

/** Up to which day everything has been looked at, once a pass is through. */
export function doneAfter({ done_until: done, search }: State, { begun_at: begun }: Pass): string {
  const day = dayOf(begun);
  return later(search.until !== null && search.until < day ? search.until : day, done);
}
