/**
 * Arrivals in portions, each planned while the one before is being written:
 *
 *   portion 1   plan ─ write ──────▶
 *   portion 2          plan ······· write ──────▶
 *   portion 3                       plan ······· write ──────▶
 *
 * What is planned ahead has not seen what is being written. Where the two portions have anything in common by which papers are told apart,
 * it is planned again; whatever else comes between is a CONFLICT of the store, and is looked at anew as well.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import { identifierKey } from '../../../../model/papers/index.ts';
import { yieldToEventLoop } from '../../../within.ts';
import type { Arrival, SavedPaper, SaveRequest } from './arrival.ts';
import { cleanCitekey } from '../../bibliography/citekeys/citekey.ts';
import { allIdentifiers } from './identifiers.ts';
import { candidateKeys } from '../../reading/identity/index.ts';

export interface PortionSteps<Plan> {
  plan(arrivals: readonly Arrival[]): Promise<Plan>;
  /** CONFLICT where somebody else was faster: then it is planned anew. */
  write(plan: Plan): Promise<SavedPaper[]>;
}

/** So many are written at once; few enough that nobody waits for the turn in which they are handed to the store. */
const MOST = 200;
/** Of the first, so that the store has something to do soon; each further one has twice as many. */
const FIRST = 100;

/** How many the next portion is to have. */
export function* portionSizes(): Generator<number, never> {
  for (let size = FIRST; ; size = Math.min(MOST, size * 2)) yield size;
}

/** Another process may have taken an id or a citekey meanwhile; then it is looked at anew. */
const ATTEMPTS = 4;

/** Portion after portion, for who does not have all of them yet. What became of them comes in their order. */
export class PortionWriter<Plan> {
  readonly #steps: PortionSteps<Plan>;
  readonly #signal: AbortSignal | undefined;
  #writing: Promise<SavedPaper[]> = Promise.resolve([]);
  #touched: ReadonlySet<string> = new Set();

  constructor(steps: PortionSteps<Plan>, signal?: AbortSignal) {
    this.#steps = steps;
    this.#signal = signal;
  }

  /** Returns when the portion before is written, with that, and this one is on its way. */
  async push(portion: readonly Arrival[]): Promise<SavedPaper[]> {
    this.#signal?.throwIfAborted();
    const ahead = unheard(this.#steps.plan(portion));
    const touched = touchedBy(portion);
    const saved = await this.#writing;
    const isApart = touched.isDisjointFrom(this.#touched);
    this.#writing = unheard(saveOne(this.#steps, portion, isApart ? ahead : this.#steps.plan(portion)));
    this.#touched = touched;
    await yieldToEventLoop();
    return saved;
  }

  /** What became of the last one. */
  end(): Promise<SavedPaper[]> {
    return this.#writing;
  }
}

export async function savePortions<Plan>(request: SaveRequest, steps: PortionSteps<Plan>): Promise<SavedPaper[]> {
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

async function saveOne<Plan>(
  { plan, write }: PortionSteps<Plan>,
  portion: readonly Arrival[],
  planned: Promise<Plan>,
): Promise<SavedPaper[]> {
  let next = planned;
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(await next);
    } catch (error) {
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
      next = plan(portion);
    }
  }
}

/** All by which one of them could be taken for a paper, or take what a paper has. */
function touchedBy(arrivals: readonly Arrival[]): Set<string> {
  return new Set(
    arrivals.flatMap(({ item, paper, newId }) => [
      ...allIdentifiers(item.identifiers).map((one) => `id ${identifierKey(one)}`),
      ...titleOf(item),
      ...[cleanCitekey(item.citekey)].flatMap((key) => (key === null ? [] : `citekey ${key}`)),
      ...[paper, newId].flatMap((key) => (key === undefined ? [] : `paper ${key}`)),
    ]),
  );
}

/** By the beginning, where that is what papers are compared by. */
function titleOf(item: Arrival['item']): string[] {
  const { titleKey, titlePrefix } = candidateKeys(item);
  const key = titlePrefix ?? titleKey;
  return key === null ? [] : [`title ${key}`];
}
