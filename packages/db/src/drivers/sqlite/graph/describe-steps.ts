/** Steps as the relations they are, found and added up all at once. */
import { relationId, type Relation } from '@zapomni/core/model';
import { carriedSums, judge, type CarriedSum } from './judge-relations.ts';
import { join, type Sum } from './relation-rows.ts';
import type { GraphView } from './view.ts';

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
}

/** In the order given, each with the place of its step. `types` are those that may be meant. */
export function describeSteps(
  view: GraphView,
  steps: readonly StepToDescribe[],
  { workspace, types }: { readonly workspace: string; readonly types?: readonly string[] | undefined },
): { at: number; relation: Relation }[] {
  const allowed = types && types.length > 0 ? new Set(types) : undefined;
  const best: (SummedRelation & { at: number })[] = [];
  for (const one of relationsBetween(view, pairsOf(view, steps))) {
    const wanted = steps[one.at]?.type;
    if (wanted === undefined ? allowed?.has(one.type) === false : wanted !== one.type) continue;
    if (one.strength > (best[one.at]?.strength ?? 0)) best[one.at] = one;
  }
  const found = best.filter((one) => one !== undefined);
  return toRelations(view, found, workspace).map((relation, i) => ({ at: found[i]?.at ?? 0, relation }));
}

/** By the places of their steps. Rows that merging makes one relation are put together. */
function relationsBetween(view: GraphView, pairs: readonly Pair[]): (SummedRelation & { at: number })[] {
  const rows = rowsBetween(view, pairs);
  const sums = judge(view, rows);
  const relations: (SummedRelation & { at: number })[] = [];
  for (const [i, { pair, type }] of rows.entries()) {
    const [sum, { step, source, target }] = [sums[i], pairs[pair] as Pair];
    if (sum) relations.push({ at: step, source: view.rootOf(source), type, target: view.rootOf(target), ...sum });
  }
  if (!view.hasMerges) return relations;
  const together = new Map<string, SummedRelation & { at: number }>();
  for (const one of relations) {
    const key = `${one.at} ${one.type}`;
    const known = together.get(key);
    together.set(key, known ? { ...one, ...join(known, one) } : one);
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
    `SELECT p.key AS pair, r.type, ${carried.sql} FROM json_each(?) p CROSS JOIN relations r INDEXED BY relations_out
     ON r.workspace = ? AND r.source = p.value >> 31 AND r.target = p.value & 2147483647`,
    ...carried.params,
    `[${packed.join()}]`,
    view.workspace,
  );
}

export function toRelations(view: GraphView, relations: readonly SummedRelation[], workspace: string): Relation[] {
  const uids = view.uidsOf(relations.flatMap(({ source, target }) => [source, target]));
  return relations.map(({ source, type, target, strength, evidence, validFrom, validTo }) => {
    const [from, to] = [uids.get(source) ?? '', uids.get(target) ?? ''];
    return {
      id: relationId(from, type, to),
      workspace,
      source: from,
      type,
      target: to,
      strength,
      evidence,
      validFrom,
      validTo,
    };
  });
}
