/** Whether two names may be of one journal or conference: sources abbreviate, drop words, or say the initials alone. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { titleWords } from './title-key.ts';

export interface Venue {
  readonly words: readonly string[];
  readonly kind: 'journal' | 'meeting' | 'preprint' | null;
}

const JOURNAL =
  /^(?:j|jnl|journal|trans|transactions|record|letters|lett|magazine|review|rev|annals|bulletin|archives?)$/u;
const MEETING = /^(?:conf|conference|proc|proceedings|symposium|symp|workshop|meeting|congress|colloquium)$/u;
const PREPRINT =
  /^(?:arxiv|corr|biorxiv|medrxiv|ssrn|preprints?|eprint|techreport|unpublished|manuscript|submitted|technical|tech)$/u;
const EMPTY = /^(?:of|on|the|for|in|and|an?|acm|ieee|int|intl|international|annual|\d+(?:st|nd|rd|th)?|hellip)$/u;

const PREPRINT_TYPES = new Set(['article', 'manuscript', 'report']);

export function toVenue(item: BibliographicItem): Venue {
  const name = item.container_title ?? item.event_title ?? item.container_title_short ?? '';
  const words = titleWords(name);
  return { words: words.filter((word) => !EMPTY.test(word)), kind: kindOf(item, words) };
}

function kindOf({ type, identifiers }: BibliographicItem, words: readonly string[]): Venue['kind'] {
  if (words.some((word) => PREPRINT.test(word))) return 'preprint';
  if (words.some((word) => MEETING.test(word))) return 'meeting';
  if (words.some((word) => JOURNAL.test(word))) return 'journal';
  if (type === 'article-journal' && words.length > 0) return 'journal';
  if (type === 'paper-conference') return 'meeting';
  const isArxiv = identifiers.some(({ scheme }) => scheme === 'arxiv');
  return words.length === 0 && (isArxiv || PREPRINT_TYPES.has(type)) ? 'preprint' : null;
}

/** Null where it cannot be told. */
export function isSameVenue(a: Venue, b: Venue): boolean | null {
  if (a.words.length === 0 || b.words.length === 0) return null;
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  // A society's meeting and its journal have one name, and one of them is often said without its kind.
  if (isAbbreviation(short, long) || isInitials(short, long)) return a.kind === b.kind || null;
  return a.kind !== null && b.kind !== null && a.kind !== b.kind ? false : null;
}

/** For certain: no word of one begins a word of the other, and neither is written in initials, which may stand for anything. */
export function isOtherVenue(one: BibliographicItem, other: BibliographicItem): boolean {
  const [a, b] = [toVenue(one), toVenue(other)];
  if (a.kind === 'preprint' || b.kind === 'preprint' || isInCapitals(one) || isInCapitals(other)) return false;
  const [ours, theirs] = [a.words.filter(isTelling), b.words.filter(isTelling)];
  if (ours.length === 0 || theirs.length === 0) return false;
  return !ours.some((word) => theirs.some((another) => begins(word, another)));
}

const isTelling = (word: string): boolean => !JOURNAL.test(word) && !MEETING.test(word);

/** `ApJ`, `VLDB`, `NeurIPS`. */
function isInCapitals({ container_title: name = '' }: BibliographicItem): boolean {
  return /\p{Lu}\p{Ll}*\p{Lu}/u.test(name);
}

/** Each word of one begins one of the other, in their order. */
function isAbbreviation(short: readonly string[], long: readonly string[]): boolean {
  let at = 0;
  for (const word of short) {
    while (at < long.length && !begins(word, long[at] as string)) at++;
    if (at++ >= long.length) return false;
  }
  return true;
}

function begins(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function isInitials(short: readonly string[], long: readonly string[]): boolean {
  const initials = long.map((word) => word[0]).join('');
  return short.some((word) => word.length > 2 && initials.includes(word));
}
