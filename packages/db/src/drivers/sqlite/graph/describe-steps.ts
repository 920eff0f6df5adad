/** Steps as the relations they are, found and added up all at once. */
import { relationId, type Relation } from '@zapomni/core/model';
import { judgeRows } from './judge-relations.ts';
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

interface RowBetween {
  readonly step: number;
  readonly id: number;
  readonly type: string;
}

/** In the order given, each with the place of its step. `types` are those that may be meant. */
export function describeSteps(
  view: GraphView,
  steps: readonly StepToDescribe[],
  { workspace, types }: { readonly workspace: string; readonly types?: readonly string[] | undefined },
): { at: number; relation: Relation }[] {
  const allowed = types && types.length > 0 ? new Set(types) : undefined;
  const rows = rowsOfSteps(view, steps).filter(({ step, type }) => {
    const wanted = steps[step]?.type;
    return wanted === undefined ? (allowed?.has(type) ?? true) : wanted === type;
  });
  const sums = judgeRows(
    view,
    rows.map(({ id }) => id),
  );
  const byStep = Map.groupBy(rows, ({ step }) => step);
  const summed = steps.flatMap(({ near, far, outward }, at) => {
    const [source, target] = outward ? [near, far] : [far, near];
    const strongest = strongestType(byStep.get(at) ?? [], sums);
    return strongest ? [{ at, source, target, ...strongest }] : [];
  });
  return toRelations(view, summed, workspace).map((relation, i) => ({ at: summed[i]?.at ?? 0, relation }));
}

/** Several for a step where its ends were merged, or joined by relations of several types. */
function rowsOfSteps(view: GraphView, steps: readonly StepToDescribe[]): RowBetween[] {
  const pairs = steps.flatMap(({ near, far, outward }, step) => {
    const [source, target] = outward ? [near, far] : [far, near];
    return view.membersOf(source).flatMap((from) => view.membersOf(target).map((to) => [step, from, to]));
  });
  return view.db.all<RowBetween>(
    `SELECT p.value ->> 0 AS step, r.id, r.type FROM json_each(?) p CROSS JOIN relations r INDEXED BY relations_out
     ON r.workspace = ? AND r.source = p.value ->> 1 AND r.target = p.value ->> 2`,
    JSON.stringify(pairs),
    view.workspace,
  );
}

function strongestType(
  rows: readonly RowBetween[],
  sums: ReadonlyMap<number, Sum>,
): (Sum & { type: string }) | undefined {
  const byType = new Map<string, Sum>();
  for (const { id, type } of rows) {
    const [sum, known] = [sums.get(id), byType.get(type)];
    if (sum) byType.set(type, known ? join(known, sum) : sum);
  }
  const all = Array.from(byType, ([type, sum]) => ({ type, ...sum }));
  return all.sort((one, other) => other.strength - one.strength)[0];
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
