/**
 * A search that is left open: for who counts what has to do with a query, puts it in another order or goes through all of it, and wants the
 * texts of a page alone.
 *
 *   rank as every search does ── which of it has to do with the query ── (all that has, where that is asked for) ── texts of what is chosen
 *
 * The order begins with what was ranked, which does not depend on how many are wanted; what was not looked at follows by how likely it is.
 */
import type { Deps } from '../../deps.ts';
import type { Ranked } from '../candidates/fuse.ts';
import { readQuestion, type Question } from '../query/question.ts';
import { rank, searchBy } from '../search-memories.ts';
import { isNew, type SearchCaches } from '../cached-search.ts';
import type { SearchRequest, SearchResult } from '../search-request.ts';
import { showRanked } from '../show-ranked.ts';
import type { Ranking } from '../rank-memories.ts';
import { gatherFitting, holdingAll, type FittingAsked } from './gather-fitting.ts';
import { isLikely, isNamed, measureFor, standing } from './has-to-do.ts';

export type OpenRequest = Pick<SearchRequest, 'workspaces' | 'query' | 'filter' | 'strict' | 'alike' | 'signal'>;

export interface FoundPassage {
  readonly passageId: number;
  readonly memoryId: string;
}

export interface OpenSearch extends Pick<SearchResult, 'mode' | 'partial'> {
  /** What has to do with the query, the best first: all of it, or what is among the best. */
  readonly fitting: readonly FoundPassage[];
  readonly isAll: boolean;
  /** Of what has not, what comes nearest. */
  readonly nearest: readonly FoundPassage[];
  /** All that has to do with it; begins as `fitting` does. */
  all(): Promise<readonly FoundPassage[]>;
  /** As hits, by relevance, in whatever order they were chosen: scores are made to fall along it. */
  show(chosen: readonly FoundPassage[]): Promise<SearchResult>;
}

/** The order must not depend on how many are wanted: with so many every search looks as deep. */
const LIMIT = 1;

export async function openSearch(
  deps: Deps,
  caches: Pick<SearchCaches, 'vectors' | 'cross'>,
  request: OpenRequest,
): Promise<OpenSearch> {
  const asked = { ...request, limit: LIMIT };
  const question = readQuestion(asked, deps.clock.now());
  return (await isNew(deps, asked)) ? nothing() : openQuestion(deps, caches, question);
}

function nothing(): OpenSearch {
  const none = { hits: [], mode: 'words', partial: false, abstained: false } as const;
  const found = { fitting: [], nearest: [], isAll: true };
  return { ...found, mode: 'words', partial: false, all: async () => [], show: async () => none };
}

async function openQuestion(
  deps: Deps,
  caches: Pick<SearchCaches, 'vectors' | 'cross'>,
  question: Question,
): Promise<OpenSearch> {
  const by = searchBy(deps, caches, Promise.resolve());
  const ranking = await rank(by, question);
  const asked = await askedOf(deps, question, ranking);
  const { fitting, nearest, isAll } = await split(deps, asked, ranking);
  const known = new Map(ranking.ranked.map((one) => [one.passageId, one]));
  return {
    mode: ranking.embedding ? 'hybrid' : 'words',
    partial: ranking.partial,
    fitting,
    nearest,
    isAll,
    all: async () => {
      const rest = isAll ? [] : await restOf(deps, asked, new Set(fitting.map(({ passageId }) => passageId)));
      for (const one of rest) if (!known.has(one.passageId)) known.set(one.passageId, one);
      return [...fitting, ...rest];
    },
    show: (chosen) => {
      const request = { ...question.request, limit: chosen.length, passages: 'all' as const };
      const wanted = new Set(chosen.map(({ passageId }) => passageId));
      const ranked = [...known.values()].filter(({ passageId }) => wanted.has(passageId));
      return showRanked(by, { ...question, request }, ranking, ranked);
    },
  };
}

async function askedOf(deps: Deps, { request }: Question, ranking: Ranking): Promise<FittingAsked> {
  const { query, names, embedding, crossing, counts } = ranking;
  const { workspaces, filter, signal } = request;
  const measure = await measureFor(deps, { query, embedding, crossing, counts, workspace: workspaces[0] ?? '' });
  return { query, names, embedding, crossing, workspaces, filter, measure, signal };
}

/** It is all where neither index had more to name that fits. */
async function split(deps: Deps, asked: FittingAsked, { ranked, depth }: Ranking) {
  const { workspaces, filter, measure, names, query } = asked;
  const held = await Promise.all(
    workspaces.map((workspace) => holdingAll(deps, asked, depth, { workspace, ...(filter ? { filter } : {}) })),
  );
  const holds = new Set(held.flat().map(({ passageId }) => passageId));
  const likely = ranked.filter((one) => isLikely(measure.likelihood(one)));
  const isKnown = new Set([...holds, ...likely.map(({ passageId }) => passageId)]);
  const fits = (one: Ranked): boolean => isKnown.has(one.passageId) || isNamed(one, measure);
  const seen = new Set(ranked.map(({ passageId }) => passageId));
  // What the question excludes, or has in quotation marks, leaves fewer than were named.
  const isAll =
    query.excluded.length + query.phrases.length === 0 &&
    likely.length < depth &&
    held.every((hits) => hits.length < depth) &&
    [...holds].every((id) => seen.has(id)) &&
    names.every(({ count }) => count < depth);
  return { fitting: ranked.filter(fits), nearest: ranked.filter((one) => !fits(one)), isAll };
}

/** Also of what was ranked, where a search as deep as every other did not see what speaks for it. */
async function restOf(deps: Deps, asked: FittingAsked, known: ReadonlySet<number>): Promise<Ranked[]> {
  const found = await gatherFitting(deps, asked);
  return found
    .filter(({ candidate }) => !known.has(candidate.passageId))
    .map(({ candidate, holdsAll }): Ranked => {
      const score = standing(asked.measure.likelihood(candidate), holdsAll);
      return { ...candidate, score, signals: [candidate.meaning === null ? 'words' : 'meaning'] };
    })
    .toSorted((one, other) => other.score - one.score || one.passageId - other.passageId);
}
