/** What the engine's index knows of terms: which passages hold them and how often (see word-tokens.ts). */
import { isSame, STATE_COLUMNS, toState, type PassageState } from '../memories/passage-state.ts';
import type { Store } from '../store.ts';
import { countIn, MANY, tokenOf } from './word-tokens.ts';

/** The keys of the passages that hold a term so often; no passage is in two. */
export interface Posting {
  readonly count: number;
  readonly keys: Float64Array;
}

export type Postings = readonly Posting[];

export function sizeOf(postings: Postings): number {
  return postings.reduce((sum, { keys }) => sum + keys.length, 0);
}

/** Of terms, by their codes, and the passages that there were. */
export interface Told<Of> {
  readonly state: PassageState;
  readonly of: ReadonlyMap<string, Of>;
  /** True when others changed the passages while we asked. */
  readonly torn?: boolean;
}

/** Asked for one by one; a term that a passage holds more often than that is rare, and how often is read off it. */
const SELDOM = 3;
const OFTEN = Array.from({ length: MANY - SELDOM }, (_, i) => SELDOM + 1 + i);

/** What the index is asked for one term: passages that hold it once, twice, … and more often. */
function questionsFor(code: string): string[] {
  const seldom = Array.from({ length: SELDOM }, (_, i) => tokenOf(code, i + 1));
  return [...seldom, OFTEN.map((count) => tokenOf(code, count)).join('|')];
}

// As lists: rows of their own for each passage take half as long again there, and several times as long here.
const FIND = `MATCH (g:Store) UNWIND $tokens AS t
  CALL { WITH t CALL db.idx.fulltext.queryNodes('Passage', t.q) YIELD node RETURN collect(node.k) AS keys }
  RETURN t.i, keys, ${STATE_COLUMNS}`;

/** Every passage that holds any of the terms. */
export async function findPostings(store: Store, graph: number, codes: readonly string[]): Promise<Told<Postings>> {
  const tokens = codes.flatMap(questionsFor).map((q, i) => ({ i, q }));
  const rows = await store.readPlain(graph, FIND, { tokens });
  const state = toState(rows[0]?.slice(2));
  const found = codes.map((): Posting[] => []);
  const often: string[] = [];
  for (const [i, text] of rows as [number, string][]) {
    const [term, list] = [Math.floor(i / (SELDOM + 1)), i % (SELDOM + 1)];
    const keys = new Float64Array(JSON.parse(text) as number[]);
    if (keys.length === 0) continue;
    if (list < SELDOM) found[term]?.push({ count: list + 1, keys });
    else often.push(codes[term] as string);
  }
  const more = await findOften(store, graph, often);
  const of = new Map(codes.map((code, i) => [code, [...(found[i] ?? []), ...(more?.of.get(code) ?? [])]]));
  return { state, of, torn: more !== undefined && !isSame(state, more.state) };
}

const FIND_OFTEN = `MATCH (g:Store) UNWIND $tokens AS t CALL db.idx.fulltext.queryNodes('Passage', t.q) YIELD node
  RETURN t.i, node.k, node.w, ${STATE_COLUMNS}`;

/** How often a passage holds what it holds often is read off its tokens. Undefined if nothing is asked for. */
async function findOften(store: Store, graph: number, codes: readonly string[]): Promise<Told<Postings> | undefined> {
  if (codes.length === 0) return undefined;
  const tokens = codes.map((code, i) => ({ i, q: questionsFor(code)[SELDOM] as string }));
  const rows = await store.readPlain(graph, FIND_OFTEN, { tokens });
  const found = codes.map(() => new Map<number, number[]>());
  for (const [i, key, words] of rows as [number, number, string][]) {
    const [lists, count] = [found[i] as Map<number, number[]>, countIn(words, codes[i] as string)];
    lists.set(count, [...(lists.get(count) ?? []), key]);
  }
  const toPostings = (lists: ReadonlyMap<number, number[]>): Postings =>
    Array.from(lists, ([count, keys]) => ({ count, keys: new Float64Array(keys) }));
  return {
    state: toState(rows[0]?.slice(3)),
    of: new Map(codes.map((code, i) => [code, toPostings(found[i] as Map<number, number[]>)])),
  };
}

const COUNT = `MATCH (g:Store) UNWIND $asked AS t
  CALL { WITH t CALL db.idx.fulltext.queryNodes('Passage', t.code + '_*') YIELD node RETURN count(node) AS held }
  RETURN t.i, held, ${STATE_COLUMNS}`;

/** How many they are. Takes half as long. */
export async function countPassages(store: Store, graph: number, codes: readonly string[]): Promise<Told<number>> {
  const rows = await store.readNumbers(graph, COUNT, { asked: codes.map((code, i) => ({ i, code })) });
  return {
    state: toState(rows[0]?.slice(2)),
    of: new Map(rows.map(([i = 0, held = 0]) => [codes[i] as string, held])),
  };
}

/** A term's postings, and more passages that hold it. */
export function withPostings(
  postings: Postings,
  more: readonly { readonly key: number; readonly count: number }[],
): Postings {
  const added = Map.groupBy(more, ({ count }) => count);
  const changed = Array.from(added, ([count, some]) => {
    const before = postings.find((one) => one.count === count)?.keys ?? new Float64Array();
    const keys = new Float64Array(before.length + some.length);
    keys.set(before);
    keys.set(
      some.map(({ key }) => key),
      before.length,
    );
    return { count, keys };
  });
  return [...postings.filter(({ count }) => !added.has(count)), ...changed];
}
