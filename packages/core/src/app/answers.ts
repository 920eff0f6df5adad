/**
 * Answers of a face, given again while nothing can have changed them: until anybody writes to the store, for five minutes at most. For calls
 * that read the store and nothing else.
 */
import { CHANGE_KINDS } from '../model/index.ts';
import type { Deps } from '../services/deps.ts';
import type { EventBus } from '../services/events/event-bus.ts';
import { AnswerCache } from '../services/search/answer-cache.ts';

export interface AnswerCalls {
  /** `key` names everything that the answer depends on but the store: who asks, what for, and where. */
  get<Answer>(key: string, find: () => Promise<Answer>): Promise<Answer>;
}

const MOST_ANSWERS = 64;
/** Of one, as JSON: what is long is read once. */
const LONGEST = 100_000;

/** What this process changes is not to stay in its memory; what others change the store's version tells. */
const OUTDATING = CHANGE_KINDS.filter((kind) => kind !== 'work.changed');

export function createAnswerCalls(deps: Deps, events: EventBus): AnswerCalls {
  const cache = new AnswerCache<unknown>(deps, Math.min(deps.config.query_cache_size, MOST_ANSWERS));
  let isHeard = false;
  const hear = (): void => {
    if (!isHeard) events.subscribe(() => cache.forget(), { kinds: OUTDATING, others: false });
    isHeard = true;
  };
  return {
    get: <Answer>(key: string, find: () => Promise<Answer>) => {
      hear();
      const open = async (version: Promise<unknown>): Promise<unknown> => {
        await version;
        return find();
      };
      return cache.get(key, open, isShort) as Promise<Answer>;
    },
  };
}

function isShort(answer: unknown): boolean {
  return JSON.stringify(answer).length <= LONGEST;
}
