/** What brings items in, page by page: a source of papers, a feed, a visit by browser. A run knows none of them closer. */
import type { SourcedPaper } from '../../../ports/papers/paper-source.ts';

/** First and last day that are asked for, `YYYY-MM-DD`; null without a bound. */
export interface FindWindow {
  readonly from: string | null;
  readonly until: string | null;
}

export interface FoundItem {
  readonly paper: SourcedPaper;
  /** How the place calls it, where it has ids of its own that are none of a paper: a feed's guid. */
  readonly key: string | null;
  /** Where it stands. */
  readonly url: string | null;
}

export interface FoundPage {
  readonly items: readonly FoundItem[];
  /** For the next page; null when nothing is left. */
  readonly next: string | null;
  readonly total?: number;
  /** What was asked over the network for it; 0 when it was kept. */
  readonly requests: number;
  /** In the service's own unit, where it counts. */
  readonly cost?: number;
  /** Entries that could not be used, each with why, in words without contents. */
  readonly skipped: readonly string[];
  /** The same for two pages whose items say the same; then items and `skipped` are made when they are first looked at. */
  readonly said?: string;
  /** For the next run: what says that nothing has changed since (a validator of a feed). */
  readonly mark?: string;
}

export interface FindRequest {
  readonly window: FindWindow;
  readonly cursor: string | null;
  readonly limit: number;
  /** `mark` of the last run that ended well. */
  readonly mark: string | null;
  readonly signal?: AbortSignal;
}

export interface Finder {
  page(request: FindRequest): Promise<FoundPage>;
}
