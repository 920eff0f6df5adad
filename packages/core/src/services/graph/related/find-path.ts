/**
 * How two things hang together: a shortest way between them. It is looked for from both ends at once, one step at a time from
 * the end that has fewer things at its edge, so that two hubs do not have the whole graph read.
 */
import type { AsOf, Relation } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { requireEntity } from '../entities/find-entity.ts';
import { toMoment } from '../moment.ts';
import { toRelationViews } from './relation-views.ts';
import type { RelationView } from './related-request.ts';

const MOST_STEPS = 8;
/** Things at one edge; beyond it the strongest of what is there count. */
const WIDEST = 2000;
const LINES_OF_EACH = 200;
const EVIDENCE = 2;

export interface PathRequest extends AsOf {
  readonly workspace: string;
  /** Names, aliases or ids. */
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundPath {
  readonly from: string;
  readonly to: string;
  /** The steps from one to the other, which may run against their relation's direction; null when no way was found. */
  readonly steps: readonly RelationView[] | null;
}

/** From one end: the step by which each thing was reached, and the things reached last. */
interface Side {
  readonly steps: Map<string, { readonly back: string; readonly relation: Relation } | null>;
  edge: readonly string[];
}

export async function findPath({ storage }: Deps, request: PathRequest): Promise<FoundPath> {
  const { workspace, signal } = request;
  const [one, other] = await Promise.all([
    requireEntity(storage, { workspace, entity: request.from, field: 'from' }),
    requireEntity(storage, { workspace, entity: request.to, field: 'to' }),
  ]);
  const moment = toMoment(request);
  const sides = [beginAt(one.id), beginAt(other.id)] as const;
  let meeting = one.id === other.id ? one.id : undefined;
  for (let step = 0; step < MOST_STEPS && meeting === undefined; step++) {
    signal?.throwIfAborted();
    const [near, far] = sides[0].edge.length <= sides[1].edge.length ? sides : [sides[1], sides[0]];
    if (near.edge.length === 0) break;
    const { relations } = await storage.graph.neighbours(workspace, near.edge, {
      ...moment,
      direction: 'both',
      limit: LINES_OF_EACH,
    });
    meeting = goOn(near, far, relations);
  }
  const found = meeting === undefined ? null : joined(sides, meeting);
  const steps = found && (await toRelationViews(storage, found, { workspace, evidence: EVIDENCE, moment }));
  return { from: one.id, to: other.id, steps };
}

const beginAt = (id: string): Side => ({ steps: new Map([[id, null]]), edge: [id] });

/** One step further; where both sides have been, if they met. */
function goOn(near: Side, far: Side, relations: readonly Relation[]): string | undefined {
  const edge: string[] = [];
  const inEdge = new Set(near.edge);
  for (const relation of relations) {
    for (const [back, id] of [
      [relation.source, relation.target],
      [relation.target, relation.source],
    ] as const) {
      if (!inEdge.has(back) || near.steps.has(id) || edge.length >= WIDEST) continue;
      near.steps.set(id, { back, relation });
      if (far.steps.has(id)) return id;
      edge.push(id);
    }
  }
  near.edge = edge;
  return undefined;
}

function joined([first, second]: readonly [Side, Side], meeting: string): Relation[] {
  return [...wayBack(first, meeting).toReversed(), ...wayBack(second, meeting)];
}

function wayBack({ steps }: Side, from: string): Relation[] {
  const way: Relation[] = [];
  for (let step = steps.get(from); step; step = steps.get(step.back)) way.push(step.relation);
  return way;
}
