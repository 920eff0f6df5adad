/**
 * Answers of sources on disk, beside those of other pages, by what was asked: without keys, without who asked. Services say little of how
 * long their answers hold, so that goes by the kind of question.
 */
import type { Clock } from '@zapomni/core/ports';
import type { KeptAnswer, WebCache } from '../../net/cache/web-cache.ts';

/** A record of one work; a search or list; where a text can be had; what is new. */
export type AnswerKind = 'record' | 'search' | 'copies' | 'news';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FRESH_MS: Readonly<Record<AnswerKind, number>> = {
  record: 7 * DAY_MS,
  search: 6 * HOUR_MS,
  copies: DAY_MS,
  // Nobody looks more often than every hour, and who does would see nothing else.
  news: 0.75 * HOUR_MS,
};
/** That something is not known changes soonest. */
const MISSING_FRESH_MS = HOUR_MS;
/** An old answer is better than none for so long; but not where it would hide that what is new could not be asked for. */
const STALE_MS: Readonly<Record<AnswerKind, number>> = {
  record: 30 * DAY_MS,
  search: 30 * DAY_MS,
  copies: 30 * DAY_MS,
  news: 0,
};
const NOT_FOUND = 404;

export interface FoundAnswer extends KeptAnswer {
  readonly isFresh: boolean;
  /** It may be given when nobody can be asked. */
  readonly isUsable: boolean;
}

export class KeptAnswers {
  readonly #cache: WebCache | undefined;
  readonly #clock: Clock;

  constructor(cache: WebCache | undefined, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  async find(key: string, kind: AnswerKind): Promise<FoundAnswer | null> {
    const kept = await this.#cache?.find(key);
    if (!kept) return null;
    const age = this.#clock.now() - kept.receivedAt;
    const freshMs = kept.status === NOT_FOUND ? Math.min(MISSING_FRESH_MS, FRESH_MS[kind]) : FRESH_MS[kind];
    return { ...kept, isFresh: age < freshMs, isUsable: age < freshMs + STALE_MS[kind] };
  }

  async keep(key: string, answer: Omit<KeptAnswer, 'url' | 'receivedAt'>): Promise<void> {
    await this.#cache?.keep(key, { ...answer, url: key, receivedAt: this.#clock.now() });
  }
}
