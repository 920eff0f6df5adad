/** Everything that is known of one entity: where it is mentioned, what it relates to, what it may be the same as. */
import type { Entity } from '../../../model/index.ts';
import type { EntityMention, Page, Storage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkWhole } from '../checks.ts';
import { suggestFor } from '../merge/suggest-for.ts';
import { toMoment } from '../moment.ts';
import { toRelationViews } from '../related/relation-views.ts';
import type { RelationView } from '../related/related-request.ts';
import { sentenceAround } from '../related/sentence-around.ts';
import { findByName } from './find-entity.ts';
import type { EntityRequest, EntityView, MentionView } from './entity-request.ts';

const MOST_SHOWN = 100;
const MOST_MERGES = 1000;
const NOTHING = {
  mentions: [],
  moreMentions: null,
  mentionsTotal: 0,
  relations: [],
  relationsTotal: 0,
  merges: [],
  mergeSuggestions: [],
};

export async function getEntity({ storage }: Deps, request: EntityRequest): Promise<EntityView> {
  const { workspace } = request;
  const limit = checkWhole('limit', request.limit ?? 10, 0, MOST_SHOWN);
  const found = await findByName(storage, request);
  const { entity } = found;
  if (!entity) return { ...found, ...NOTHING };
  const [mentions, relations, merges, mergeSuggestions] = await Promise.all([
    mentionsOf(storage, entity, { limit, cursor: request.cursor }),
    relationsOf(storage, entity, { ...request, limit }),
    storage.graph.merges(workspace, MOST_MERGES),
    suggestFor(storage, entity),
  ]);
  const own = merges.filter(({ into, from }) => into === entity.id || entity.merged.includes(from));
  return { ...found, ...mentions, ...relations, merges: own, mergeSuggestions };
}

async function mentionsOf(
  storage: Storage,
  { workspace, id }: Entity,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Pick<EntityView, 'mentions' | 'moreMentions' | 'mentionsTotal'>> {
  const query = { limit: Math.max(1, limit), ...(cursor === undefined ? {} : { cursor }) };
  const page = await storage.graph.mentionsOf(workspace, id, query);
  if (limit === 0) return { mentions: [], moreMentions: null, mentionsTotal: page.total };
  return { mentions: await toMentionViews(storage, page), moreMentions: page.next, mentionsTotal: page.total };
}

async function toMentionViews({ memories }: Storage, { items }: Page<EntityMention>): Promise<MentionView[]> {
  const passages = await memories.passages([...new Set(items.map(({ passageId }) => passageId))]);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  return items.map(({ memoryId, passageId, start, end }) => {
    const passage = byId.get(passageId);
    const place = passage && { start: start - passage.start, end: end - passage.start };
    return { memoryId, passageId, start, end, text: place ? sentenceAround(passage.text, place) : '' };
  });
}

async function relationsOf(
  storage: Storage,
  { workspace, id }: Entity,
  request: EntityRequest & { limit: number },
): Promise<{ relations: RelationView[]; relationsTotal: number }> {
  const moment = toMoment(request);
  const query = { ...moment, limit: Math.max(1, request.limit) };
  const { relations, totals } = await storage.graph.neighbours(workspace, [id], query);
  const shown = relations.slice(0, request.limit);
  return {
    relations: await toRelationViews(storage, shown, { workspace, evidence: 1, moment }),
    relationsTotal: totals[0] ?? 0,
  };
}
