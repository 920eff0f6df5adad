/** A feed and its entries, as they are used here: what they say, and how they wrote it. */
import type { Identifier } from '../../../model/papers/index.ts';

export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json';

/** A text without markup, and as it stands in the feed: with its markup, decoded once. */
export interface FeedText {
  readonly text: string;
  readonly written: string;
}

export interface FeedPerson {
  readonly name: string;
  /** With an address behind it, where there is one. */
  readonly written: string;
}

/** As exact as it was said, in UTC: `2026-01-02` or `2026-01-02T10:00:00Z`. */
export interface FeedDate {
  readonly iso: string | null;
  readonly written: string;
}

/** What feeds and entries have alike; null for what is not said. */
interface Described {
  readonly title: FeedText | null;
  /** Absolute; null where it is relative and nobody knows to what. */
  readonly url: string | null;
  /** How the feed itself tells it from others, unchanged. */
  readonly id: string | null;
  readonly published: FeedDate | null;
  readonly updated: FeedDate | null;
  readonly authors: readonly FeedPerson[];
  readonly summary: FeedText | null;
  readonly categories: readonly string[];
  readonly language: string | null;
  readonly rights: string | null;
}

/** Where a paper appeared. */
export interface FeedVenue {
  readonly name?: string;
  readonly volume?: string;
  readonly issue?: string;
  readonly pages?: string;
  readonly publisher?: string;
}

export interface FeedEntry extends Described {
  /** The whole text, where there is more than a summary. */
  readonly content: FeedText | null;
  readonly identifiers: readonly Identifier[];
  readonly venue: FeedVenue;
}

export interface Feed extends Described {
  readonly format: FeedFormat;
  readonly entries: readonly FeedEntry[];
  /** Where the entries before these are, of a feed that comes in pages (RFC 5005, JSON Feed). */
  readonly next: string | null;
  /** What could not be read, in words without contents. */
  readonly problems: readonly string[];
}
