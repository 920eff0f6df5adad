/**
 * The pace of each host, as one record that every process reads and replaces by its version:
 *
 *   enter ─ read ─ may it begin? ── yes: put the next state if nobody was faster ── go ── leave: put what the service said
 *             ↑          └ no: wait until then ┐        └ somebody was: at once ┐
 *             └───────────────────────────────┴────────────────────────────────┘
 *
 * Within a process those who want to ask one host stand in line, so that only processes compete. The records lie in the default workspace,
 * whoever the request is for: it is one service that is asked.
 */
import { ZapomniError, toZapomniError } from '../../../errors/index.ts';
import { DEFAULT_WORKSPACE } from '../../../model/index.ts';
import type {
  Clock,
  IdSource,
  PaceOutcome,
  PaceRequest,
  PaceRules,
  PaceStanding,
  PaceTurn,
  RequestPace,
  Storage,
} from '../../../ports/index.ts';
import { collection, type Collection, type Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import {
  finish,
  grant,
  inForce,
  paceState,
  SOONEST_LOOK_MS,
  UNKNOWN_HOST,
  type GrantRequest,
  type PaceState,
  type PaceWait,
} from './pace-state.ts';

const SOURCE_PACES = defineCollection({ name: 'source_paces', schema: paceState });

export interface SharedPaceOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Waits, or ends early when the signal fires. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Who would have to wait longer is told so. */
const LONGEST_WAIT_MS = 30_000;
/** Each time somebody else was faster, who has then got on. */
const MOST_TRIES = 1000;
/** Where several may ask at once, who comes to its turn later than this share of the interval takes another, and at most so often. */
const [LATE_SHARE, MOST_LATE] = [0.25, 5];

export function createSharedPace(options: SharedPaceOptions): RequestPace {
  return new SharedPace(options);
}

class SharedPace implements RequestPace {
  readonly #options: SharedPaceOptions;
  readonly #records: Collection<PaceState, PaceState, never>;
  /** By host: the last in line. */
  readonly #lines = new Map<string, Promise<void>>();

  constructor(options: SharedPaceOptions) {
    this.#options = options;
    this.#records = collection(options, SOURCE_PACES);
  }

  async enter(request: PaceRequest): Promise<PaceTurn> {
    const id = this.#options.ids.next();
    const begun = this.#inLine(request.host, () => this.#begin(request, { id, cost: request.cost ?? 1 }));
    await unlessAborted(begun, request.signal);
    return {
      again: () => this.#begin(request, { id, cost: 0, isWithin: true }),
      leave: (outcome = {}) => this.#leave(request, id, outcome),
    };
  }

  async standing(host: string): Promise<PaceStanding> {
    const { rests_until: restsUntil, budget } = (await this.#read(host))?.value ?? UNKNOWN_HOST;
    const now = this.#options.clock.now();
    const { spent, left, resets_at: resetsAt } = budget;
    return {
      restsUntil: restsUntil > now ? restsUntil : null,
      budget: resetsAt > now ? { spent, left, resetsAt } : null,
    };
  }

  async #begin(request: PaceRequest, wanted: Omit<GrantRequest, 'now'>): Promise<void> {
    let isLate = await this.#take(request, wanted);
    const again = { ...wanted, cost: 0, isWithin: true };
    for (let late = 0; isLate && late < MOST_LATE; late++) isLate = await this.#take(request, again);
  }

  /** Resolves when a turn has come and is written down: true where that took so long that it is over. */
  async #take({ host, rules, signal }: PaceRequest, turn: Omit<GrantRequest, 'now'>): Promise<boolean> {
    const { clock, pause = wait } = this.#options;
    for (;;) {
      if (signal?.aborted) throw cancelled();
      const kept = await this.#read(host);
      const now = clock.now();
      const granted = grant(kept?.value ?? UNKNOWN_HOST, rules, { ...turn, now });
      if ('state' in granted) {
        if (await this.#replace(host, kept, granted.state)) return cameLate(granted.state, rules, clock.now() - now);
        continue;
      }
      const ms = granted.until - now;
      if (granted.why !== 'pace' && ms > LONGEST_WAIT_MS) throw tooLong(granted.why, ms);
      await pause(ms, signal);
    }
  }

  async #leave({ host, rules }: PaceRequest, id: string, outcome: PaceOutcome): Promise<void> {
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      const kept = await this.#read(host);
      if (!kept) return;
      const next = finish(kept.value, rules, { id, now: this.#options.clock.now(), outcome });
      if (await this.#replace(host, kept, next)) return;
    }
  }

  #read(host: string): Promise<Kept<PaceState> | null> {
    return this.#records.get(DEFAULT_WORKSPACE, host);
  }

  /** False when another process has replaced it meanwhile. */
  async #replace(host: string, kept: Kept<PaceState> | null, next: PaceState): Promise<boolean> {
    try {
      await this.#records.put(DEFAULT_WORKSPACE, host, next, { ifVersion: kept?.version ?? 0 });
      return true;
    } catch (error) {
      if (toZapomniError(error).code === 'CONFLICT') return false;
      throw error;
    }
  }

  async #inLine(host: string, work: () => Promise<void>): Promise<void> {
    const before = this.#lines.get(host) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.catch(() => undefined);
    this.#lines.set(host, settled);
    try {
      await mine;
    } finally {
      if (this.#lines.get(host) === settled) this.#lines.delete(host);
    }
  }
}

/** To write it down took so long that whoever is next may begin at the same time. Where there is only one at once, nobody is next before it is over. */
function cameLate(state: PaceState, rules: PaceRules, ms: number): boolean {
  const { intervalMs, concurrency } = inForce(state, rules);
  return concurrency > 1 && ms > Math.max(LATE_SHARE * intervalMs, SOONEST_LOOK_MS);
}

const WHY: Readonly<Record<Exclude<PaceWait, 'pace'>, string>> = {
  failing: 'The service has failed several times in a row',
  rest: 'The service asked to be left alone for a while, or refused several times in a row',
  budget: 'The budget of the day for this service is spent',
};

function tooLong(why: Exclude<PaceWait, 'pace'>, retryAfterMs: number): ZapomniError {
  const code = why === 'failing' ? 'UPSTREAM_FAILED' : 'UPSTREAM_RATE_LIMITED';
  const message = `${WHY[why]}: it is asked again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  return new ZapomniError(code, message, { retryAfterMs });
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The request to the network was cancelled.');
}

/** Who still stands in line need not wait for those before. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const give = (): void => reject(cancelled());
  signal.addEventListener('abort', give, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', give);
    work.catch(() => undefined);
  }
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    if (signal?.aborted) done();
  });
}
