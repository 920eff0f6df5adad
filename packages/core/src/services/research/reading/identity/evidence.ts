/** What titles, authors, years and venues say for two records being one work, in points that add up. Fitted to labelled pairs, and rounded. */
import { nameLikeness } from './name-likeness.ts';
import type { PaperSignature } from './signature.ts';
import { titleLikeness, type Title, type TitleLikeness } from './title-likeness.ts';
import { isSameVenue } from './venue-likeness.ts';

export type SamenessReason =
  | 'same_identifier'
  | 'other_identifier'
  | 'preprint_and_published'
  | 'same_title'
  | 'like_title'
  | 'title_within_title'
  | 'other_title'
  | 'other_figures_in_title'
  | 'generic_title'
  | 'same_authors'
  | 'shared_authors'
  | 'other_authors'
  | 'authors_not_said'
  | 'same_year'
  | 'years_differ'
  | 'year_not_said'
  | 'same_venue'
  | 'other_venue';

export interface Evidence {
  readonly points: number;
  readonly reasons: readonly SamenessReason[];
}

/** No points at all: nothing else can make them one. */
export function judgeTitles(a: Title, b: Title): Evidence {
  if (a.letters === '' || b.letters === '') return { points: 0, reasons: ['other_title'] };
  const likeness = titleLikeness(a, b);
  const few = Math.min(a.telling, b.telling) <= 3 ? -1.2 : 0;
  if (likeness.letters === 1) return { points: 6.2 + few, reasons: ['same_title'] };
  if (likeness.otherFigures) return { points: 0, reasons: ['other_figures_in_title'] };
  return judgeLikeTitles(likeness, few);
}

function judgeLikeTitles({ letters, contained, covered, before }: TitleLikeness, few: number): Evidence {
  const within = contained >= 0.95 ? 2.4 : contained >= 0.85 ? 1.1 : 0;
  const like = letters >= 0.9 ? 2.2 : letters > 0 ? 0.8 : 0;
  if (within + like === 0) return { points: 0, reasons: ['other_title'] };
  const other = before > 0 ? -0.8 : 0;
  const points = within + like + 2 * covered + few + other;
  return { points, reasons: [like > 0 ? 'like_title' : 'title_within_title'] };
}

export function judgeNames(a: PaperSignature, b: PaperSignature): Evidence {
  const { shared, ofShorter, ofLonger } = nameLikeness(a.names, b.names);
  const generic = a.title.generic || b.title.generic;
  if (ofShorter === null || ofLonger === null) return { points: generic ? -3.5 : -0.5, reasons: ['authors_not_said'] };
  if (shared === 0) return { points: generic ? -5 : -2.3, reasons: ['other_authors'] };
  const reason: SamenessReason = ofLonger === 1 ? 'same_authors' : 'shared_authors';
  // Many columns have one title, and some people write many of them.
  if (generic) return { points: ofLonger < 1 ? -4 : -1, reasons: ['generic_title', reason] };
  return { points: 1.7 * ofLonger - (ofShorter < 0.5 ? 0.6 : 0.2), reasons: [reason] };
}

export function judgeTimes(a: PaperSignature, b: PaperSignature): Evidence {
  const venue = isSameVenue(a.venue, b.venue);
  const venues: SamenessReason[] = venue === null ? [] : [venue ? 'same_venue' : 'other_venue'];
  if (a.year === null || b.year === null)
    return { points: 0.3 + (venue ? 0.3 : 0), reasons: ['year_not_said', ...venues] };
  const apart = Math.abs(a.year - b.year);
  if (apart === 0) return { points: venue ? 1 : 0.6, reasons: ['same_year', ...venues] };
  const isPreprint = (a.venue.kind === 'preprint') !== (b.venue.kind === 'preprint');
  if (isPreprint) return { points: apart <= 2 ? 0 : -1.5, reasons: ['preprint_and_published', 'years_differ'] };
  return { points: pointsApart(a, b, { apart, venue }), reasons: ['years_differ', ...venues] };
}

/** Printed in the year after it was put online, unless it is a column that comes back every year. */
function pointsApart(
  a: PaperSignature,
  b: PaperSignature,
  { apart, venue }: { readonly apart: number; readonly venue: boolean | null },
): number {
  if (venue === true && apart === 1 && isSameList(a.names, b.names)) return -0.5;
  const bothSaid = a.venue.words.length > 0 && b.venue.words.length > 0;
  return apart > 1 || bothSaid ? -4 : -3;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && nameLikeness(a, b).ofLonger === 1;
}
