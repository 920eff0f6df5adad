/** A relation as the ports give it, of its ends and of what its evidence adds up to. */
import { relationId, type Relation } from '@zapomni/core/model';
import type { Sum } from './evidence-sum.ts';

type Ends = Pick<Relation, 'workspace' | 'source' | 'type' | 'target'>;

export function toRelation({ workspace, source, type, target }: Ends, sum: Sum): Relation {
  const { strength, evidence, validFrom, validTo } = sum;
  return {
    id: relationId(source, type, target),
    workspace,
    source,
    type,
    target,
    strength,
    evidence,
    validFrom,
    validTo,
  };
}
