/**
 * The entries of a bibliography, kept from one time to the next. The processor writes all of them whenever it is asked; most are the same as
 * before. An entry is written again when one of these has changed: what it says of itself (then it has another id), what tells it from
 * others, its number where the style shows one, and the entry before it where the style leaves out repeated authors.
 */
import type { CiteprocEngine } from './citeproc.ts';

export interface KeptEntry {
  readonly id: string;
  /** Empty where the style writes nothing. */
  readonly text: string;
}

export interface Shows {
  readonly numbers: boolean;
  readonly predecessors: boolean;
}

/** Beyond this part it is quicker to write all than to look for places. */
const MOST_AGAIN = 0.3;

export class KeptBibliography {
  readonly #engine: CiteprocEngine;
  readonly #shows: Shows;
  #kept = new Map<string, { readonly state: string; readonly text: string }>();

  constructor(engine: CiteprocEngine, shows: Shows) {
    this.#engine = engine;
    this.#shows = shows;
  }

  /** Null for a style without a bibliography. */
  entries(): KeptEntry[] | null {
    const ids = this.#engine.registry.getSortedIds();
    const states = ids.map((id, i) => this.#stateOf(id, ids[i - 1]));
    const changed = ids.flatMap((id, i) => (this.#kept.get(id)?.state === states[i] ? [] : [i]));
    const texts = changed.length > ids.length * MOST_AGAIN ? this.#all(ids) : this.#some(ids, changed);
    if (!texts) return null;
    const entries = ids.map((id) => ({ id, text: texts.get(id) ?? this.#kept.get(id)?.text ?? '' }));
    this.#kept = new Map(entries.map(({ id, text }, i) => [id, { state: states[i] ?? '', text }]));
    return entries;
  }

  #stateOf(id: string, before: string | undefined): string {
    const { registry } = this.#engine.registry;
    const own = registry[id];
    const { numbers, predecessors } = this.#shows;
    return JSON.stringify([
      own?.disambig,
      numbers ? own?.seq : 0,
      own?.['first-reference-note-number'] ?? 0,
      own?.['citation-count'] ?? 0,
      ...(predecessors && before !== undefined ? [before, registry[before]?.disambig] : []),
    ]);
  }

  #all(ids: readonly string[]): Map<string, string> | null {
    const written = this.#engine.makeBibliography();
    if (!written) return null;
    const [{ entry_ids: entryIds }, texts] = written;
    // One that comes out empty is left out of the texts alone; which it was shows only when each is written by itself.
    if (entryIds.length !== texts.length) return this.#some(ids, [...ids.keys()], 1);
    return new Map(entryIds.map(([id = ''], i) => [id, texts[i] ?? '']));
  }

  /** Those at the given places, in runs of neighbours. */
  #some(ids: readonly string[], places: readonly number[], longest = Infinity): Map<string, string> | null {
    const texts = new Map<string, string>();
    for (const [first, last] of runsOf(places, longest)) {
      // The one before is written too where it decides how the next one reads.
      const from = this.#shows.predecessors && first > 0 ? first - 1 : first;
      const written = this.#engine.makeBibliography({
        page_start: ids[from - 1] ?? true,
        page_length: last - from + 1,
      });
      if (!written) return null;
      if (longest > 1 && written[1].length !== last - from + 1) return this.#some(ids, places, 1);
      for (let i = first; i <= last; i += 1) texts.set(ids[i] ?? '', written[1].at(i - last - 1) ?? '');
    }
    return texts;
  }
}

/** First and last of each run of neighbours. */
function runsOf(places: readonly number[], longest: number): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run && run[1] === place - 1 && place - run[0] < longest) run[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}
