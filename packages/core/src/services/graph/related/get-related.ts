/** What is connected to a thing, how closely and how one knows. The engine walks; this names what it passed. */
import { invalidField, type ZapomniError } from '../../../errors/index.ts';
import type { Entity } from '../../../model/index.ts';
import type { Reached, ReachQuery } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkConfidence, checkRelationType, checkWhole } from '../checks.ts';
import { findByName } from '../entities/find-entity.ts';
import { toMoment } from '../moment.ts';
import { MENTIONED_WITH } from './mentioned-with.ts';
import { relatedByMention } from './related-by-mention.ts';
import { toRelationViews } from './relation-views.ts';
import {
  DEEPEST,
  MOST_RELATED,
  type Related,
  type RelatedRequest,
  type RelatedResult,
  type RelationView,
} from './related-request.ts';

const MOST_EVIDENCE = 5;

export async function getRelated({ storage }: Deps, request: RelatedRequest): Promise<RelatedResult> {
  const { workspace } = request;
  const query = toQuery(request);
  const evidence = checkWhole('evidence', request.evidence ?? 2, 0, MOST_EVIDENCE);
  const found = await findByName(storage, request);
  if (!found.entity) return { ...found, related: [], total: 0, complete: true };
  request.signal?.throwIfAborted();
  const { reached, total, complete } = await storage.graph.reach(workspace, found.entity.id, query);
  const entities = await storage.graph.entities(
    workspace,
    reached.map(({ entityId }) => entityId),
  );
  const views = await toRelationViews(
    storage,
    reached.map(({ relation }) => relation),
    { workspace, evidence, moment: toMoment(request) },
  );
  const related = toRelated(reached, entities, views);
  if (!query.types?.includes(MENTIONED_WITH)) return { ...found, related, total, complete };
  const beside = await relatedByMention(storage, found.entity, {
    workspace,
    limit: query.limit - related.length,
    evidence,
    minStrength: query.minStrength ?? 0,
    without: new Set(related.map(({ entity }) => entity.id)),
  });
  return {
    ...found,
    related: [...related, ...beside.related],
    total: total + beside.total,
    complete: complete && beside.complete,
  };
}

function toQuery(request: RelatedRequest): ReachQuery {
  const { depth = 2, limit = 20, relationTypes, direction = 'both', minStrength } = request;
  checkConfidence(minStrength, 'min_strength');
  const types = relationTypes?.map((type) => checkRelationType(type, 'relationship_types'));
  if (types?.includes(MENTIONED_WITH) && Object.keys(toMoment(request)).length > 0) throw onlyNow();
  return {
    ...toMoment(request),
    depth: checkWhole('depth', depth, 1, DEEPEST),
    limit: checkWhole('limit', limit, 1, MOST_RELATED),
    direction,
    ...(types?.length ? { types } : {}),
    ...(minStrength === undefined ? {} : { minStrength }),
  };
}

function onlyNow(): ZapomniError {
  const why = `${MENTIONED_WITH} is counted over what is remembered now`;
  return invalidField('relationship_types', why, 'Leave out as_of and known_at, or that type.');
}

function toRelated(
  reached: readonly Reached[],
  entities: readonly Entity[],
  views: readonly RelationView[],
): Related[] {
  const entityOf = new Map(entities.map((entity) => [entity.id, entity]));
  const stepTo = new Map(reached.map((step, i) => [step.entityId, { step, view: views[i] as RelationView }]));
  return reached.flatMap(({ entityId, distance }) => {
    const entity = entityOf.get(entityId);
    const path: RelationView[] = [];
    for (let last = stepTo.get(entityId); last && path.length < DEEPEST; last = stepTo.get(last.step.from)) {
      path.unshift(last.view);
    }
    // One that was removed between the two questions is not shown.
    if (!entity) return [];
    return [{ entity, distance, strength: path.reduce((product, { strength }) => product * strength, 1), path }];
  });
}
