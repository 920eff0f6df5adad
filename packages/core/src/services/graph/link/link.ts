/** Asserting relations by hand. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import { entityId, type Entity, type EntityDraft } from '../../../model/index.ts';
import type { RelationDraft, Storage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkAssertedConfidence, checkEntityType, checkMoment, checkNewName, checkRelationType } from '../checks.ts';
import { requireEntity } from '../entities/find-entity.ts';
import { relationById } from '../related/relation-by-id.ts';
import { toRelationViews } from '../related/relation-views.ts';
import type { RelationView } from '../related/related-request.ts';
import type { EntityChoice, LinkDraft, LinkRequest, LinkResult } from './link-request.ts';

const MOST_LINKS = 1000;

/** Everything is looked up and checked before anything is made, so that a link that cannot be leaves nothing behind. */
export async function link(deps: Deps, { workspace, links }: LinkRequest): Promise<LinkResult> {
  if (links.length === 0 || links.length > MOST_LINKS) throw invalidField('links', `must have 1–${MOST_LINKS}`);
  const { storage, clock, logger } = deps;
  const now = clock.now();
  const found = await Promise.all(
    links.map((draft, i) =>
      resolveLink(storage, { workspace, draft, now, prefix: links.length > 1 ? `links[${i}].` : '' }),
    ),
  );
  await requireMemories(storage, workspace, links);
  const created = await make(
    deps,
    workspace,
    found.flatMap(({ missing }) => missing),
  );
  const drafts = found.map(({ relation }) => relation);
  const ids = await storage.graph.assertRelations(workspace, drafts, now);
  logger.log('info', 'relations_asserted', { workspace, relations: ids.length, entities: created.length });
  return { relations: await viewsOf(storage, workspace, drafts, ids), created };
}

interface ResolvedLink {
  readonly relation: RelationDraft;
  /** Entities it needs that do not exist yet. */
  readonly missing: readonly EntityDraft[];
}

async function resolveLink(
  storage: Storage,
  { workspace, draft, now, prefix }: { workspace: string; draft: LinkDraft; now: number; prefix: string },
): Promise<ResolvedLink> {
  const checked = checkDraft(draft, now, prefix);
  const [source, target] = await Promise.all([
    resolveEnd(storage, workspace, draft.source, `${prefix}source`),
    resolveEnd(storage, workspace, draft.target, `${prefix}target`),
  ]);
  if (source.id === target.id) throw invalidField(`${prefix}target`, 'is the same thing as the source');
  const missing = [source, target].flatMap(({ draft: needed }) => needed ?? []);
  return { relation: { ...checked, source: source.id, target: target.id }, missing };
}

function checkDraft(draft: LinkDraft, now: number, prefix: string): Omit<RelationDraft, 'source' | 'target'> {
  const validFrom = checkMoment(draft.validFrom, `${prefix}valid_from`) ?? now;
  const validTo = checkMoment(draft.validTo, `${prefix}valid_to`) ?? null;
  if (validTo !== null && validTo <= validFrom)
    throw invalidField(`${prefix}valid_to`, 'must be later than valid_from');
  return {
    type: checkRelationType(draft.type, `${prefix}type`),
    confidence: checkAssertedConfidence(draft.confidence, `${prefix}confidence`),
    memoryId: draft.memoryId ?? null,
    validFrom,
    validTo,
  };
}

async function resolveEnd(
  storage: Storage,
  workspace: string,
  choice: EntityChoice,
  field: string,
): Promise<{ id: string; draft?: EntityDraft }> {
  if (typeof choice === 'string') return requireEntity(storage, { workspace, entity: choice, field });
  const draft = {
    type: checkEntityType(choice.type, `${field}.type`),
    name: checkNewName(choice.name, `${field}.name`),
  };
  const [known] = await storage.graph.entities(workspace, [entityId(draft)]);
  return known ?? { id: entityId(draft), draft };
}

async function requireMemories({ memories }: Storage, workspace: string, links: readonly LinkDraft[]): Promise<void> {
  const ids = [...new Set(links.flatMap(({ memoryId }) => memoryId ?? []))];
  if (ids.length === 0 || (await memories.summaries(workspace, ids)).length === ids.length) return;
  throw new ZapomniError('NOT_FOUND', 'memory_id: no such memory in this workspace.', {
    issues: [{ field: 'memory_id', error: 'not found' }],
  });
}

async function make({ storage, clock }: Deps, workspace: string, drafts: readonly EntityDraft[]): Promise<Entity[]> {
  const unique = [...new Map(drafts.map((draft) => [entityId(draft), draft])).values()];
  if (unique.length === 0) return [];
  return storage.graph.entities(workspace, await storage.graph.assertEntities(workspace, unique, clock.now()));
}

/** As they stand when they began to hold, which need not be now. */
async function viewsOf(
  storage: Storage,
  workspace: string,
  drafts: readonly RelationDraft[],
  ids: readonly string[],
): Promise<RelationView[]> {
  const views = await Promise.all(
    ids.map(async (id, i) => {
      const moment = { validAt: drafts[i]?.validFrom as number };
      const relation = await relationById(storage, workspace, id, moment);
      return relation ? toRelationViews(storage, [relation], { workspace, evidence: 1, moment }) : [];
    }),
  );
  return views.flat();
}
