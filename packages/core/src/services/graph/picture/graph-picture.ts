/** A part of the graph to be looked at: what is round one thing, or the weightiest things of a workspace, and what relates them. */
import type { AsOf, Entity, Relation } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { checkConfidence, checkWhole } from '../checks.ts';
import { findByName } from '../entities/find-entity.ts';
import { toMoment } from '../moment.ts';

const MOST_DRAWN = 2000;
const DEEPEST_DRAWN = 3;
/** Relations drawn from each thing: the strongest of a hub say as much as all of them. */
const LINES_OF_EACH = 60;
/** Whose lines are asked for at once: whoever searches meanwhile waits for so many, not for all that are drawn. */
const PORTION = 20;

export interface PictureRequest extends AsOf {
  readonly workspace: string;
  /** Name, alias or id of what to stand round; the weightiest of all when left out. */
  readonly entity?: string | undefined;
  /** 1–3; 1. Only round one thing. */
  readonly depth?: number | undefined;
  /** 1–2000; 300. */
  readonly limit?: number | undefined;
  readonly minStrength?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Picture {
  readonly entities: readonly Entity[];
  /** Between the entities, as they held at the moment. */
  readonly relations: readonly Relation[];
  /** The one in the middle; null for the whole, and for a name that nothing has. */
  readonly centre: string | null;
  /** How many things there are that are not drawn. */
  readonly truncated: number;
}

export async function graphPicture({ storage }: Deps, request: PictureRequest): Promise<Picture> {
  const { workspace } = request;
  checkConfidence(request.minStrength, 'min_weight');
  const limit = checkWhole('limit', request.limit ?? 300, 1, MOST_DRAWN);
  const found =
    request.entity === undefined ? await weightiest(storage, workspace, limit) : await round(storage, request, limit);
  request.signal?.throwIfAborted();
  if (found.entities.length === 0) return { ...found, relations: [] };
  const drawn = found.entities.map(({ id }) => id);
  const relations: Relation[] = [];
  for (let i = 0; i < drawn.length; i += PORTION) {
    relations.push(...(await linesOf(storage, request, drawn.slice(i, i + PORTION))));
    request.signal?.throwIfAborted();
  }
  const isDrawn = new Set(drawn);
  return { ...found, relations: relations.filter(({ target }) => isDrawn.has(target)) };
}

async function linesOf({ graph }: Deps['storage'], request: PictureRequest, ids: readonly string[]) {
  const { workspace, minStrength } = request;
  const { relations } = await graph.neighbours(workspace, ids, {
    ...toMoment(request),
    direction: 'out',
    limit: LINES_OF_EACH,
    ...(minStrength === undefined ? {} : { minStrength }),
  });
  return relations;
}

type Drawn = Omit<Picture, 'relations'>;

async function weightiest({ graph }: Deps['storage'], workspace: string, limit: number): Promise<Drawn> {
  const [entities, { total }] = await Promise.all([
    graph.mostConnected(workspace, limit),
    graph.listEntities(workspace, { limit: 1 }),
  ]);
  return { entities, centre: null, truncated: Math.max(0, total - entities.length) };
}

async function round(storage: Deps['storage'], request: PictureRequest, limit: number): Promise<Drawn> {
  const { workspace, entity = '', minStrength } = request;
  const { entity: centre } = await findByName(storage, { workspace, entity });
  if (!centre) return { entities: [], centre: null, truncated: 0 };
  const { reached, total } = await storage.graph.reach(workspace, centre.id, {
    ...toMoment(request),
    depth: checkWhole('depth', request.depth ?? 1, 1, DEEPEST_DRAWN),
    limit: Math.max(1, limit - 1),
    direction: 'both',
    ...(minStrength === undefined ? {} : { minStrength }),
  });
  const others = await storage.graph.entities(
    workspace,
    reached.map(({ entityId }) => entityId),
  );
  return { entities: [centre, ...others], centre: centre.id, truncated: Math.max(0, total - others.length) };
}
