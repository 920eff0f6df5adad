/**
 * What bears on a request without being named by it: "plan my dinner in Rome" should know of "I do not eat cheese". Where a query asks for advice, a
 * plan, a choice or a draft, memories that say how somebody wants things are looked for by themselves: near to what the request is about once what all
 * requests have in common is taken out of it, and far along the direction of such sentences; or of a kind that says so. They stand higher by
 * how much the query is such a request and how much they are such a memory. Other queries pass by, at the cost of one product.
 */
import type { MemoryFilter, Scope } from '../../../../model/index.ts';
import type { Embedding, PassageHit } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Candidate, Ranked } from '../../candidates/fuse.ts';
import type { Gathering } from '../../candidates/gather-candidates.ts';
import { keepAllowed } from '../../candidates/keep-allowed.ts';
import { toUnitRange } from '../../candidates/unit-range.ts';
import { along, directionsOf, type Directions } from './directions.ts';

/** Kinds of memories that say how somebody wants things, whatever their words are. */
const WANTING = 'preference dislike allergy habit convention rule instruction constraint'.split(' ');
/** So many are looked for in a workspace. */
const MOST = 20;
/** How much of what requests have in common is taken out. */
const COMMON = 0.8;
/** How much of the direction of such sentences is put in. */
const LEANING = 0.4;
/** Already so far along a direction it is clear enough. */
const CLEAR = 0.3;
const WEIGHT = 0.8;

type Gather = (deps: Deps, gathering: Gathering) => Promise<Candidate[]>;

/** All candidates, those that a request should know of with how much they bear on it. */
export function markNeeds(gather: Gather): Gather {
  return async (deps, gathering) => {
    const [candidates, needed] = await Promise.all([gather(deps, gathering), findNeeds(deps, gathering)]);
    if (needed.length === 0) return candidates;
    const found = new Map(candidates.map((one) => [one.passageId, one]));
    for (const one of needed) {
      found.set(one.passageId, { ...one, ...found.get(one.passageId), need: one.need });
    }
    return [...found.values()];
  };
}

/** The last word on the order: what a request should know of is lifted. */
export function favourNeeds(ranked: readonly Ranked[]): readonly Ranked[] {
  if (!ranked.some(({ need }) => need)) return ranked;
  return ranked
    .map((one) => {
      const gain = WEIGHT * (one.need ?? 0);
      return gain > 0 ? { ...one, needs: gain, score: one.score + gain } : one;
    })
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

type Needed = Candidate & { readonly need: number };

async function findNeeds(deps: Deps, gathering: Gathering): Promise<Needed[]> {
  const embedding = await gathering.embedding;
  const directions = directionsOf(deps.embedder.model.name);
  if (!embedding || !directions) return [];
  const { request } = directions;
  const asks = Math.min(1, along(request, product(embedding.vector, request.vector)) / CLEAR) * embedding.fluency;
  if (asks === 0) return [];
  const found = await Promise.all(
    gathering.workspaces.map((workspace) => findIn(deps, gathering, { workspace, embedding, directions })),
  );
  return found.flat().map((one) => ({ ...one, need: one.need * asks }));
}

interface Place {
  readonly workspace: string;
  readonly embedding: Embedding;
  readonly directions: Directions;
}

async function findIn(deps: Deps, gathering: Gathering, place: Place): Promise<Needed[]> {
  const { workspace, embedding, directions } = place;
  const { vectors } = deps.storage;
  const model = deps.embedder.model.name;
  const aim = aimOf(embedding.vector, directions);
  const scopes = [gathering.filter, ofKinds(gathering.filter)].flatMap((filter): Scope[] =>
    filter === null ? [] : [{ workspace, ...(filter ? { filter } : {}) }],
  );
  const [near = [], ofKind = []] = await Promise.all(scopes.map((scope) => vectors.nearest(model, aim, MOST, scope)));
  const isOfKind = new Set(ofKind.map(({ passageId }) => passageId));
  const hits = await keepAllowed(deps, gathering.query, new Map(), eachOnce([...near, ...ofKind]));
  if (hits.length === 0) return [];
  const ids = hits.map(({ passageId }) => passageId);
  const [wants, meanings] = await Promise.all([
    vectors.score(model, directions.want.vector, ids),
    vectors.score(model, embedding.vector, ids),
  ]);
  const nearness = toUnitRange(hits.map(({ score }) => score));
  return hits.flatMap(({ passageId, memoryId, score }) => {
    const said = isOfKind.has(passageId) ? 1 : along(directions.want, wants.get(passageId) ?? 0) / CLEAR;
    const need = Math.min(1, said) * (0.5 + nearness(score) / 2);
    const meaning = meanings.get(passageId) ?? null;
    return need > 0 ? [{ passageId, memoryId, workspace, words: null, meaning, need }] : [];
  });
}

/** What the request is about, turned towards sentences that say how somebody wants things. Unit length. */
function aimOf(vector: Float32Array, { anyRequest, want }: Directions): Float32Array {
  const about = unit(vector.map((part, i) => part - COMMON * (anyRequest[i] ?? 0)));
  return unit(about.map((part, i) => part + LEANING * (want.vector[i] ?? 0)));
}

/** Null where the filter lets none of the kinds through. */
function ofKinds(filter: MemoryFilter | undefined): MemoryFilter | null {
  const asked = filter?.kinds?.length ? filter.kinds : WANTING;
  const kinds = WANTING.filter((kind) => asked.includes(kind));
  return kinds.length > 0 ? { ...filter, kinds } : null;
}

function eachOnce(hits: readonly PassageHit[]): PassageHit[] {
  return [...new Map(hits.map((hit) => [hit.passageId, hit])).values()];
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector)) || 1;
  return vector.map((part) => part / length);
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, part, i) => sum + part * (other[i] ?? 0), 0);
}
