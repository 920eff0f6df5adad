/** What this process is doing just now: leases are kept, progress is written down, and a wish to stop is heard. */
import { ZapomniError } from '../../errors/index.ts';
import type { WorkItem, WorkProgress } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { WorkControl, WorkKind, WorkStop } from './work-kind.ts';

/** Whoever dies is replaced after so long. */
export const LEASE_MS = 60_000;
/** Progress is written at most so often. */
const BEAT_MS = 1000;
/** Leases are kept so often, which is also how soon a wish from another process is heard. */
const KEEP_MS = 5000;
/** Of what waits most of the time: a disk need not wake up for it so often. */
const KEEP_ASIDE_MS = 20_000;

export type Holding = Pick<WorkKind, 'stallMs' | 'aside'>;

export class HeldItem implements WorkControl {
  readonly item: WorkItem;
  readonly #clock: Deps['clock'];
  readonly #stallMs: number;
  readonly aside: boolean;
  #heardAt: number;
  leaseUntil: number;
  latest: WorkProgress;
  /** What the store knows. */
  told: WorkProgress;
  stop: WorkStop | null = null;
  readonly #abort = new AbortController();

  constructor(item: WorkItem, clock: Deps['clock'], { stallMs = Infinity, aside = false }: Holding) {
    this.item = item;
    this.#clock = clock;
    this.#stallMs = stallMs;
    this.aside = aside;
    this.#heardAt = clock.now();
    this.leaseUntil = item.leaseUntil ?? 0;
    this.latest = item.progress;
    this.told = item.progress;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  progress = (done: number, total: number, message = ''): void => {
    this.latest = { done, total, message };
    this.#heardAt = this.#clock.now();
  };

  get isStalled(): boolean {
    return this.#clock.now() - this.#heardAt >= this.#stallMs;
  }

  /** The first reason counts. */
  end(stop: WorkStop): void {
    this.stop ??= stop;
    this.#abort.abort(new ZapomniError('CANCELLED', 'The work was stopped.'));
  }
}

export class HeldItems {
  readonly #deps: Pick<Deps, 'storage' | 'clock' | 'logger'>;
  readonly #owner: string;
  readonly #items = new Map<string, HeldItem>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  constructor(deps: Pick<Deps, 'storage' | 'clock' | 'logger'>, owner: string) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /** How many there are that work. */
  get busy(): number {
    return [...this.#items.values()].filter(({ aside }) => !aside).length;
  }

  get(id: string): HeldItem | undefined {
    return this.#items.get(id);
  }

  countOf(kind: string): number {
    return [...this.#items.values()].filter(({ item }) => item.kind === kind).length;
  }

  hold(item: WorkItem, holding: Holding = {}): HeldItem {
    const held = new HeldItem(item, this.#deps.clock, holding);
    this.#items.set(item.id, held);
    this.#timer ??= setInterval(() => void this.beat(), BEAT_MS).unref();
    return held;
  }

  drop(id: string): void {
    this.#items.delete(id);
    if (this.#items.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  endAll(stop: WorkStop): void {
    for (const held of this.#items.values()) held.end(stop);
  }

  /** Tells the store what it does not know yet. One at a time; never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => (this.#beating = undefined));
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const now = this.#deps.clock.now();
    for (const one of this.#items.values()) if (one.isStalled) one.end('stalled');
    const wanting = [...this.#items.values()].filter(
      ({ stop, leaseUntil, latest, told, aside }) =>
        stop !== 'stalled' && (latest !== told || leaseUntil - now <= LEASE_MS - (aside ? KEEP_ASIDE_MS : KEEP_MS)),
    );
    if (wanting.length === 0) return;
    const until = now + LEASE_MS;
    // A lease that is only kept is no news.
    const held = wanting.map(({ item, latest, told }) => ({
      id: item.id,
      ...(latest === told ? {} : { progress: latest }),
    }));
    try {
      const kept = await this.#deps.storage.work.extend(this.#owner, held, until);
      const wishes = new Map(kept.map(({ id, cancelRequested }) => [id, cancelRequested]));
      for (const [i, one] of wanting.entries()) {
        one.leaseUntil = until;
        one.told = held[i]?.progress ?? one.told;
        const cancel = wishes.get(one.item.id);
        // One that has ended meanwhile is not held any more, and not lost.
        if (cancel === undefined && this.#items.has(one.item.id)) one.end('lost');
        else if (cancel) one.end('cancelled');
      }
    } catch (error) {
      // The next beat tries again, long before the lease has run out.
      this.#deps.logger.log('warning', 'work_lease_not_kept', { items: wanting.length, error });
    }
  }
}
