/** What became of the items of an import, in bounded memory: everything is counted, the first few of each kind are shown. */
import type { ImportDraft } from '@zapomni/core/import';

export interface Skipped {
  readonly reason: string;
  count: number;
  /** The first places. */
  readonly places: string[];
}

export interface Sample {
  readonly where: string;
  readonly draft: ImportDraft;
}

const MOST_PLACES = 10;
const MOST_SAMPLES = 5;
/** Reasons that name what they are about could be many. */
const MOST_REASONS = 200;
const OTHER = 'another reason';

export class Tally {
  files = 0;
  /** Memories that can be stored. */
  found = 0;
  imported = 0;
  /** Were there, by their key. */
  known = 0;
  /** Of these, how many say something else at the source now. */
  differs = 0;
  /** Left out, because the user has forgotten what they say. */
  forgotten = 0;
  embedded = true;
  readonly samples: Sample[] = [];
  readonly warnings = new Map<string, number>();
  readonly #skipped = new Map<string, Skipped>();

  take(sample: Sample): void {
    this.found++;
    if (this.samples.length < MOST_SAMPLES) this.samples.push(sample);
  }

  skip(where: string, given: string): void {
    const reason = this.#skipped.has(given) || this.#skipped.size < MOST_REASONS ? given : OTHER;
    const entry = this.#skipped.get(reason) ?? { reason, count: 0, places: [] };
    entry.count++;
    if (entry.places.length < MOST_PLACES) entry.places.push(where);
    this.#skipped.set(reason, entry);
  }

  warn(warning: string): void {
    this.warnings.set(warning, (this.warnings.get(warning) ?? 0) + 1);
  }

  /** The most frequent first. */
  get skipped(): Skipped[] {
    return [...this.#skipped.values()].toSorted((a, b) => b.count - a.count);
  }

  get skippedCount(): number {
    return this.skipped.reduce((sum, { count }) => sum + count, 0);
  }
}
