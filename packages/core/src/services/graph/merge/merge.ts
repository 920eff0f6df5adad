/** Making two entities one, and two again. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { Merge, Storage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { requireEntity } from '../entities/find-entity.ts';
import { toNamed } from '../related/relation-views.ts';
import type { NamedEntity } from '../related/related-request.ts';
import type { MergeRequest, MergeResult, SplitRequest, SplitResult } from './merge-request.ts';

export async function mergeEntities(deps: Deps, request: MergeRequest): Promise<MergeResult> {
  const { storage, clock, logger } = deps;
  const { workspace } = request;
  const [into, from] = await Promise.all([
    requireEntity(storage, { workspace, entity: request.into, field: 'into' }),
    requireEntity(storage, { workspace, entity: request.from, field: 'from' }),
  ]);
  if (into.id === from.id) {
    throw new ZapomniError('CONFLICT', 'from: is the same entity as into already.', {
      hint: 'Give ids when two entities share a name: search_entities shows them.',
    });
  }
  const merge = await storage.graph.merge(workspace, into.id, from.id, clock.now());
  logger.log('info', 'entities_merged', { workspace, merge_id: merge.id });
  return { merge, entity: toNamed(into) };
}

export async function splitEntities(deps: Deps, { workspace, mergeId }: SplitRequest): Promise<SplitResult> {
  if (mergeId.trim() === '') throw invalidField('merge_id', 'cannot be empty');
  const merge = await deps.storage.graph.split(workspace, mergeId, deps.clock.now());
  deps.logger.log('info', 'entities_split', { workspace, merge_id: merge.id });
  return { merge, ...(await endsOf(deps.storage, workspace, merge)) };
}

async function endsOf(
  { graph }: Storage,
  workspace: string,
  { into, from }: Merge,
): Promise<{ into: NamedEntity; from: NamedEntity }> {
  const [one, other] = await Promise.all([into, from].map(async (id) => (await graph.entities(workspace, [id]))[0]));
  const unknown = (id: string): NamedEntity => ({ id, type: '', name: '' });
  return { into: one ? toNamed(one) : unknown(into), from: other ? toNamed(other) : unknown(from) };
}
