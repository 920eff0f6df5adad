/**
 * How much papers say the same, by title and abstract: once by their vectors, which the library has already, and once by their words.
 *
 *   title + abstract ─┬─ vector ──────── nearest abstracts ──┐
 *                     └─ telling words ── best by BM25 ──────┴─ whoever was found so, or otherwise, is held against both
 *
 * It is no search: what an abstract has in quotation marks or after a minus sign asks for nothing, and it may be of any length.
 */
import { PAPER_KIND, toTerms, type MemoryFilter } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { idf } from '../../search/candidates/idf.ts';
import { yieldToEventLoop } from '../../within.ts';
import { plainText } from '../evaluate/candidate-text.ts';
import { paperVectors } from '../evaluate/paper-vectors.ts';
import { ownersOf } from '../library/query/found-papers.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface Alike {
  /** 0–1; null where one of the two has no vector. */
  readonly meaning: number | null;
  /** 0–1: of what the paper's own words would get. */
  readonly words: number;
}

export interface Likeness {
  /** Ids of the papers that are likely to say something alike; the paper itself may be among them. */
  readonly near: ReadonlySet<string>;
  measure(papers: readonly KeptPaper[]): Promise<ReadonlyMap<string, Alike>>;
}

/** Abstracts of which papers are looked at: by their vectors, and by their words. */
const [NEAREST, BY_WORDS] = [200, 100];
/** More words say nothing new of a paper, and saying one more often than so neither. */
const [MOST_TERMS, MOST_SAID] = [40, 3];
const [K1, B] = [1.2, 0.75];
/** The cosine of abstracts of one field that have nothing to do with each other, by the built-in model; of others the least that was found counts. */
const UNRELATED = 0.7;
/** A few milliseconds of work; then others have their turn. */
const AT_ONCE = 20;

/** The memory with title and abstract; texts of files have a format. */
const ABSTRACTS: MemoryFilter = {
  kinds: [PAPER_KIND],
  metadata: [
    { field: 'paper_id', op: 'exists', value: true },
    { field: 'format', op: 'exists', value: false },
  ],
};

export async function likenessTo(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  signal?: AbortSignal,
): Promise<Likeness> {
  const scope = { workspace, filter: ABSTRACTS };
  const candidates = [{ id: paper.key, item: paper.value.item }];
  const [[own], terms] = await Promise.all([
    paperVectors(deps, deps.embedder, { workspace, candidates, signal }),
    tellingTerms(deps, workspace, plainText(paper.value.item)),
  ]);
  const vector = own?.vector ?? null;
  const [near, worded] = await Promise.all([
    vector ? deps.storage.vectors.nearest(deps.embedder.model.name, vector, NEAREST, scope) : [],
    terms.size > 0 ? deps.storage.fullText.search({ terms: [...terms.keys()] }, BY_WORDS, scope) : [],
  ]);
  signal?.throwIfAborted();
  const owners = await ownersOf(deps, workspace, [...near, ...worded]);
  return {
    near: new Set(owners.values()),
    async measure(papers) {
      const [meaning, words] = await Promise.all([
        vector ? meaningOf(deps, workspace, { vector, papers }) : new Map<string, number>(),
        wordsOf(terms, paper, papers),
      ]);
      signal?.throwIfAborted();
      return new Map(papers.map(({ key }) => [key, { meaning: meaning.get(key) ?? null, words: words.get(key) ?? 0 }]));
    },
  };
}

/** What a word is worth, by how rare it is in the workspace and how often the text says it; those that tell most. */
async function tellingTerms({ storage }: Deps, workspace: string, text: string): Promise<ReadonlyMap<string, number>> {
  const said = countsIn(text);
  const terms = [...said.keys()];
  if (terms.length === 0) return new Map();
  const { passages, counts } = await storage.fullText.frequencies(terms, workspace);
  return new Map(
    terms
      .map((term, i) => [term, Math.min(MOST_SAID, said.get(term) ?? 0) * idf(counts[i] ?? 0, passages)] as const)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MOST_TERMS),
  );
}

function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of toTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** By the first passage of each abstract: it has the title and, but for the longest, all of it. */
async function meaningOf(
  { storage, embedder }: Deps,
  workspace: string,
  { vector, papers }: { readonly vector: Float32Array; readonly papers: readonly KeptPaper[] },
): Promise<Map<string, number>> {
  const owners = new Map(papers.flatMap(({ key, value }) => (value.memory === null ? [] : [[value.memory, key]])));
  if (owners.size === 0) return new Map();
  const filter = { ids: [...owners.keys()], includeSuperseded: true };
  const passages = await storage.memories.openings({ workspace, filter }, owners.size);
  const ids = passages.map(({ passageId }) => passageId);
  const cosines = await storage.vectors.score(embedder.model.name, vector, ids);
  const least = Math.min(UNRELATED, ...cosines.values());
  return new Map(
    passages.flatMap(({ passageId, memoryId }) => {
      const [owner, cosine] = [owners.get(memoryId), cosines.get(passageId)];
      return owner === undefined || cosine === undefined ? [] : [[owner, bounded((cosine - least) / (1 - least))]];
    }),
  );
}

/** BM25 of the telling words, as a share of what the paper itself gets. */
async function wordsOf(
  terms: ReadonlyMap<string, number>,
  paper: KeptPaper,
  papers: readonly KeptPaper[],
): Promise<ReadonlyMap<string, number>> {
  const texts = new Map<string, ReadonlyMap<string, number>>();
  for (const [i, { key, value }] of [paper, ...papers].entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    texts.set(key, countsIn(plainText(value.item)));
  }
  const lengths = new Map([...texts].map(([key, counts]) => [key, lengthOf(counts)]));
  const average = Math.max(1, [...lengths.values()].reduce((sum, length) => sum + length, 0) / texts.size);
  const scores = new Map(
    [...texts].map(([key, counts]) => [key, bm25(terms, counts, (lengths.get(key) ?? 0) / average)]),
  );
  const own = scores.get(paper.key) ?? 0;
  return new Map([...scores].map(([key, score]) => [key, own === 0 ? 0 : bounded(score / own)]));
}

function lengthOf(counts: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const count of counts.values()) length += count;
  return length;
}

function bm25(terms: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>, length: number): number {
  const norm = K1 * (1 - B + B * length);
  let sum = 0;
  for (const [term, worth] of terms) {
    const count = counts.get(term) ?? 0;
    sum += (worth * count) / (count + norm);
  }
  return sum;
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}
