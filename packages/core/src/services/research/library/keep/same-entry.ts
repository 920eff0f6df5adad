/**
 * What two entries without a common id are to each other, judged by what they say. Only one that says the same in every respect
 * is taken for the same entry; what `samePaper` holds for one work, or may be one, is proposed, for somebody to decide.
 *
 *   same title, authors and year, no other id ──────── same
 *   one a preprint, the other published ────────────── version
 *   everything else that may be one work ───────────── likely
 */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { samePaper } from '../../reading/identity/index.ts';
import { contradict, isPreprint } from './identifiers.ts';
import { firstNameOf, namesOf, titleKey, venueKey, yearOf } from './keys.ts';

export type Likeness = 'same' | 'version' | 'likely' | 'other';

/** A title so short is that of many: `Introduction`, `Editorial`. */
const SHORT_TITLE = 12;

export function likeness(one: BibliographicItem, other: BibliographicItem): Likeness {
  if (saysTheSame(one, other)) return 'same';
  if (samePaper(one, other).verdict === 'no') return 'other';
  return isPreprint(one) === isPreprint(other) ? 'likely' : 'version';
}

/** Of one title, by the same first author and of about the same year, as far as that is said: what a list of references means by it. */
export function isHintAt(one: BibliographicItem, other: BibliographicItem): boolean {
  const key = titleKey(one.title);
  return (
    key !== null &&
    key === titleKey(other.title) &&
    nearYears(yearOf(one), yearOf(other)) &&
    agree(firstNameOf(one), firstNameOf(other)) &&
    isPreprint(one) === isPreprint(other) &&
    !contradict(one, other)
  );
}

function nearYears(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.abs(one - other) <= 1;
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function saysTheSame(one: BibliographicItem, other: BibliographicItem): boolean {
  return (
    isHintAt(one, other) &&
    sharesAll(one, other) &&
    (namesOf(one).length > 0 || (titleKey(one.title) ?? '').length >= SHORT_TITLE)
  );
}

/** Of entries with one citekey: also where there is too little to be told from others by it, such as `Interview` and nobody's name. */
export function isSaidAgain(one: BibliographicItem, other: BibliographicItem): boolean {
  return titleKey(one.title) === titleKey(other.title) && sharesAll(one, other) && !contradict(one, other);
}

function sharesAll(one: BibliographicItem, other: BibliographicItem): boolean {
  return (
    yearOf(one) === yearOf(other) &&
    namesOf(one).join(';') === namesOf(other).join(';') &&
    agree(venueKey(one), venueKey(other)) &&
    agree(one.volume ?? null, other.volume ?? null) &&
    agree(firstPage(one), firstPage(other))
  );
}

function firstPage({ page }: BibliographicItem): string | null {
  return /\w+/.exec(page ?? '')?.[0] ?? null;
}
