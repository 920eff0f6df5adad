/**
 * Where the readings of passages lie between being embedded and being put into the graph, which is soon. It is a shelf, not a store: what falls
 * off it is read again when it is asked for.
 */
import type { HeadReading } from './read-words.ts';

/** About 4 MB of readings of usual passages. */
const MOST = 4096;

export class ReadingShelf {
  readonly #readings = new Map<string, HeadReading>();

  /** The oldest leaves when there is no room. */
  put(text: string, reading: HeadReading): void {
    this.#readings.delete(text);
    this.#readings.set(text, reading);
    if (this.#readings.size > MOST) this.#readings.delete(this.#readings.keys().next().value as string);
  }

  take(text: string): HeadReading | undefined {
    const reading = this.#readings.get(text);
    this.#readings.delete(text);
    return reading;
  }
}
