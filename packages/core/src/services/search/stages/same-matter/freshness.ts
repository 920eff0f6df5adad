/**
 * Of answers about the same matter, the newer stands above the older: what was true in March must not stand above what is
 * true now. Two are about the same matter when both answer the same words of the question and share words that are rare
 * among what was found. How sure that must be depends on what is asked: a question about how things are ("where does she
 * live") wants the latest word, one about an event ("when did she move") mostly what matches best, one about the past as
 * such ("originally") nothing of the kind.
 *
 * Only the first few change places. A newer one is lifted to just above the older one, so that little else moves.
 */
import { asksAbout } from '../../query/asks-about.ts';
import { samenessAmong, type Asking, type Comparable } from './same-matter.ts';
import { speakersAmong } from './speakers.ts';

export interface Dated extends Comparable {
  /** It is all that its memory says. A longer memory tells of many things, and no other takes its place. */
  readonly whole: boolean;
  /** It lies within the time that the question names. */
  readonly inTime: boolean;
  /** How its memory begins. */
  readonly opening: string;
  /** When it happened, or was stored where that is unknown. */
  readonly at: number;
  /** Its time was given with it. */
  readonly dated: boolean;
  /** A number that grows with the order of storing. */
  readonly stored: number;
}

/** A newer hit that was put above an older one. */
export interface Overtaking<Hit> {
  readonly newer: Hit;
  readonly older: Hit;
}

export interface Arranged<Hit> {
  readonly hits: readonly Hit[];
  readonly overtakings: readonly Overtaking<Hit>[];
}

/** So many of the best may change places. */
const FIRST = 8;
/** Among so many, words are rare or common. */
const FOUND = 15;
/** Memories stored closer together came in one go: which was first says nothing of what holds. */
const ONE_GO_MS = 3_600_000;
/** How much two must be about the same. */
const ENOUGH = { now: 0.55, event: 0.6 };
/** … and how much more for each place that the newer stands below the older. */
const PER_PLACE = 0.01;

export function newestFirst<Hit extends Dated>(hits: readonly Hit[], asking: Asking): Arranged<Hit> {
  const about = asksAbout(asking.text);
  if (about === 'past') return { hits, overtakings: [] };
  const first = hits.slice(0, FIRST);
  const replaces = replacing(hits.slice(0, FOUND), asking, ENOUGH[about]);
  const above = first.map((older, place) =>
    first.filter((newer, at) => at > place && replaces(newer, older, at - place)).sort(byAge),
  );
  const overtakings = first.flatMap((older, place) => (above[place] ?? []).map((newer) => ({ newer, older })));
  return { hits: [...lift(first, above), ...hits.slice(FIRST)], overtakings };
}

type Replaces = (newer: Dated, older: Dated, placesBelow: number) => boolean;

function replacing(found: readonly Dated[], asking: Asking, enough: number): Replaces {
  const sameness = samenessAmong(found, asking);
  const isSameSpeaker = speakersAmong(found.map(({ opening }) => opening));
  return (newer, older, placesBelow) =>
    newer.whole &&
    older.whole &&
    isNewer(newer, older) &&
    (newer.inTime || !older.inTime) &&
    isSameSpeaker(newer.opening, older.opening) &&
    sameness(older, newer) >= enough + PER_PLACE * placesBelow;
}

/** Each comes after all that must stand above it, and otherwise in the order it had. */
function lift<Hit>(hits: readonly Hit[], above: readonly (readonly Hit[])[]): Hit[] {
  const lifted = new Set<Hit>();
  const put = (hit: Hit): void => {
    if (lifted.has(hit)) return;
    for (const one of above[hits.indexOf(hit)] ?? []) put(one);
    lifted.add(hit);
  };
  hits.forEach(put);
  return [...lifted];
}

/** Of two that happened at the same time, as the turns of a conversation do, the one said later is the newer. */
function isNewer(a: Dated, b: Dated): boolean {
  if (a.dated && b.dated) return a.at > b.at || (a.at === b.at && a.stored > b.stored);
  return a.at > b.at + ONE_GO_MS;
}

function byAge(a: Dated, b: Dated): number {
  if (isNewer(a, b)) return -1;
  return isNewer(b, a) ? 1 : 0;
}
