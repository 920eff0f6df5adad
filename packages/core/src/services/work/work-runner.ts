/**
 * Does the work that waits in the store's queue, of the kinds that this process knows.
 *
 *   ask ──► queue ──► claim ──► run ──► settle: completed, failed, cancelled, or queued again
 *            ▲          │        │ beat: lease kept, progress told, cancel heard
 *            └──────────┴────────┘ crash: who looks next sees that the process is gone, or the lease runs out
 *
 * It looks when something is asked for here, when something is due, when something has ended, and, once a session has
 * settled, every few seconds for what others have asked for. Nothing here keeps a process alive.
 */
import { ZapomniError } from '../../errors/index.ts';
import type { WorkItem, WorkOutcome } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { doneBy } from '../events/doer.ts';
import { callBack, ClockWatch } from './clock-watch.ts';
import { endDeadAttempts, ownerName } from './dead-holders.ts';
import { failedAttempt } from './failed-attempt.ts';
import { HeldItems, LEASE_MS, type HeldItem } from './held-items.ts';
import { Listeners } from './listeners.ts';
import { isLive, nameOfKind, WorkLater, type AskedWork, type WorkKind } from './work-kind.ts';

export type RunnerDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'logger' | 'random' | 'processes'>;

/** Of all kinds together. */
const MOST_AT_ONCE = 4;
const MOST_ATTEMPTS = 5;
/** How often a settled session looks for what other processes have asked for. */
const LOOK_MS = 5000;
const KEEP_MS = 7 * 24 * 3_600_000;
const FORGET_EVERY_MS = 3_600_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function stalled(): ZapomniError {
  return new ZapomniError('TIMEOUT', 'The work made no progress for too long.');
}

export class WorkRunner {
  /** Tells, under its id, of each item that was done here and whose end is written down. */
  readonly ends = new Listeners();
  readonly #deps: RunnerDeps;
  readonly #owner: string;
  readonly #held: HeldItems;
  readonly #clock = new ClockWatch();
  readonly #kinds = new Map<string, WorkKind>();
  /** Kinds of which this process takes items: those asked for here, and all of them once the session has settled. */
  readonly #taken = new Set<string>();
  /** Of what runs here; each resolves when its end is written down, and never rejects. */
  readonly #runs = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #settled = false;
  #closed = false;
  #forgotAt = -Infinity;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#owner = ownerName(deps);
    this.#held = new HeldItems(deps, this.#owner);
  }

  register(kind: WorkKind): void {
    this.#kinds.set(kind.kind, kind);
    if (!this.#settled) return;
    this.#taken.add(kind.kind);
    this.wake();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** All kinds of that name that this process knows. */
  kindsNamed(name: string): string[] {
    return [...new Set([name, ...[...this.#kinds.keys()].filter((kind) => nameOfKind(kind) === name)])];
  }

  /** Queues the work, durably, and begins it when it is due. */
  async ask({ kind, ...asked }: AskedWork): Promise<WorkItem> {
    const { storage, clock, ids } = this.#deps;
    const now = clock.now();
    const draft = {
      id: ids.next(),
      kind,
      workspace: asked.workspace ?? null,
      payload: asked.payload ?? null,
      key: asked.key ?? null,
      dueAt: asked.dueAt ?? now,
      priority: asked.priority ?? 0,
      maxAttempts: this.#kinds.get(kind)?.maxAttempts ?? MOST_ATTEMPTS,
      everyMs: asked.everyMs ?? null,
    };
    const [item] = await storage.work.add([draft], now);
    if (!item) throw new ZapomniError('INTERNAL', 'The work was not queued.');
    this.#taken.add(kind);
    this.wake();
    return item;
  }

  /** The session has settled: takes up what waits, whoever asked for it, and looks for more from now on. */
  async resume(): Promise<void> {
    if (this.#closed) return;
    this.#settled = true;
    for (const kind of this.#kinds.keys()) this.#taken.add(kind);
    this.wake();
    await this.#looking;
  }

  /** Looks for what is due, soon. */
  wake(): void {
    if (this.#closed) return;
    this.#lookAgain = true;
    // Whoever asked for it, from here on it is the background's.
    this.#looking ??= doneBy({ cause: 'background', by: null }, () => this.#look());
  }

  /** As the store has it; how far it has got is known better here, where it is done. */
  async get(id: string): Promise<WorkItem | null> {
    const item = await this.#deps.storage.work.get(id);
    return item && this.shown(item);
  }

  shown(item: WorkItem): WorkItem {
    const held = item.state === 'running' ? this.#held.get(item.id) : undefined;
    return held ? { ...item, progress: held.latest } : item;
  }

  /** Null when there is none. `cancelled` is false for one that had ended. */
  async cancel(id: string): Promise<{ item: WorkItem; cancelled: boolean } | null> {
    const { storage, clock } = this.#deps;
    const before = await storage.work.get(id);
    const item = before && (await storage.work.cancel(id, clock.now()));
    if (!before || !item) return null;
    if (item.state === 'running') this.#held.get(id)?.end('cancelled');
    if (item.state === 'cancelled' && isLive(before)) await this.#kinds.get(item.kind)?.cancelled?.(item);
    return { item: this.shown(item), cancelled: isLive(before) };
  }

  /** For one that failed or was cancelled; others stay. Null when there is none. */
  async retry(id: string): Promise<WorkItem | null> {
    const { storage, clock } = this.#deps;
    const before = await storage.work.get(id);
    if (before && (before.state === 'failed' || before.state === 'cancelled'))
      await this.#kinds.get(before.kind)?.retried?.(before);
    const item = await storage.work.retry(id, clock.now());
    if (item) this.#taken.add(item.kind);
    this.wake();
    return item && this.shown(item);
  }

  /** Begins nothing any more, stops what runs and gives it back for others to go on with. Waits for it. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#held.endAll('closed');
    await this.#looking;
    await Promise.all(this.#runs.values());
    this.ends.tellAll();
  }

  async #look(): Promise<void> {
    while (this.#lookAgain && !this.#closed) {
      this.#lookAgain = false;
      try {
        await this.#takeDue();
        if (this.#settled) await this.#forgetOld();
      } catch (error) {
        if (!this.#closed) this.#deps.logger.log('warning', 'work_not_found', { error });
        this.#lookIn(LOOK_MS);
      }
    }
    this.#looking = undefined;
  }

  /** Begins what is due while there is room for it, and sees that it looks again when the next is. */
  async #takeDue(): Promise<void> {
    const { storage, clock } = this.#deps;
    for (let kinds = this.#free(); kinds.length > 0 && !this.#closed; kinds = this.#free()) {
      await this.#held.beat();
      if (this.#clock.isSetBack(clock.now())) await callBack(this.#deps, kinds);
      const due = await storage.work.nextDue(kinds);
      const now = clock.now();
      if (due === null || due > now) {
        if (await this.#waitFor(due === null ? Infinity : due - now, kinds)) return;
        continue;
      }
      const claim = { owner: this.#owner, until: now + LEASE_MS, kinds };
      // One that is still being done here, because the machine was asleep for long, is simply held anew.
      const items = await storage.work.claim(claim, 1, now);
      for (const item of items) if (!this.#held.get(item.id)) this.#begin(item);
    }
  }

  /** False when somebody who held one of them has died: then there is something to take now. */
  async #waitFor(ms: number, kinds: readonly string[]): Promise<boolean> {
    // No lease is longer, so that somebody may hold what is due then.
    const isHeld = this.#deps.processes !== undefined && ms <= LEASE_MS;
    if (isHeld && (await endDeadAttempts(this.#deps, kinds))) return false;
    this.#lookIn(Math.min(this.#settled || isHeld ? LOOK_MS : Infinity, ms));
    return true;
  }

  #free(): string[] {
    const isFull = this.#held.busy >= MOST_AT_ONCE;
    return [...this.#taken].filter((kind) => {
      const known = this.#kinds.get(kind);
      if (!known || (isFull && !known.aside)) return false;
      return this.#held.countOf(kind) < (known.concurrency ?? 1);
    });
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed || ms === Infinity) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(ms, LONGEST_TIMER_MS)).unref();
  }

  #begin(item: WorkItem): void {
    const held = this.#held.hold(item, this.#kinds.get(item.kind));
    // The store was being asked while this process began to end.
    if (this.#closed) held.end('closed');
    this.#log(item, 'info', 'task_started');
    const doer = { cause: 'background', by: nameOfKind(item.kind) } as const;
    this.#runs.set(
      item.id,
      doneBy(doer, () => this.#run(held)),
    );
  }

  async #run(held: HeldItem): Promise<void> {
    const { storage, clock } = this.#deps;
    const { item } = held;
    // Begins after `#begin` has returned.
    await Promise.resolve();
    const outcome = await this.#attempt(held);
    this.#held.drop(item.id);
    try {
      if (outcome) {
        const told = { ...outcome, progress: held.latest };
        this.#report(item, await storage.work.settle(this.#owner, item.id, told, clock.now()));
      }
    } catch (error) {
      // The lease runs out, and it is done again.
      this.#log(item, 'warning', 'task_end_not_written', { error });
    }
    this.#runs.delete(item.id);
    this.ends.tell(item.id);
    this.wake();
  }

  /** Null for what is not this process's any more. */
  async #attempt(held: HeldItem): Promise<WorkOutcome | null> {
    const { item } = held;
    const kind = this.#kinds.get(item.kind) as WorkKind;
    try {
      // It may have to stop before it has begun.
      held.signal.throwIfAborted();
      return { end: 'completed', result: await kind.run(item, held) };
    } catch (error) {
      if (held.stop === 'lost') return null;
      if (held.stop === 'cancelled') return { end: 'cancelled' };
      if (held.stop === 'closed') return { end: 'release', dueAt: this.#deps.clock.now() };
      return this.#toOutcome(kind, item, held.stop === 'stalled' ? stalled() : error);
    }
  }

  #toOutcome(kind: WorkKind, item: WorkItem, error: unknown): WorkOutcome {
    if (error instanceof WorkLater) return { end: 'release', dueAt: error.dueAt };
    this.#log(item, 'warning', 'task_attempt_failed', { attempt: item.attempts, error });
    return failedAttempt(this.#deps, kind, item, error);
  }

  #report(item: WorkItem, ended: WorkItem | null): void {
    if (!ended) return this.#log(item, 'warning', 'task_lost');
    const { state, error, endedAt } = ended;
    const spent = { duration_ms: (endedAt ?? this.#deps.clock.now()) - (item.startedAt ?? 0) };
    if (state === 'queued') this.#log(item, 'debug', 'task_put_off', spent);
    else if (state === 'failed') this.#log(item, 'error', 'task_failed', { code: error?.code });
    else this.#log(item, 'info', `task_${state}`, spent);
  }

  async #forgetOld(): Promise<void> {
    const { storage, clock } = this.#deps;
    const now = clock.now();
    if (now - this.#forgotAt < FORGET_EVERY_MS || this.#closed) return;
    this.#forgotAt = now;
    const kinds = [...this.#kinds.values()].filter(({ keepMs }) => keepMs !== undefined);
    for (const { kind, keepMs = KEEP_MS } of kinds) await storage.work.prune(now - keepMs, [kind]);
    await storage.work.prune(now - KEEP_MS);
  }

  #log(item: WorkItem, level: 'debug' | 'info' | 'warning' | 'error', event: string, fields: object = {}): void {
    this.#deps.logger.log(level, event, { task: nameOfKind(item.kind), task_id: item.id, ...fields });
  }
}
