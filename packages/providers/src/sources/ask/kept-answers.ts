/**
 * Answers of sources on disk, beside those of other pages, by what was asked: without keys, without who asked. Services say little of how
 * long their answers hold, so that goes by the kind of question.
 */
import type { Clock } from '@zapomni/core/ports';
import type { KeptAnswer, WebCache } from '../../net/cache/web-cache.ts';

/** A record of one work; a search or list; where a text can be had. */
export type AnswerKind = 'record' | 'search' | 'copies';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FRESH_MS: Readonly<Record<AnswerKind, number>> = { record: 7 * DAY_MS, search: 6 * HOUR_MS, copies: DAY_MS };
/** That something is not known changes soonest. */
const MISSING_FRESH_MS = HOUR_MS;
/** An old answer is better than none for so long. */
const STALE_MS = 30 * DAY_MS;
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
    const freshMs = kept.status === NOT_FOUND ? MISSING_FRESH_MS : FRESH_MS[kind];
    return { ...kept, isFresh: age < freshMs, isUsable: age < freshMs + STALE_MS };
  }

  async keep(key: string, answer: Omit<KeptAnswer, 'url' | 'receivedAt'>): Promise<void> {
    await this.#cache?.keep(key, { ...answer, url: key, receivedAt: this.#clock.now() });
  }
}
