/** Steps as the relations they are, found and added up all at once. */
import type { Relation } from '@zapomni/core/model';
import { carriedSums, judge, type CarriedSum } from '../judge-relations.ts';
import { join, type Sum } from '../../../../shared/evidence-sum.ts';
import { toRelation } from '../../../../shared/summed-relation.ts';
import type { GraphView } from '../view.ts';

/** A step between two roots. Without a type, the strongest relation that points that way is meant. */
export interface StepToDescribe {
  readonly near: number;
  readonly far: number;
  readonly outward: boolean;
  readonly type?: string;
}

export interface SummedRelation extends Sum {
  /** Roots. */
  readonly source: number;
  readonly type: string;
  readonly target: number;
}

interface RowBetween extends CarriedSum {
  readonly pair: number;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** With the ids of both ends, and the place of the step that it is. */
interface Described extends Sum {
  readonly at: number;
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/** In the order given, each with the place of its step. `types` are those that may be meant. */
export function describeSteps(
  view: GraphView,
  steps: readonly StepToDescribe[],
  { workspace, types }: { readonly workspace: string; readonly types?: readonly string[] | undefined },
): { at: number; relation: Relation }[] {
  const allowed = types && types.length > 0 ? new Set(types) : undefined;
  const best: Described[] = [];
  for (const one of relationsBetween(view, pairsOf(view, steps))) {
    const wanted = steps[one.at]?.type;
    if (wanted === undefined ? allowed?.has(one.type) === false : wanted !== one.type) continue;
    if (one.strength > (best[one.at]?.strength ?? 0)) best[one.at] = one;
  }
  return best
    .filter((one) => one !== undefined)
    .map((one) => ({ at: one.at, relation: toRelation({ ...one, workspace }, one) }));
}

function relationsBetween(view: GraphView, pairs: readonly Pair[]): Described[] {
  const rows = rowsBetween(view, pairs);
  const sums = judge(view, rows);
  const relations: Described[] = [];
  for (const [i, { pair, type, from, to }] of rows.entries()) {
    const sum = sums[i];
    if (sum) relations.push({ at: pairs[pair]?.step ?? 0, source: from, type, target: to, ...sum });
  }
  return view.hasMerges ? putTogether(view, pairs, relations) : relations;
}

/** Rows that merging makes one relation are one, between the roots. */
function putTogether(view: GraphView, pairs: readonly Pair[], relations: readonly Described[]): Described[] {
  const ends = new Map(
    pairs.map(({ step, source, target }) => [step, [view.rootOf(source), view.rootOf(target)] as const]),
  );
  const uids = view.uidsOf([...ends.values()].flat());
  const together = new Map<string, Described>();
  for (const one of relations) {
    const key = `${one.at} ${one.type}`;
    const [source, target] = ends.get(one.at) ?? [0, 0];
    const known = together.get(key);
    const sum = known ? join(known, one) : one;
    together.set(key, { ...one, ...sum, source: uids.get(source) ?? '', target: uids.get(target) ?? '' });
  }
  return [...together.values()];
}

interface Pair {
  readonly step: number;
  readonly source: number;
  readonly target: number;
}

/** The entities that a step may be between: several pairs where its ends were merged. */
function pairsOf(view: GraphView, steps: readonly StepToDescribe[]): Pair[] {
  return steps.flatMap(({ near, far, outward }, step) => {
    const [from, to] = outward ? [near, far] : [far, near];
    return view.membersOf(from).flatMap((source) => view.membersOf(to).map((target) => ({ step, source, target })));
  });
}

/** Both ends go as one number: taking a list apart costs the engine more than finding the row. */
function rowsBetween(view: GraphView, pairs: readonly Pair[]): RowBetween[] {
  const carried = carriedSums(view.moment);
  const packed = pairs.map(({ source, target }) => (BigInt(source) << 31n) | BigInt(target));
  return view.db.all<RowBetween>(
    `SELECT p.key AS pair, r.type, s.uid AS "from", t.uid AS "to", ${carried.sql}
     FROM json_each(?) p CROSS JOIN relations r INDEXED BY relations_out
     ON r.workspace = ? AND r.source = p.value >> 31 AND r.target = p.value & 2147483647
     CROSS JOIN entities s ON s.id = r.source CROSS JOIN entities t ON t.id = r.target`,
    ...carried.params,
    `[${packed.join()}]`,
    view.workspace,
  );
}

export function toRelations(view: GraphView, relations: readonly SummedRelation[], workspace: string): Relation[] {
  const uids = view.uidsOf(relations.flatMap(({ source, target }) => [source, target]));
  return relations.map((one) => {
    const [source, target] = [uids.get(one.source) ?? '', uids.get(one.target) ?? ''];
    return toRelation({ ...one, workspace, source, target }, one);
  });
}
