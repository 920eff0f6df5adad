import { yieldToEventLoop } from '../within.ts';

/** A tenth of a millisecond each, or so. */
const BETWEEN_BREATHS = 64;

/** The same as `map`; others get their turn now and then. */
export async function inBreaths<Item, Result>(
  items: readonly Item[],
  work: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [place, item] of items.entries()) {
    results.push(work(item, place));
    if (results.length % BETWEEN_BREATHS === 0) await yieldToEventLoop();
  }
  return results;
}
