/** Everything that has to do with a query: each index is asked for more and more, until what comes has not. */
import type { MemoryFilter, Scope } from '../../../model/index.ts';
import type { Embedding, PassageHit, WordQuery } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { crossLanguages, type Crossing } from '../candidates/cross-languages.ts';
import type { Candidate } from '../candidates/fuse.ts';
import { keepAllowed } from '../candidates/keep-allowed.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';
import type { FoundName } from '../query/find-names.ts';
import { isLikely, type Measure } from './has-to-do.ts';

export interface FittingAsked {
  readonly query: AnalysedQuery;
  readonly names: readonly FoundName[];
  readonly embedding: Embedding | null;
  readonly crossing: Crossing | undefined;
  readonly workspaces: readonly string[];
  readonly filter: MemoryFilter | undefined;
  readonly measure: Measure;
  readonly signal?: AbortSignal | undefined;
}

export interface Fitting {
  readonly candidate: Candidate;
  readonly holdsAll: boolean;
}

const FIRST_LOOK = 500;
const DEEPER = 4;

export async function gatherFitting(deps: Deps, asked: FittingAsked): Promise<Fitting[]> {
  const all = await Promise.all(asked.workspaces.map((workspace) => fittingIn(deps, asked, workspace)));
  return all.flat();
}

/** Passages that hold every word which tells something, and what stands in quotation marks. */
export async function holdingAll(
  deps: Deps,
  { query, measure }: Pick<FittingAsked, 'query' | 'measure'>,
  k: number,
  scope: Scope,
): Promise<PassageHit[]> {
  const { phrases, excluded } = query;
  const required = [...phrases, ...measure.required.map((term) => [term])];
  return required.length === 0
    ? []
    : deps.storage.fullText.search({ terms: [], phrases: required, excluded }, k, scope);
}

async function fittingIn(deps: Deps, asked: FittingAsked, workspace: string): Promise<Fitting[]> {
  const { query, embedding, filter } = asked;
  const scope: Scope = { workspace, ...(filter ? { filter } : {}) };
  const [held, saying, near] = await Promise.all([
    deepen((k) => holdingAll(deps, asked, k, scope), always, asked.signal),
    sayingEnough(deps, asked, scope),
    embedding ? nearIn(deps, asked, embedding, scope) : [],
  ]);
  const named = (await Promise.all(asked.names.map((name) => bearing(deps, asked, name, scope)))).flat();
  const holds = new Set([...held, ...named].map(({ passageId }) => passageId));
  const words = new Map([...held, ...saying].map(({ passageId, score }) => [passageId, score]));
  const allowed = await keepAllowed(deps, query, words, near);
  const meanings = new Map(allowed.map(({ passageId, score }) => [passageId, score]));
  const others = [...held, ...saying, ...named].filter(({ passageId }) => !meanings.has(passageId));
  for (const [id, score] of await meaningsOf(deps, embedding, others)) meanings.set(id, score);
  const found = new Map<number, Candidate>();
  for (const { passageId, memoryId } of [...allowed, ...others]) {
    const told = { words: words.get(passageId) ?? null, meaning: meanings.get(passageId) ?? null };
    found.set(passageId, { passageId, memoryId, workspace, ...told });
  }
  if (asked.crossing) await crossAll(deps, asked, asked.crossing, { scope, found });
  return [...found.values()].map((candidate) => ({ candidate, holdsAll: holds.has(candidate.passageId) }));
}

/** As every search looks for words. */
async function sayingEnough(deps: Deps, { query, measure, signal }: FittingAsked, scope: Scope): Promise<PassageHit[]> {
  const { terms, phrases, excluded, prefixes } = query;
  if (terms.length + phrases.length + prefixes.length === 0) return [];
  const words: WordQuery = { terms, phrases, excluded, prefixes };
  const says = ({ score }: PassageHit): boolean => isLikely(measure.likelihood({ words: score, meaning: null }));
  return deepen((k) => deps.storage.fullText.search(words, k, scope), says, signal);
}

function nearIn(
  deps: Deps,
  { measure, signal }: FittingAsked,
  embedding: Embedding,
  scope: Scope,
): Promise<PassageHit[]> {
  const { name } = deps.embedder.model;
  const isNear = ({ score }: PassageHit): boolean => isLikely(measure.likelihood({ words: null, meaning: score }));
  return deepen((k) => deps.storage.vectors.nearest(name, embedding.vector, k, scope), isNear, signal);
}

const always = (): boolean => true;

/** Those for which it holds, as many as there are: what comes first has most of it. */
async function deepen(
  find: (k: number) => Promise<PassageHit[]>,
  holds: (hit: PassageHit) => boolean,
  signal: AbortSignal | undefined,
): Promise<PassageHit[]> {
  for (let k = FIRST_LOOK; ; k *= DEEPER) {
    signal?.throwIfAborted();
    const hits = await find(k);
    const last = hits.at(-1);
    if (hits.length < k || !last || !holds(last)) return hits.filter(holds);
  }
}

/** Who asks for a tag by its name alone means everything under it. */
async function bearing(
  { storage }: Deps,
  { measure: { required } }: FittingAsked,
  { workspace, bearer, terms, count }: FoundName,
  { filter = {}, ...scope }: Scope,
): Promise<PassageHit[]> {
  if (workspace !== scope.workspace || !('tag' in bearer) || required.some((term) => !terms.includes(term))) return [];
  const tagged = { ...filter, allTags: [...(filter.allTags ?? []), bearer.tag] };
  return storage.memories.openings({ workspace, filter: tagged }, count);
}

async function meaningsOf(
  deps: Deps,
  embedding: Embedding | null,
  hits: readonly PassageHit[],
): Promise<Map<number, number>> {
  const ids = [...new Set(hits.map(({ passageId }) => passageId))];
  if (!embedding || ids.length === 0) return new Map();
  return deps.storage.vectors.score(deps.embedder.model.name, embedding.vector, ids);
}

/** What is in other languages than the question, by the model that reads both. */
async function crossAll(
  deps: Deps,
  { measure, signal }: FittingAsked,
  crossing: Crossing,
  { scope, found }: { readonly scope: Scope; readonly found: Map<number, Candidate> },
): Promise<void> {
  for (let depth = FIRST_LOOK; ; depth *= DEEPER) {
    signal?.throwIfAborted();
    const crossed = new Map(found);
    await crossLanguages(deps, crossing, { scope, depth, found: crossed });
    const foreign = [...crossed.values()].filter((one) => one.crossed !== undefined);
    const fitting = foreign.filter((one) => isLikely(measure.likelihood(one)));
    if (fitting.length === foreign.length && foreign.length >= depth) continue;
    for (const one of fitting) found.set(one.passageId, one);
    return;
  }
}
