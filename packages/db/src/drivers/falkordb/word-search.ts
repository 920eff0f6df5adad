/**
 * BM25 over the engine's index. The index names the passages that hold each term and how often (see word-tokens.ts); the
 * scores are added up here, with the same numbers as in every other engine.
 */
import { perTermOf, SHORTEST, weightOf } from '../../shared/bm25.ts';
import type { Store } from './store.ts';
import { codeOf, countIn, MANY, readKey, tokenOf } from './word-tokens.ts';

export interface ScoredPassage {
  readonly n: number;
  readonly score: number;
}

/** What one term is found in. */
export interface Postings {
  /** Passage → how often. */
  readonly counts: ReadonlyMap<number, number>;
}

interface Found {
  readonly byTerm: ReadonlyMap<string, Postings>;
  /** Of each passage found. */
  readonly passages: ReadonlyMap<number, { readonly length: number; readonly live: boolean }>;
}

export interface WordsWanted {
  /** Any of these; all scores add up. */
  readonly terms: readonly string[];
  /** Every hit holds each of these. */
  readonly required: readonly string[];
  /** And none of these. */
  readonly excluded: readonly string[];
  readonly includeSuperseded: boolean;
}

/** All that match, best first. */
export async function rankPassages(store: Store, graph: number, wanted: WordsWanted): Promise<ScoredPassage[]> {
  const { terms, required, excluded, includeSuperseded } = wanted;
  if (terms.length === 0) return [];
  const [corpus, found] = await Promise.all([
    readCorpus(store, graph),
    findPostings(store, graph, [...new Set([...terms, ...required, ...excluded])]),
  ]);
  const holds = (n: number) => (term: string) => found.byTerm.get(term)?.counts.has(n) ?? false;
  const counts = (n: number): boolean =>
    (includeSuperseded || found.passages.get(n)?.live === true) && required.every(holds(n)) && !excluded.some(holds(n));
  const scores = score(corpus, found, [...new Set(terms)]);
  const hits = Array.from(scores, ([n, value]) => ({ n, score: value })).filter(({ n }) => counts(n));
  return hits.sort((a, b) => b.score - a.score || a.n - b.n);
}

interface Corpus {
  readonly passages: number;
  readonly length: number;
}

export async function readCorpus(store: Store, graph: number): Promise<Corpus> {
  const [row] = await store.read(graph, 'MATCH (g:Store) RETURN g.passages, g.length');
  return { passages: Number(row?.[0] ?? 0), length: Number(row?.[1] ?? 0) };
}

function score(corpus: Corpus, { byTerm, passages }: Found, terms: readonly string[]): Map<number, number> {
  const perTerm = perTermOf(corpus);
  const scores = new Map<number, number>();
  // The rarest first, as everywhere: sums of the same numbers in another order differ in their last digits.
  const weighed = terms
    .map((term) => ({ term, counts: byTerm.get(term)?.counts ?? new Map<number, number>() }))
    .map((one) => ({ ...one, weight: weightOf(corpus, one.counts.size) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  for (const { counts, weight } of weighed) {
    for (const [n, count] of counts) {
      const length = passages.get(n)?.length ?? 0;
      scores.set(n, (scores.get(n) ?? 0) + (weight * count) / (count + SHORTEST + perTerm * length));
    }
  }
  return scores;
}

const FIND = `UNWIND $tokens AS t CALL db.idx.fulltext.queryNodes('Passage', t.q) YIELD node RETURN t.i, node.k`;
const FIND_MANY = `UNWIND $tokens AS t CALL db.idx.fulltext.queryNodes('Passage', t.q) YIELD node
  RETURN t.i, node.n, node.w`;

/** Asked for one by one; a term that a passage holds more often than that is rare, and how often is read off it. */
const SELDOM = 3;
const OFTEN = Array.from({ length: MANY - SELDOM }, (_, i) => SELDOM + 1 + i);

/** What the index is asked for one term: passages that hold it once, twice, … and more often. */
function questionsFor(code: string): string[] {
  const seldom = Array.from({ length: SELDOM }, (_, i) => tokenOf(code, i + 1));
  return [...seldom, OFTEN.map((count) => tokenOf(code, count)).join('|')];
}

async function findPostings(store: Store, graph: number, terms: readonly string[]): Promise<Found> {
  const codes = terms.map(codeOf);
  const tokens = codes.flatMap((code, term) => questionsFor(code).map((q, i) => ({ i: term * (SELDOM + 1) + i, q })));
  const rows = await store.readNumbers(graph, FIND, { tokens });
  const counts = terms.map(() => new Map<number, number>());
  const passages = new Map<number, { length: number; live: boolean }>();
  const often = new Set<number>();
  for (const [i = 0, key = 0] of rows) {
    const { n, length, live } = readKey(key);
    const term = Math.floor(i / (SELDOM + 1));
    const count = (i % (SELDOM + 1)) + 1;
    if (count > SELDOM) often.add(term);
    counts[term]?.set(n, count);
    passages.set(n, { length, live });
  }
  if (often.size > 0) await correct(store, graph, { codes, counts, often });
  return { byTerm: new Map(terms.map((term, i) => [term, { counts: counts[i] as Map<number, number> }])), passages };
}

interface Counted {
  readonly codes: readonly string[];
  readonly counts: readonly Map<number, number>[];
  /** Terms that some passage holds often. */
  readonly often: ReadonlySet<number>;
}

/** How often a passage holds what it holds often is read off its tokens. */
async function correct(store: Store, graph: number, { codes, counts, often }: Counted): Promise<void> {
  const tokens = Array.from(often, (i) => ({ i, q: questionsFor(codes[i] as string)[SELDOM] as string }));
  for (const [i, n, words] of (await store.read(graph, FIND_MANY, { tokens })) as [number, number, string][]) {
    counts[i]?.set(n, countIn(words, codes[i] as string));
  }
}

const COUNT = `UNWIND $codes AS t
  CALL { WITH t CALL db.idx.fulltext.queryNodes('Passage', t.code + '_*') YIELD node RETURN count(node) AS held }
  RETURN t.i, held`;

/** In how many passages each occurs, in the order asked. */
export async function countPassages(store: Store, graph: number, terms: readonly string[]): Promise<number[]> {
  if (terms.length === 0) return [];
  const codes = terms.map((term, i) => ({ i, code: codeOf(term) }));
  const held = new Map((await store.readNumbers(graph, COUNT, { codes })) as [number, number][]);
  return terms.map((_, i) => held.get(i) ?? 0);
}
