/**
 * What was learnt of terms, kept as long as it holds. To name or count a term's passages takes the engine as long as there
 * are such passages, and common words come in every other question. With what is kept stands the state of the passages in
 * which it was told. Passages added since are read and put in; after a removal all is asked anew. Whether a passage is
 * still live is not kept up: once superseded it stays so, and whoever gives a passage away has to look.
 */
import { addedBetween, isSame, STATE_COLUMNS, toState, type PassageState } from '../memories/passage-state.ts';
import { countPassages, findPostings, sizeOf, withPostings, type Postings, type Told } from './postings.ts';
import type { Store } from '../store.ts';
import { countsIn } from './word-tokens.ts';

/** More passages than these are not read to be put in. */
const READ_AT_MOST = 500;
/** Of each graph. */
const COUNTS_AT_MOST = 10_000;
const ATTEMPTS = 3;

interface Kept {
  /** The start of the server that told: after a failover the same numbers may mean others. */
  readonly run: string;
  readonly state: PassageState;
  /** By codes. */
  readonly counts: Map<string, number>;
  /** By codes, the least recently used first. */
  readonly postings: Map<string, Postings>;
}

export class PostingsCache {
  readonly #store: Store;
  /** By graphs, the least recently used first. */
  readonly #kept = new Map<number, Kept>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** In how many passages each occurs. */
  count(graph: number, codes: readonly string[]): Promise<Told<number>> {
    return this.#tell(graph, codes, {
      known: ({ counts, postings }, code) => counts.get(code) ?? sizeIfAny(postings.get(code)),
      ask: (missing) => countPassages(this.#store, graph, missing),
      keep: ({ counts }, code, count) => {
        if (counts.size >= COUNTS_AT_MOST) counts.clear();
        counts.set(code, count);
      },
    });
  }

  /** The passages that hold them. */
  async find(graph: number, codes: readonly string[]): Promise<Told<Postings>> {
    const told = await this.#tell<Postings>(graph, codes, {
      known: ({ postings }, code) => postings.get(code),
      ask: (missing) => findPostings(this.#store, graph, missing),
      keep: ({ postings }, code, found) => {
        postings.delete(code);
        postings.set(code, found);
      },
    });
    this.#shrink();
    return told;
  }

  /** What is known and, for the rest, what the engine says, all of the same state. */
  async #tell<Of>(graph: number, codes: readonly string[], learning: Learning<Of>): Promise<Told<Of>> {
    const distinct = [...new Set(codes)];
    for (let attempt = 1; ; attempt++) {
      const kept = await this.#current(graph);
      // Where others change the passages all the time, everything is asked for at once.
      const known = attempt < ATTEMPTS ? knownOf(kept, distinct, learning) : new Map<string, Of>();
      const missing = distinct.filter((code) => !known.has(code));
      const told: Told<Of> = missing.length > 0 ? await learning.ask(missing) : { state: kept.state, of: new Map() };
      const holds = !told.torn && isSame(kept.state, told.state);
      if (!holds && attempt < ATTEMPTS) continue;
      const of = new Map([...known, ...told.of]);
      if (holds && kept.run !== '' && (await this.#store.runOf(graph)) === kept.run) {
        for (const [code, one] of of) learning.keep(kept, code, one);
      }
      return { state: told.state, of };
    }
  }

  /** What is kept, brought up to now; nothing yet when it cannot be. */
  async #current(graph: number): Promise<Kept> {
    const [row] = await this.#store.readNumbers(graph, `MATCH (g:Store) RETURN ${STATE_COLUMNS}`);
    const state = toState(row);
    // Looked at afterwards: what another server told has no use then.
    const run = await this.#store.runOf(graph);
    const before = this.#kept.get(graph);
    const known = before?.run === run ? await this.#bringUp(graph, before, state) : undefined;
    const kept = { counts: new Map<string, number>(), postings: new Map<string, Postings>(), ...known, run, state };
    this.#kept.delete(graph);
    this.#kept.set(graph, kept);
    return kept;
  }

  async #bringUp(graph: number, before: Kept, now: PassageState): Promise<Kept | undefined> {
    if (isSame(before.state, now)) return before;
    const added = addedBetween(before.state, now) ?? Infinity;
    if (added > READ_AT_MOST) return undefined;
    const rows = await this.#store.readPlain(
      graph,
      `MATCH (g:Store) WHERE g.next = $next AND g.passages = $passages
       UNWIND $ids AS id MATCH (p:Passage {id: id}) RETURN p.k, p.w`,
      { ...now, ids: Array.from({ length: added }, (_, i) => String(before.state.next + i)) },
    );
    return rows.length === added ? withPassages(before, rows as [number, string][]) : undefined;
  }

  #shrink(): void {
    let size = 0;
    for (const { postings } of this.#kept.values()) for (const one of postings.values()) size += sizeOf(one);
    for (const [graph, { postings }] of this.#kept) {
      for (const [code, one] of postings) {
        if (size <= this.#store.limits.keptPostings) return;
        postings.delete(code);
        size -= sizeOf(one);
      }
      this.#kept.delete(graph);
    }
  }
}

interface Learning<Of> {
  readonly known: (kept: Kept, code: string) => Of | undefined;
  readonly ask: (codes: readonly string[]) => Promise<Told<Of>>;
  readonly keep: (kept: Kept, code: string, one: Of) => void;
}

function knownOf<Of>(kept: Kept, codes: readonly string[], { known }: Learning<Of>): Map<string, Of> {
  const found = codes.map((code) => [code, known(kept, code)] as const);
  return new Map(found.filter((one): one is readonly [string, Of] => one[1] !== undefined));
}

function sizeIfAny(postings: Postings | undefined): number | undefined {
  return postings && sizeOf(postings);
}

/** A copy: others may be at work on what was kept before. */
function withPassages(before: Kept, passages: readonly [key: number, words: string][]): Kept {
  const [counts, postings] = [new Map(before.counts), new Map(before.postings)];
  const holdings = passages.flatMap(([key, words]) =>
    Array.from(countsIn(words), ([code, count]) => ({ key, code, count })),
  );
  for (const [code, holding] of Map.groupBy(holdings, (one) => one.code)) {
    const held = counts.get(code);
    if (held !== undefined) counts.set(code, held + holding.length);
    const found = postings.get(code);
    if (found) postings.set(code, withPostings(found, holding));
  }
  return { ...before, counts, postings };
}
