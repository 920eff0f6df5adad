/**
 * Every term that some passage of a workspace holds: what a prefix is looked up in, and a misspelt word. A writer adds the
 * terms it has not seen there before; so that it need not ask, it keeps those it has seen, for as long as nothing was taken
 * out of the dictionary (its generation).
 */
import type { Store } from '../store.ts';
import { codeOf } from './word-tokens.ts';

/** Beyond, a process begins to remember anew; it then names terms that are there already. */
const REMEMBERED = 200_000;

interface Seen {
  readonly generation: number;
  readonly codes: Set<string>;
}

/** A term as the graph takes it. */
export interface TermDraft {
  readonly [name: string]: string;
  readonly k: string;
  readonly t: string;
  readonly c: string;
}

/** What terms of one beginning are found by. */
export function letterOf(term: string): string {
  return `c${term.codePointAt(0) ?? 0}`;
}

/** Ends a query that adds passages: `$terms` are there afterwards. */
export const ADD_TERMS = `CALL {
    UNWIND $terms AS t MERGE (x:Term {k: t.k}) ON CREATE SET x.t = t.t, x.c = t.c RETURN count(x) AS known
  }`;

export class Dictionary {
  readonly #store: Store;
  readonly #seen = new Map<number, Seen>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Those that may be missing, and the generation for which that holds. */
  async missing(graph: number, terms: Iterable<string>): Promise<{ generation: number; drafts: TermDraft[] }> {
    const seen = this.#seen.get(graph) ?? (await this.refresh(graph));
    const drafts = new Map<string, TermDraft>();
    for (const term of terms) {
      const k = codeOf(term);
      if (!seen.codes.has(k)) drafts.set(k, { k, t: term, c: letterOf(term) });
    }
    return { generation: seen.generation, drafts: [...drafts.values()] };
  }

  /** They are in the graph now. */
  note(graph: number, generation: number, drafts: readonly TermDraft[]): void {
    const seen = this.#seen.get(graph);
    if (seen?.generation !== generation) return;
    if (seen.codes.size + drafts.length > REMEMBERED) seen.codes.clear();
    for (const { k } of drafts) seen.codes.add(k);
  }

  /** Forgets what was seen, and looks which generation it is. */
  async refresh(graph: number): Promise<Seen> {
    const [row] = await this.#store.readIfThere(graph, 'MATCH (g:Store) RETURN g.terms');
    const seen = { generation: Number(row?.[0] ?? 0), codes: new Set<string>() };
    this.#seen.set(graph, seen);
    return seen;
  }
}

const STILL_HELD = `UNWIND $codes AS code
  CALL { WITH code CALL db.idx.fulltext.queryNodes('Passage', code + '_*') YIELD node WITH node LIMIT 1 RETURN count(node) AS held }
  WITH code, held WHERE held = 0 RETURN code`;
const TAKE_OUT = `MATCH (g:Store) WHERE g.seq = $seq SET g.terms = g.terms + 1
  WITH g UNWIND $codes AS code MATCH (t:Term {k: code}) DELETE t RETURN DISTINCT g.terms`;
const TAKE_ALL_OUT = `MATCH (g:Store) WHERE g.passages = 0 SET g.terms = g.terms + 1
  WITH g CALL { MATCH (t:Term) DELETE t RETURN count(t) AS gone } RETURN gone`;
const PORTION = 5000;
const ATTEMPTS = 20;

/** Takes terms out that no passage holds any more: what was removed is not to be read off the dictionary. */
export async function takeOut(store: Store, graph: number, codes: readonly string[]): Promise<void> {
  if (codes.length === 0 || (await store.write(graph, TAKE_ALL_OUT, {})).length > 0) return;
  for (let from = 0; from < codes.length; from += PORTION) {
    await takeOutPortion(store, graph, codes.slice(from, from + PORTION));
  }
}

/** Whoever adds a passage meanwhile makes the portion be looked at again. */
async function takeOutPortion(store: Store, graph: number, codes: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row] = await store.read(graph, 'MATCH (g:Store) RETURN g.seq');
    const free = await store.read(graph, STILL_HELD, { codes });
    if (!row || free.length === 0) return;
    const gone = { codes: free.map(([code]) => code as string), seq: row[0] as number };
    if ((await store.write(graph, TAKE_OUT, gone)).length > 0) return;
  }
  store.logger.log('warning', 'dictionary_not_cleaned', { terms: codes.length });
}
