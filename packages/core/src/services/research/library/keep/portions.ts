/**
 * Arrivals in portions, so that the store is never kept waiting: it is asked about one portion before it gets the one before to write, and
 * that is what this thread plans meanwhile.
 *
 *   store        ask 2 ─ write 1 ──────▶ ask 3 ─ write 2 ──────▶ ask 4 ─ write 3 ──────▶
 *   this thread          plan 2, read 3          plan 3, read 4          plan 4
 *
 * What is planned has not seen what is written meanwhile. Where it has anything in common with that by which papers are told apart, it is
 * looked at again; whatever else comes between is a CONFLICT of the store, and is looked at anew as well.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import { identifierKey } from '../../../../model/papers/index.ts';
import { yieldToEventLoop } from '../../../within.ts';
import { inBreaths } from '../../in-breaths.ts';
import type { Arrival, SavedPaper, SaveRequest } from './arrival.ts';
import { cleanCitekey } from '../../bibliography/citekeys/citekey.ts';
import { allIdentifiers } from './identifiers.ts';
import { candidateKeys } from '../../reading/identity/index.ts';

export interface PortionSteps<Looked, Plan> {
  /** Asks the store what there is. */
  look(arrivals: readonly Arrival[]): Promise<Looked>;
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

interface Portion<Plan> {
  readonly arrivals: readonly Arrival[];
  readonly touched: ReadonlySet<string>;
  readonly plan: Promise<Plan>;
}

/** Portion after portion, for who does not have all of them yet. What became of them comes in their order. */
export class PortionWriter<Looked, Plan> {
  readonly #steps: PortionSteps<Looked, Plan>;
  readonly #signal: AbortSignal | undefined;
  #writing: Promise<SavedPaper[]> = Promise.resolve([]);
  #touched: ReadonlySet<string> = new Set();
  /** Planned, and not yet handed to the store. */
  #next: Portion<Plan> | null = null;

  constructor(steps: PortionSteps<Looked, Plan>, signal?: AbortSignal) {
    this.#steps = steps;
    this.#signal = signal;
  }

  /** Returns what has been written by then, when the portion before is on its way and this one is planned. */
  async push(arrivals: readonly Arrival[]): Promise<SavedPaper[]> {
    this.#signal?.throwIfAborted();
    const looked = unheard(this.#steps.look(arrivals));
    const touched = await touchedBy(arrivals);
    const unseen = [this.#touched, this.#next?.touched ?? new Set<string>()];
    const saved = await this.#writing;
    await looked;
    this.#handOver();
    const isApart = unseen.every((others) => touched.isDisjointFrom(others));
    const plan = unheard(isApart ? looked.then((found) => this.#steps.plan(found)) : this.#planAfterwards(arrivals));
    this.#next = { arrivals, touched, plan };
    await plan;
    await yieldToEventLoop();
    return saved;
  }

  /** What became of the rest. */
  async end(): Promise<SavedPaper[]> {
    const saved = await this.#writing;
    this.#handOver();
    return [...saved, ...(await this.#writing)];
  }

  #handOver(): void {
    const next = this.#next;
    this.#next = null;
    this.#touched = next?.touched ?? new Set();
    this.#writing = next ? unheard(saveOne(this.#steps, next)) : Promise.resolve([]);
  }

  async #planAfterwards(arrivals: readonly Arrival[]): Promise<Plan> {
    await this.#writing;
    return this.#steps.plan(await this.#steps.look(arrivals));
  }
}

export async function savePortions<Looked, Plan>(
  request: SaveRequest,
  steps: PortionSteps<Looked, Plan>,
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

async function saveOne<Looked, Plan>(
  { look, plan, write }: PortionSteps<Looked, Plan>,
  portion: Portion<Plan>,
): Promise<SavedPaper[]> {
  let next = portion.plan;
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(await next);
    } catch (error) {
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
      next = look(portion.arrivals).then(plan);
    }
  }
}

/** All by which one of them could be taken for a paper, or take what a paper has. */
async function touchedBy(arrivals: readonly Arrival[]): Promise<Set<string>> {
  return new Set((await inBreaths(arrivals, marksOf)).flat());
}

function marksOf({ item, paper, newId }: Arrival): string[] {
  return [
    ...allIdentifiers(item.identifiers).map((one) => `id ${identifierKey(one)}`),
    ...titleOf(item),
    ...[cleanCitekey(item.citekey)].flatMap((key) => (key === null ? [] : `citekey ${key}`)),
    ...[paper, newId].flatMap((key) => (key === undefined ? [] : `paper ${key}`)),
  ];
}

/** By the beginning, where that is what papers are compared by. */
function titleOf(item: Arrival['item']): string[] {
  const { titleKey, titlePrefix } = candidateKeys(item);
  const key = titlePrefix ?? titleKey;
  return key === null ? [] : [`title ${key}`];
}
