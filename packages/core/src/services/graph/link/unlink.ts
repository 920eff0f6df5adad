/** Ending what somebody asserted. What texts say stays until the texts say otherwise. */
import { ZapomniError } from '../../../errors/index.ts';
import { relationId } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkMoment, checkRelationType } from '../checks.ts';
import { requireEntity } from '../entities/find-entity.ts';
import { relationById, toEnds } from '../related/relation-by-id.ts';
import { toRelationViews } from '../related/relation-views.ts';
import type { RelationChoice, UnlinkRequest, UnlinkResult } from './link-request.ts';

export async function unlink(deps: Deps, request: UnlinkRequest): Promise<UnlinkResult> {
  const { workspace } = request;
  const { storage, clock, logger } = deps;
  const id = await resolveRelation(storage, workspace, request.relation);
  await requireRelation(storage, workspace, id);
  const now = clock.now();
  const validTo = checkMoment(request.validTo, 'valid_to') ?? now;
  const ended = await storage.graph.retractRelation(workspace, id, validTo, now);
  logger.log('info', 'relation_retracted', { workspace, ended });
  const left = await relationById(storage, workspace, id);
  const [remaining = null] = left ? await toRelationViews(storage, [left], { workspace, evidence: 2 }) : [];
  return { relationId: id, ended, remaining };
}

async function resolveRelation(storage: Storage, workspace: string, choice: RelationChoice): Promise<string> {
  if ('relationId' in choice) return choice.relationId;
  const [source, target] = await Promise.all([
    requireEntity(storage, { workspace, entity: choice.source, field: 'source' }),
    requireEntity(storage, { workspace, entity: choice.target, field: 'target' }),
  ]);
  return relationId(source.id, checkRelationType(choice.type, 'type'), target.id);
}

/** One that ever was will do: ending it twice is no mistake. */
async function requireRelation({ graph }: Storage, workspace: string, id: string): Promise<void> {
  const known = toEnds(id) ? await graph.evidence(workspace, id, 1) : [];
  if (known.length > 0) return;
  throw new ZapomniError('NOT_FOUND', 'There is no such relation in this workspace.', {
    hint: 'get_related shows the relations of an entity.',
    issues: [{ field: 'relation', error: 'not found' }],
  });
}
