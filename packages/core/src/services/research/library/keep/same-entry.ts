/**
 * What two entries without a common id are to each other, judged by what they say. Only one that says the same in every respect
 * is taken for the same entry; everything else is proposed, for somebody to decide.
 *
 *   same title, authors and year, no other id ──────── same
 *   one a preprint, the other published ────────────── version
 *   same title and first author, a year apart ──────── likely
 */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { contradict, isPreprint } from './identifiers.ts';
import { firstNameOf, namesOf, titleKey, venueKey, yearOf } from './keys.ts';

export type Likeness = 'same' | 'version' | 'likely' | 'other';

/** A title so short is that of many: `Introduction`, `Editorial`. */
const SHORT_TITLE = 12;

export function likeness(one: BibliographicItem, other: BibliographicItem): Likeness {
  const key = titleKey(one.title);
  if (key === null || key !== titleKey(other.title)) return 'other';
  if (!nearYears(yearOf(one), yearOf(other)) || !agree(firstNameOf(one), firstNameOf(other))) return 'other';
  if (isPreprint(one) !== isPreprint(other))
    return namesOf(one).length > 0 && key.length >= SHORT_TITLE ? 'version' : 'likely';
  if (contradict(one, other)) return 'other';
  return saysTheSame(one, other) ? 'same' : 'likely';
}

function nearYears(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.abs(one - other) <= 1;
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function saysTheSame(one: BibliographicItem, other: BibliographicItem): boolean {
  return (
    yearOf(one) === yearOf(other) &&
    namesOf(one).join(';') === namesOf(other).join(';') &&
    agree(venueKey(one), venueKey(other)) &&
    agree(one.volume ?? null, other.volume ?? null) &&
    agree(firstPage(one), firstPage(other)) &&
    (namesOf(one).length > 0 || (titleKey(one.title) ?? '').length >= SHORT_TITLE)
  );
}

function firstPage({ page }: BibliographicItem): string | null {
  return /\w+/.exec(page ?? '')?.[0] ?? null;
}
