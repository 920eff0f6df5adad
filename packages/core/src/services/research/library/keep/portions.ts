/**
 * Arrivals in portions, so that the store is never kept waiting: while it writes one, it has been asked about the next but one already,
 * and the next one, planned, stands behind that.
 *
 *   store        ask 2 ─ write 1 ──────▶ ask 3 ─ write 2 ──────▶ ask 4 ─ write 3 ──────▶
 *   this thread  read 3, ask 3,  plan 2,       read 4, ask 4,  plan 3,
 *                                hand over 2                   hand over 3
 *
 * What is planned has not seen what is written meanwhile. Where it has anything in common with that by which papers are told apart, it is
 * looked at again; whatever else comes between is a CONFLICT of the store, and is looked at anew as well.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import { yieldToEventLoop } from '../../../within.ts';
import type { Arrival, SavedPaper, SaveRequest } from './arrival.ts';

export interface Prepared {
  /** All by which one of them could be taken for a paper, or take what a paper has. */
  readonly marks: ReadonlySet<string>;
}

export interface PortionSteps<Ready extends Prepared, Looked, Plan> {
  /** All that can be done without the store. */
  prepare(arrivals: readonly Arrival[]): Promise<Ready>;
  /** Asks the store what there is: as much as possible before it returns, so that what is written next stands behind the questions. */
  look(ready: Ready): Promise<Looked>;
  /** Works out what is to be written. */
  plan(looked: Looked): Promise<Plan>;
  /** CONFLICT where somebody else was faster: then it is looked at anew. */
  write(plan: Plan): Promise<SavedPaper[]>;
}

/** So many are written at once: each transaction waits for the disk. Few enough that nobody waits long for the turn in which they are handed over. */
const MOST = 800;
/** Of the first, so that the store has something to do soon; each further one has twice as many. */
const FIRST = 100;

/** How many the next portion is to have. */
export function* portionSizes(): Generator<number, never> {
  for (let size = FIRST; ; size = Math.min(MOST, size * 2)) yield size;
}

/** Another process may have taken an id or a citekey meanwhile; then it is looked at anew. */
const ATTEMPTS = 4;

interface Portion<Ready, Plan> {
  readonly ready: Ready;
  readonly plan: Promise<Plan>;
}

type Marks = ReadonlySet<string>;

/** Handed to the store. */
interface Writing {
  readonly marks: Marks;
  readonly saved: Promise<SavedPaper[]>;
}

const NOTHING: Writing = { marks: new Set(), saved: Promise.resolve([]) };

/** Portion after portion, for who does not have all of them yet. What became of them comes in their order. */
export class PortionWriter<Ready extends Prepared, Looked, Plan> {
  readonly #steps: PortionSteps<Ready, Looked, Plan>;
  readonly #signal: AbortSignal | undefined;
  /** What the store is at, and what stands behind that. */
  #before = NOTHING;
  #writing = NOTHING;
  /** Planned, and not yet handed to the store. */
  #next: Portion<Ready, Plan> | null = null;

  constructor(steps: PortionSteps<Ready, Looked, Plan>, signal?: AbortSignal) {
    this.#steps = steps;
    this.#signal = signal;
  }

  /** Returns what has been written by then, when the portion before is on its way and this one is planned. */
  async push(arrivals: readonly Arrival[]): Promise<SavedPaper[]> {
    this.#signal?.throwIfAborted();
    const ready = await this.#steps.prepare(arrivals);
    const saved = await this.#before.saved;
    const looked = unheard(this.#steps.look(ready));
    const unseen = [this.#writing.marks, this.#next?.ready.marks ?? NOTHING.marks];
    // The questions are on their way; handing over takes a turn of its own.
    await yieldToEventLoop();
    this.#handOver();
    const isApart = unseen.every((others) => ready.marks.isDisjointFrom(others));
    const plan = unheard(isApart ? looked.then((found) => this.#steps.plan(found)) : this.#planAfterwards(ready));
    this.#next = { ready, plan };
    await plan;
    await yieldToEventLoop();
    return saved;
  }

  /** What became of the rest. */
  async end(): Promise<SavedPaper[]> {
    const saved = await this.#before.saved;
    this.#handOver();
    return [...saved, ...(await this.#before.saved), ...(await this.#writing.saved)];
  }

  #handOver(): void {
    const next = this.#next;
    this.#next = null;
    this.#before = this.#writing;
    this.#writing = next ? { marks: next.ready.marks, saved: unheard(saveOne(this.#steps, next)) } : NOTHING;
  }

  async #planAfterwards(ready: Ready): Promise<Plan> {
    await Promise.all([this.#before.saved, this.#writing.saved]);
    return this.#steps.plan(await this.#steps.look(ready));
  }
}

export async function savePortions<Ready extends Prepared, Looked, Plan>(
  request: SaveRequest,
  steps: PortionSteps<Ready, Looked, Plan>,
): Promise<SavedPaper[]> {
  const { arrivals, signal, onProgress } = request;
  const writer = new PortionWriter(steps, signal);
  const saved: SavedPaper[] = [];
  const took = (some: readonly SavedPaper[]): void => {
    saved.push(...some);
    if (saved.length > 0) onProgress?.(saved.length, arrivals.length);
  };
  let at = 0;
  for (const size of portionSizes()) {
    if (at >= arrivals.length) break;
    took(await writer.push(arrivals.slice(at, at + size)));
    at += size;
  }
  took(await writer.end());
  return saved;
}

/** Whoever waits for it hears of the failure; nobody may be waiting yet. */
function unheard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function saveOne<Ready extends Prepared, Looked, Plan>(
  { look, plan, write }: PortionSteps<Ready, Looked, Plan>,
  portion: Portion<Ready, Plan>,
): Promise<SavedPaper[]> {
  let next = portion.plan;
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(await next);
    } catch (error) {
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
      next = look(portion.ready).then(plan);
    }
  }
}
