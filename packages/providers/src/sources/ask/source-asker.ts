/**
 * One question to one source, with its manners:
 *
 *   off? ─ kept and fresh? give it ─ offline? give what is kept ─ wait for a turn ─ ask ─ read ─ keep ─ give
 *                                                                     └ failed: once more where that may help,
 *                                                                       else what is kept, however old, within a month
 *
 * An answer is kept when it could be read: an error inside 200, a page of HTML or half an answer never is.
 */
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type {
  AskOptions,
  Clock,
  LearnedPace,
  PaceRules,
  PaperSourceName,
  RequestPace,
  SourceFacts,
  Web,
  WebAnswer,
} from '@zapomni/core/ports';
import type { WebCache } from '../../net/cache/web-cache.ts';
import { realPause, type Pause } from '../../net/with-retries.ts';
import {
  conditions,
  isNothing,
  isTheirs,
  passes,
  endedWith,
  searchOf,
  validators,
  type Query,
} from './request-parts.ts';
import { KeptAnswers, type AnswerKind, type FoundAnswer } from './kept-answers.ts';
import { isOff, isOffline, needsSetting, unusable } from './source-error.ts';

export interface SourceParts {
  readonly web: Web;
  readonly pace: RequestPace;
  readonly clock: Clock;
  readonly cache?: WebCache | undefined;
  /** How to wait before a second try. For tests. */
  readonly pause?: Pause | undefined;
}

/** What a source is, apart from what it can be asked. */
export interface SourceSetup {
  readonly name: PaperSourceName;
  /** As people call it. */
  readonly called: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly isOn: boolean;
  readonly isOffline: boolean;
  readonly contact: string | undefined;
  readonly key: string | undefined;
  /** Where the key is set; null where there is none to be had. */
  readonly keySetting: string | null;
  /** What its answers say of its limits. */
  readonly limits?: (headers: Readonly<Record<string, string>>, now: number) => LearnedPace;
}

export interface Question<T> {
  /** Behind the base address, escaped. */
  readonly path: string;
  readonly query?: Query;
  /** Who asks: goes with the request, and makes no other question of it. */
  readonly identity?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly kind: AnswerKind;
  readonly rules: PaceRules;
  /** Of the budget. */
  readonly cost?: number;
  /** A status that means that nothing is known of it; 404 unless given, none when empty. */
  readonly missing?: readonly number[];
  /** What its own words of refusal mean, where a status alone does not say. */
  readonly refusal?: (answer: Pick<WebAnswer<'text'>, 'status' | 'body'>) => ZapomniError | undefined;
  /** An answer that is another one when the same is asked again: it is not kept, and the request is not made twice. */
  readonly passing?: true;
  /** Fails where the answer is not of the shape that it has to have. */
  readonly read: (body: string) => T;
}

const OK = 200;
const NOT_MODIFIED = 304;
const NOT_FOUND = 404;
const REFUSED = 400;
const NO_ENTRY = new Set([401, 403]);
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;
const TRIES = 2;
const BEFORE_SECOND_MS = 1000;

export class SourceAsker {
  readonly setup: SourceSetup;
  readonly #parts: SourceParts;
  readonly #kept: KeptAnswers;
  readonly #host: string;
  readonly #lane: string;

  constructor(setup: SourceSetup, parts: SourceParts) {
    this.setup = setup;
    this.#parts = parts;
    this.#kept = new KeptAnswers(parts.cache, parts.clock);
    this.#host = new URL(setup.url).host;
    this.#lane = setup.key === undefined || setup.keySetting === null ? this.#host : `${this.#host} with a key`;
  }

  get about(): SourceFacts {
    const { keySetting, key, isOn: on } = this.setup;
    return {
      host: this.#host,
      lane: this.#lane,
      isOn: on,
      key: keySetting === null ? null : { setting: keySetting, isSet: key !== undefined },
    };
  }

  /** Null for what the source does not know. Fails as the contract of `PaperSource` says. */
  async ask<T>(question: Question<T>, options: AskOptions = {}): Promise<T | null> {
    const { name, called, isOn: on, isOffline: offline } = this.setup;
    if (!on) throw isOff(called, name);
    const key = keyOf(name, question);
    const kept = await this.#find(key, question);
    if (kept && (offline || (kept.isFresh && !options.fresh))) return this.#old(question, kept, options);
    if (offline) throw isOffline(called);
    try {
      return await this.#askAndKeep(question, key, kept, options);
    } catch (error) {
      if (!kept?.isUsable || !isTheirs(error)) throw error;
      return this.#old(question, kept, options);
    }
  }

  async #find(key: string, { passing, kind }: Question<unknown>): Promise<FoundAnswer | null> {
    return passing ? null : this.#kept.find(key, kind);
  }

  /** For what is looked for up to today. */
  get now(): number {
    return this.#parts.clock.now();
  }

  /** A thing that has to be set before this source can be asked. */
  needs(setting: string, what: string): ZapomniError {
    return needsSetting(this.setup.called, setting, what);
  }

  unusable(what: string, cause?: unknown): ZapomniError {
    return unusable(this.setup.called, what, cause);
  }

  #old<T>({ read }: Question<T>, kept: FoundAnswer, { onStale }: AskOptions): T | null {
    if (!kept.isFresh) onStale?.(kept.receivedAt);
    return kept.status === NOT_FOUND ? null : read(Buffer.from(kept.body).toString('utf8'));
  }

  async #askAndKeep<T>(
    question: Question<T>,
    key: string,
    kept: FoundAnswer | null,
    options: AskOptions,
  ): Promise<T | null> {
    const answer = await this.#tried(question, kept, options);
    const { missing = [NOT_FOUND] } = question;
    const refusal = answer.status >= REFUSED ? question.refusal?.(answer) : undefined;
    if (refusal) throw refusal;
    if (kept && answer.status === NOT_MODIFIED) {
      await this.#kept.keep(key, kept);
      return question.read(Buffer.from(kept.body).toString('utf8'));
    }
    if (missing.includes(answer.status)) {
      if (!question.passing) await this.#kept.keep(key, { status: NOT_FOUND, headers: {}, body: new Uint8Array() });
      return null;
    }
    if (answer.status >= REFUSED) throw this.#refusal(answer.status);
    const read = this.#read(question, answer.body);
    const status = isNothing(read) ? NOT_FOUND : OK;
    if (!question.passing)
      await this.#kept.keep(key, { status, headers: validators(answer), body: Buffer.from(answer.body) });
    return read;
  }

  #read<T>({ read }: Question<T>, body: string): T {
    try {
      return read(body);
    } catch (error) {
      const known = toZapomniError(error);
      throw known.code === 'INTERNAL'
        ? this.unusable('sent an answer of another shape than it should have', error)
        : known;
    }
  }

  async #tried<T>(question: Question<T>, kept: FoundAnswer | null, options: AskOptions): Promise<WebAnswer<'text'>> {
    const { pause = realPause } = this.#parts;
    const { signal } = options;
    const tries = question.passing ? 1 : TRIES;
    for (let tried = 1; ; tried++) {
      try {
        return await this.#once(question, kept, options);
      } catch (error) {
        if (tried === tries || !passes(error) || signal?.aborted) throw this.#explained(error);
        await pause(BEFORE_SECOND_MS, signal);
      }
    }
  }

  async #once<T>(
    question: Question<T>,
    kept: FoundAnswer | null,
    { signal, onAsked }: AskOptions,
  ): Promise<WebAnswer<'text'>> {
    const { web, pace, clock } = this.#parts;
    const { rules, cost = 1, accept = 'application/json' } = question;
    const wanted = signal ? { signal } : {};
    const turn = await pace.enter({ host: this.#lane, rules, cost, ...wanted });
    onAsked?.(cost);
    try {
      const answer = await web.fetch({
        url: this.#address(question),
        headers: { ...question.headers, ...(kept ? conditions(kept) : {}) },
        accept,
        as: 'text',
        cache: 'off',
        tries: 1,
        beforeRedirect: async (to) => (new URL(to).host === this.#host ? turn.again() : undefined),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        ...wanted,
      });
      await turn.leave({ learned: this.setup.limits?.(answer.headers, clock.now()) ?? {} });
      return answer;
    } catch (error) {
      await turn.leave(endedWith(error));
      throw error;
    }
  }

  #address({ path, query, identity }: Question<unknown>): string {
    const search = searchOf({ ...query, ...identity });
    return `${this.setup.url}${path}${search === '' ? '' : `?${search}`}`;
  }

  /** A key is named where it would help. */
  #explained(error: unknown): unknown {
    const { keySetting, key, called } = this.setup;
    const failure = toZapomniError(error);
    if (failure.code !== 'UPSTREAM_RATE_LIMITED') return error;
    const help = keySetting !== null && key === undefined ? ` A key in ${keySetting} gives it a limit of its own.` : '';
    const { retryAfterMs } = failure;
    const wait = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    const details = {
      hint: `Ask again ${wait}.${help}`,
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
    return new ZapomniError('UPSTREAM_RATE_LIMITED', `${called} wants to be asked less often.`, details);
  }

  #refusal(status: number): ZapomniError {
    const { keySetting, key } = this.setup;
    if (!NO_ENTRY.has(status) || keySetting === null) return this.unusable(`answered with ${status}`);
    return this.needs(keySetting, key === undefined ? 'wants a key' : 'does not take the key that is set');
  }
}

function keyOf(name: string, { path, query = {} }: Question<unknown>): string {
  return `source ${name} ${path}?${searchOf(query)}`;
}
