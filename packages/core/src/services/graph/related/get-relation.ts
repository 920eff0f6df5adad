/** One relation with the sentences that it is known from. */
import type { AsOf } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { toMoment } from '../moment.ts';
import { relationById } from './relation-by-id.ts';
import { toRelationViews } from './relation-views.ts';
import type { RelationView } from './related-request.ts';

const EVIDENCE = 10;

export interface RelationRequest extends AsOf {
  readonly workspace: string;
  readonly relation: string;
}

/** Null when there is none of that id at the moment. */
export async function getRelation({ storage }: Deps, request: RelationRequest): Promise<RelationView | null> {
  const { workspace, relation: id } = request;
  const moment = toMoment(request);
  const relation = await relationById(storage, workspace, id, moment);
  if (!relation) return null;
  const [view] = await toRelationViews(storage, [relation], { workspace, evidence: EVIDENCE, moment });
  return view ?? null;
}
