/** Search by words: the port. What a word is comes from the core; how passages rank by them is in word-search.ts. */
import type { MemoryFilter } from '@zapomni/core/model';
import type { PassageHit, TermFrequency, FullTextIndex, WordFrequencies, WordQuery } from '@zapomni/core/ports';
import { editsBetween } from '../../../shared/edits.ts';
import { toStorable } from '../../../shared/passage-words.ts';
import type { Context } from '../context.ts';
import { letterOf } from './dictionary.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { PostingsCache } from './postings-cache.ts';
import { lookThrough } from './look-through.ts';
import type { Store } from '../store.ts';
import { rankPassages } from './search-words.ts';
import { codeOf } from './word-tokens.ts';
import { toWanted } from './words-wanted.ts';

const EXPANDED_AT_MOST = 50;
const SHORTEST_MISSPELT = 3;
const SHORTEST_WITH_TWO_EDITS = 6;

/** A workspace's words. */
interface Words {
  readonly store: Store;
  readonly kept: PostingsCache;
  readonly graph: number;
}

export function createFullText(context: Context): FullTextIndex {
  const { store } = context;
  const kept = new PostingsCache(store);
  const inWords = <Result>(workspace: string, work: (words: Words) => Promise<Result>): Promise<Result | undefined> =>
    inWorkspace(context, workspace, (graph) => work({ store, kept, graph }));
  return {
    search: async (query, k, { workspace, filter = {} }) => {
      if (k < 1) return [];
      return (await inWords(workspace, (words) => search(words, { query, k, filter }))) ?? [];
    },
    similar: async (term, workspace, limit) =>
      (await inWords(workspace, (words) => findSimilar(words, toStorable(term), limit))) ?? [],
    frequencies: async (terms, workspace) => {
      const count = async ({ graph }: Words): Promise<WordFrequencies> => {
        const codes = terms.map(toStorable).map(codeOf);
        const { state, of } = await kept.count(graph, codes);
        return { passages: state.passages, counts: codes.map((code) => of.get(code) ?? 0) };
      };
      return (await inWords(workspace, count)) ?? { passages: 0, counts: terms.map(() => 0) };
    },
  };
}

interface Question {
  readonly query: WordQuery;
  readonly k: number;
  readonly filter: MemoryFilter;
}

async function search(words: Words, { query, k, filter }: Question): Promise<PassageHit[]> {
  const { store, kept, graph } = words;
  const { prefixes, phrases, ...asked } = toWanted(query);
  const expanded = await Promise.all(prefixes.map((prefix) => expandPrefix(words, prefix)));
  const terms = [...asked.terms, ...expanded.flat()];
  if (terms.length === 0) return [];
  const includeSuperseded = filter.includeSuperseded === true || filter.validAt !== undefined;
  const wanted = { ...asked, terms, includeSuperseded };
  const found = await kept.find(graph, [...terms, ...wanted.required, ...wanted.excluded].map(codeOf));
  return lookThrough(store, graph, { ranking: rankPassages(found, wanted), k, filter, phrases });
}

/** Terms that begin so, the most frequent first. */
async function expandPrefix(words: Words, prefix: string): Promise<string[]> {
  const query = 'MATCH (t:Term {c: $c}) WHERE t.t STARTS WITH $prefix RETURN t.t';
  const rows = await words.store.read(words.graph, query, { c: letterOf(prefix), prefix });
  const counted = await countTerms(
    words,
    rows.map(([term]) => term as string),
  );
  return counted.slice(0, EXPANDED_AT_MOST).map(({ term }) => term);
}

/** Terms with the same first letter that differ by one edit, or by two when the term is long; the most frequent first. */
async function findSimilar(words: Words, term: string, limit: number): Promise<TermFrequency[]> {
  if (term.length < SHORTEST_MISSPELT) return [];
  const edits = term.length < SHORTEST_WITH_TWO_EDITS ? 1 : 2;
  const query = 'MATCH (t:Term {c: $c}) WHERE size(t.t) >= $least AND size(t.t) <= $most RETURN t.t';
  const letters = [...term].length;
  const params = { c: letterOf(term), least: letters - edits, most: letters + edits };
  const near = (await words.store.read(words.graph, query, params))
    .map(([one]) => one as string)
    .filter((one) => one !== term && editsBetween(one, term, edits) <= edits);
  return (await countTerms(words, near)).slice(0, limit);
}

async function countTerms({ kept, graph }: Words, terms: readonly string[]): Promise<TermFrequency[]> {
  const { of } = await kept.count(graph, terms.map(codeOf));
  const counted = terms
    .map((term) => ({ term, passages: of.get(codeOf(term)) ?? 0 }))
    .filter(({ passages }) => passages > 0);
  return counted.sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
}
