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
const PORTION = 250;
/** Another process may have taken an id or a citekey meanwhile; then it is looked at anew. */
const ATTEMPTS = 4;

export async function savePortions<Plan>(request: SaveRequest, steps: PortionSteps<Plan>): Promise<SavedPaper[]> {
  const { arrivals, signal, onProgress } = request;
  const saved: SavedPaper[] = [];
  let writing: Promise<SavedPaper[]> = Promise.resolve([]);
  let before: ReadonlySet<string> = new Set();
  const taken = async (): Promise<void> => {
    saved.push(...(await writing));
    if (saved.length > 0) onProgress?.(saved.length, arrivals.length);
  };
  for (let i = 0; i < arrivals.length; i += PORTION) {
    signal?.throwIfAborted();
    const portion = arrivals.slice(i, i + PORTION);
    const ahead = unheard(steps.plan(portion));
    await taken();
    const touched = touchedBy(portion);
    writing = unheard(saveOne(steps, portion, touched.isDisjointFrom(before) ? ahead : steps.plan(portion)));
    before = touched;
    await yieldToEventLoop();
  }
  await taken();
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
