/**
 * Search by words: the port. A filter that lets few passages through is asked for all of them; one that lets many through
 * is asked about the best, and about more of them as long as too few have passed. Phrases are read for in the same way,
 * best first, in the passages themselves.
 */
import { toPhrase, type MemoryFilter } from '@zapomni/core/model';
import type { PassageHit, TermFrequency, TextIndex, WordFrequencies, WordQuery } from '@zapomni/core/ports';
import { editsBetween } from '../../shared/edits.ts';
import { toStorable } from '../../shared/passage-words.ts';
import type { Context } from './context.ts';
import { letterOf } from './dictionary.ts';
import { isNarrow, toCondition } from './filter.ts';
import { inWorkspace } from './in-workspace.ts';
import { passageId } from './passage-ids.ts';
import type { Store } from './store.ts';
import { countPassages, rankPassages, readCorpus, type ScoredPassage } from './word-search.ts';

const LISTED_AT_MOST = 5000;
/** How many are looked at first, for k that are wanted. */
const FIRST_LOOK = { perHit: 4, more: 50 };
const DEEPER = 4;
/** A phrase of common words may be in none of very many passages; no more than these are read. */
const READ_AT_MOST = 20_000;
const EXPANDED_AT_MOST = 50;
const SHORTEST_MISSPELT = 3;
const SHORTEST_WITH_TWO_EDITS = 6;

export function createTexts(context: Context): TextIndex {
  const { store } = context;
  return {
    search: async (query, k, { workspace, filter = {} }) => {
      if (k < 1) return [];
      const search = (graph: number): Promise<PassageHit[]> => searchGraph(store, graph, { query, k, filter });
      return (await inWorkspace(context, workspace, search)) ?? [];
    },
    similar: async (term, workspace, limit) => {
      const find = (graph: number): Promise<TermFrequency[]> => findSimilar(store, graph, toStorable(term), limit);
      return (await inWorkspace(context, workspace, find)) ?? [];
    },
    frequencies: async (terms, workspace) => {
      const count = async (graph: number): Promise<WordFrequencies> => {
        const asked = terms.map(toStorable);
        const [corpus, counts] = await Promise.all([readCorpus(store, graph), countPassages(store, graph, asked)]);
        return { passages: corpus.passages, counts };
      };
      return (await inWorkspace(context, workspace, count)) ?? { passages: 0, counts: terms.map(() => 0) };
    },
  };
}

interface WordSearch {
  readonly query: WordQuery;
  readonly k: number;
  readonly filter: MemoryFilter;
}

async function searchGraph(store: Store, graph: number, { query, k, filter }: WordSearch): Promise<PassageHit[]> {
  const wanted = toWanted(query);
  const expanded = await Promise.all(wanted.prefixes.map((prefix) => expandPrefix(store, graph, prefix)));
  const ranked = await rankPassages(store, graph, {
    terms: [...wanted.terms, ...expanded.flat()],
    required: wanted.required,
    excluded: wanted.excluded,
    includeSuperseded: filter.includeSuperseded === true || filter.validAt !== undefined,
  });
  const listed = isNarrow(filter) ? await listPassages(store, graph, filter) : undefined;
  const candidates = listed ? ranked.filter(({ n }) => listed.has(n)) : ranked;
  const check: Check = {
    condition: isNarrow(filter) && !listed ? toCondition(filter) : undefined,
    phrases: wanted.phrases,
  };
  return lookDeeper(store, graph, {
    candidates: wanted.phrases ? candidates.slice(0, READ_AT_MOST) : candidates,
    k,
    check,
  });
}

interface Wanted {
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** What has to be read for in the passages. */
  readonly phrases: PhraseCheck | undefined;
}

type Phrase = readonly string[];

interface PhraseCheck {
  readonly required: readonly Phrase[];
  readonly excluded: readonly Phrase[];
}

/** A phrase's terms count like the others; one of a single term needs no reading. */
function toWanted(query: WordQuery): Wanted {
  const required = (query.phrases ?? []).filter((phrase) => phrase.length > 0);
  const excluded = (query.excluded ?? []).filter((phrase) => phrase.length > 0);
  const isLong = (phrase: Phrase): boolean => phrase.length > 1;
  const check = { required: required.filter(isLong), excluded: excluded.filter(isLong) };
  return {
    terms: [...query.terms, ...required.flat()].map(toStorable),
    prefixes: (query.prefixes ?? []).filter((prefix) => prefix !== '').map(toStorable),
    required: required.flat().map(toStorable),
    excluded: excluded.filter((phrase) => !isLong(phrase)).map(([term]) => toStorable(term as string)),
    phrases: check.required.length + check.excluded.length > 0 ? check : undefined,
  };
}

/** The passages that the filter lets through, if they are few. */
async function listPassages(store: Store, graph: number, filter: MemoryFilter): Promise<Set<number> | undefined> {
  const { cypher, params } = toCondition(filter);
  const query = `MATCH (m:Memory) WHERE ${cypher} MATCH (m)-[:HAS]->(p:Passage) RETURN p.n LIMIT $most`;
  const rows = await store.readNumbers(graph, query, { ...params, most: LISTED_AT_MOST + 1 });
  return rows.length > LISTED_AT_MOST ? undefined : new Set(rows.map(([n]) => n as number));
}

interface Check {
  readonly condition: ReturnType<typeof toCondition> | undefined;
  readonly phrases: PhraseCheck | undefined;
}

interface Look {
  readonly candidates: readonly ScoredPassage[];
  readonly k: number;
  readonly check: Check;
}

async function lookDeeper(store: Store, graph: number, { candidates, k, check }: Look): Promise<PassageHit[]> {
  const unchecked = check.condition === undefined && check.phrases === undefined;
  const passed: PassageHit[] = [];
  let depth = unchecked ? k : k * FIRST_LOOK.perHit + FIRST_LOOK.more;
  for (let from = 0; from < candidates.length && passed.length < k; from += depth, depth *= DEEPER) {
    passed.push(...(await keepChecked(store, graph, candidates.slice(from, from + depth), check)));
  }
  return passed.slice(0, k);
}

async function keepChecked(
  store: Store,
  graph: number,
  candidates: readonly ScoredPassage[],
  { condition, phrases }: Check,
): Promise<PassageHit[]> {
  // In two steps and without a label: asked at once, the engine begins with every memory that the condition lets through.
  const rows = await store.read(
    graph,
    `UNWIND $ids AS id MATCH (p:Passage {id: id}) WITH p MATCH (p)<-[:HAS]-(m) ${condition ? `WHERE ${condition.cypher}` : ''}
     RETURN p.n, m.id${phrases ? ', p.t' : ''}`,
    { ids: candidates.map(({ n }) => String(n)), ...condition?.params },
  );
  const found = new Map(rows.map(([n, id, text]) => [n as number, { id: id as string, text: text as string }]));
  return candidates.flatMap(({ n, score }) => {
    const passage = found.get(n);
    if (!passage || (phrases && !holdsPhrases(passage.text, phrases))) return [];
    return [{ passageId: passageId(graph, n), memoryId: passage.id, score }];
  });
}

function holdsPhrases(text: string, { required, excluded }: PhraseCheck): boolean {
  const terms = toPhrase(text);
  const holds = (phrase: Phrase): boolean => includesRun(terms, phrase);
  return required.every(holds) && !excluded.some(holds);
}

function includesRun(terms: readonly string[], run: Phrase): boolean {
  return terms.some((_, at) => run.every((term, i) => terms[at + i] === term));
}

/** Terms that begin so, the most frequent first. */
async function expandPrefix(store: Store, graph: number, prefix: string): Promise<string[]> {
  const query = 'MATCH (t:Term {c: $c}) WHERE t.t STARTS WITH $prefix RETURN t.t';
  const rows = await store.read(graph, query, { c: letterOf(prefix), prefix });
  const counted = await countTerms(
    store,
    graph,
    rows.map(([term]) => term as string),
  );
  return counted.slice(0, EXPANDED_AT_MOST).map(({ term }) => term);
}

/** Terms with the same first letter that differ by one edit, or by two when the term is long; the most frequent first. */
async function findSimilar(store: Store, graph: number, term: string, limit: number): Promise<TermFrequency[]> {
  if (term.length < SHORTEST_MISSPELT) return [];
  const edits = term.length < SHORTEST_WITH_TWO_EDITS ? 1 : 2;
  const query = 'MATCH (t:Term {c: $c}) WHERE size(t.t) >= $least AND size(t.t) <= $most RETURN t.t';
  const letters = [...term].length;
  const params = { c: letterOf(term), least: letters - edits, most: letters + edits };
  const near = (await store.read(graph, query, params))
    .map(([one]) => one as string)
    .filter((one) => one !== term && editsBetween(one, term, edits) <= edits);
  return (await countTerms(store, graph, near)).slice(0, limit);
}

async function countTerms(store: Store, graph: number, terms: readonly string[]): Promise<TermFrequency[]> {
  const counts = await countPassages(store, graph, terms);
  const counted = terms
    .map((term, i) => ({ term, passages: counts[i] as number }))
    .filter(({ passages }) => passages > 0);
  return counted.sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
}
