import getEntity from '@zapomni/mcp/tools/graph/get-entity';
import getRelated from '@zapomni/mcp/tools/graph/get-related';
import graphStatus from '@zapomni/mcp/tools/graph/graph-status';
import mergeEntities from '@zapomni/mcp/tools/graph/merge-entities';
import searchEntities from '@zapomni/mcp/tools/graph/search-entities';
import splitEntities from '@zapomni/mcp/tools/graph/split-entities';
import suggestMerges from '@zapomni/mcp/tools/graph/suggest-merges';
import { parseIsoDate, type Entity, type Relation } from '@zapomni/core/model';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import { iso, round, toRelation } from '@zapomni/mcp/views';
import { z } from 'zod';
import { defineEndpoint, fromTool } from '../endpoint.ts';

const node = z.object({ id: z.string(), name: z.string(), type: z.string(), weight: z.number() });
const edge = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  relation: z.string(),
  weight: z.number(),
  valid_from: z.string(),
  valid_to: z.string().optional(),
});

const getGraph = defineEndpoint({
  method: 'GET',
  path: '/api/graph',
  scope: 'read',
  summary: 'A part of the graph to be drawn: round one thing, or the weightiest of a workspace',
  input: z.strictObject({
    workspace: z.string().optional(),
    entity: z.string().optional(),
    depth: z.number().int().min(1).max(3).optional(),
    limit: z.number().int().min(1).max(2000).optional(),
    min_weight: z.number().min(0).max(1).optional(),
    as_of: z.string().optional(),
    known_at: z.string().optional(),
  }),
  output: z.object({
    workspace: z.string(),
    centre: z.string().optional(),
    nodes: z.array(node),
    edges: z.array(edge),
    truncated: z.number().int(),
  }),
  async run({ workspace: named, min_weight: minStrength, as_of, known_at, ...asked }, { app, signal }) {
    const workspace = named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
    const then = momentOf(as_of, known_at);
    const picture = await app.graph.picture({ workspace, ...asked, minStrength, ...then, signal });
    return {
      workspace,
      ...(picture.centre === null ? {} : { centre: picture.centre }),
      nodes: picture.entities.map(toNode),
      edges: picture.relations.map(toEdge),
      truncated: picture.truncated,
    };
  },
});

/** As agents see one. */
const relation = getEntity.output.shape.relations.element;
const momentFields = { as_of: z.string().optional(), known_at: z.string().optional() };

const getPath = defineEndpoint({
  method: 'GET',
  path: '/api/path',
  scope: 'read',
  summary: 'A shortest way between two things, with the sentences that say each step',
  input: z.strictObject({ from: z.string(), to: z.string(), ...momentFields, workspace: z.string().optional() }),
  output: z.object({ from: z.string(), to: z.string(), found: z.boolean(), steps: z.array(relation) }),
  async run({ workspace: named, from, to, as_of, known_at }, { app, signal }) {
    const workspace = named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
    const found = await app.graph.path({ workspace, from, to, ...momentOf(as_of, known_at), signal });
    return { ...found, found: found.steps !== null, steps: (found.steps ?? []).map(toRelation) };
  },
});

const getRelation = defineEndpoint({
  method: 'GET',
  path: '/api/relations/{relation_id}',
  scope: 'read',
  summary: 'One relation, with the sentences that it is known from',
  input: z.strictObject({ relation_id: z.string(), ...momentFields, workspace: z.string().optional() }),
  output: relation,
  async run({ workspace: named, relation_id: id, as_of, known_at }, { app }) {
    const workspace = named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
    const found = await app.graph.relation({ workspace, relation: id, ...momentOf(as_of, known_at) });
    if (found) return toRelation(found);
    throw new ZapomniError('NOT_FOUND', 'relation_id: there is no such relation, or not at that moment.');
  },
});

export const graphEndpoints = {
  getGraph,
  getPath,
  getRelation,
  graphStatus: fromTool('GET', '/api/graph/status', graphStatus),
  searchEntities: fromTool('GET', '/api/entities', searchEntities),
  getEntity: fromTool('GET', '/api/entities/{entity}', getEntity),
  getRelated: fromTool('GET', '/api/entities/{entity}/related', getRelated),
  mergeEntities: fromTool('POST', '/api/merges', mergeEntities),
  splitEntities: fromTool('POST', '/api/splits', splitEntities),
  suggestMerges: fromTool('GET', '/api/merges', suggestMerges),
};

function momentOf(asOf: string | undefined, knownAt: string | undefined) {
  return { ...at('as_of', 'validAt', asOf), ...at('known_at', 'knownAt', knownAt) };
}

function at<Name extends string>(field: string, name: Name, given: string | undefined): { [Key in Name]?: number } {
  if (given === undefined) return {};
  const moment = parseIsoDate(given);
  if (!moment) throw invalidField(field, 'must be a date, e.g. 2025-03-01 or 2025-03-01T12:00:00Z');
  return { [name]: moment.at } as { [Key in Name]?: number };
}

function toNode({ id, name, type, mentions, relations }: Entity) {
  return { id, name, type, weight: mentions + relations };
}

function toEdge({ id, source, target, type, strength, validFrom, validTo }: Relation) {
  return {
    id,
    from: source,
    to: target,
    relation: type,
    weight: round(strength),
    valid_from: iso(validFrom),
    ...(validTo === null ? {} : { valid_to: iso(validTo) }),
  };
}
