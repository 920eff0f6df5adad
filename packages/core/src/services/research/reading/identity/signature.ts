/** What of a record is compared with others: worked out once, however many it is compared with. */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import { nameKeys } from './name-key.ts';
import { titleWords } from './title-key.ts';
import { toTitle, type Title } from './title-likeness.ts';
import { toVenue, type Venue } from './venue-likeness.ts';

export interface PaperSignature {
  readonly identifiers: readonly Identifier[];
  readonly title: Title;
  readonly names: readonly string[];
  readonly year: number | null;
  readonly venue: Venue;
}

export function paperSignature(item: BibliographicItem): PaperSignature {
  return {
    identifiers: item.identifiers,
    title: toTitle(titleWords(item.title ?? '')),
    names: nameKeys(item),
    year: yearOf(item),
    venue: toVenue(item),
  };
}

export function yearOf({ issued, available_date, submitted, event_date }: BibliographicItem): number | null {
  return (issued ?? available_date ?? event_date ?? submitted)?.year ?? null;
}
