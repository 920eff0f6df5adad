/** Steps as the relations they are. */
import { relationId, type Relation } from '@zapomni/core/model';
import { sumRows } from './judge-relations.ts';
import { rowsBetween } from './relation-groups.ts';
import type { Sum } from './relation-rows.ts';
import type { Step } from './steps.ts';
import type { GraphView } from './view.ts';

export interface SummedRelation extends Sum {
  /** Roots. */
  readonly source: number;
  readonly type: string;
  readonly target: number;
}

/** In the order given. */
export function describeSteps(view: GraphView, steps: readonly Step[], workspace: string): Relation[] {
  const summed = steps.map(({ near, far, outward, type }) => {
    const [source, target] = outward ? [near, far] : [far, near];
    return { source, type, target, ...sumRows(view, rowsBetween(view, source, type, target)) };
  });
  return toRelations(view, summed, workspace);
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
