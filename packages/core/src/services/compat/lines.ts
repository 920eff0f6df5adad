/** The official memory server's file: one entity or relation as JSON on each line, entities first. */
import type { Metadata } from '../../model/index.ts';
import type { KnowledgeEntity, KnowledgeRelation } from './knowledge-graph.ts';
import { loadGraph, type KnowledgeApp } from './load-graph.ts';

export type KnowledgeItem =
  | { readonly type: 'entity'; readonly entity: KnowledgeEntity; readonly otherFields: Metadata }
  | { readonly type: 'relation'; readonly relation: KnowledgeRelation; readonly otherFields: Metadata };

export interface ParsedLine {
  /** Null when nothing on the line can be kept. */
  readonly item: KnowledgeItem | null;
  /** What is odd about the line. */
  readonly notes: readonly string[];
}

/** Never throws. Fields that the server does not know are kept with the item. */
export function parseKnowledgeLine(line: string): ParsedLine {
  const value = parseJson(line);
  if (value === undefined) return unusable('is not JSON');
  if (!isObject(value)) return unusable('is not an object');
  if (!JSON.stringify(value).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(value)))
    return unusable('holds half of a surrogate pair, which no encoding can store');
  const { type, ...fields } = value;
  if (type === 'entity') return parseEntity(fields);
  if (type === 'relation') return parseRelation(fields);
  return unusable('is neither an entity nor a relation');
}

/** The lines of the file, without line ends. */
export async function knowledgeLines(app: KnowledgeApp, workspace: string): Promise<string[]> {
  const { entities, relations } = await loadGraph(app, workspace);
  const items = [
    ...[...entities.values()].map(({ name, entityType, observations, otherFields }) => {
      const contents = observations.map(({ content }) => content);
      return { type: 'entity', name, entityType, observations: contents, ...otherFields };
    }),
    ...relations.map(({ from, to, relationType, otherFields }) => {
      return { type: 'relation', from, to, relationType, ...otherFields };
    }),
  ];
  return items.map((item) => JSON.stringify(item));
}

function parseEntity({ name, entityType, observations, ...otherFields }: Record<string, unknown>): ParsedLine {
  if (typeof name !== 'string') return unusable('is an entity without a name');
  const notes = aboutFields(otherFields);
  if (typeof entityType !== 'string') notes.push('has no entityType; kept with an empty one');
  if (!Array.isArray(observations)) notes.push('has no list of observations; kept without');
  const contents: unknown[] = Array.isArray(observations) ? observations : [];
  if (contents.some((content) => typeof content !== 'string'))
    notes.push('has observations that are not texts; kept as JSON');
  const entity = {
    name,
    entityType: typeof entityType === 'string' ? entityType : '',
    observations: contents.map((content) => (typeof content === 'string' ? content : JSON.stringify(content))),
  };
  return { item: { type: 'entity', entity, otherFields: otherFields as Metadata }, notes };
}

function parseRelation({ from, to, relationType, ...otherFields }: Record<string, unknown>): ParsedLine {
  if (typeof from !== 'string' || typeof to !== 'string' || typeof relationType !== 'string')
    return unusable('is a relation without from, to or relationType');
  const relation = { from, to, relationType };
  return {
    item: { type: 'relation', relation, otherFields: otherFields as Metadata },
    notes: aboutFields(otherFields),
  };
}

function aboutFields(otherFields: Record<string, unknown>): string[] {
  const names = Object.keys(otherFields);
  return names.length === 0 ? [] : [`has other fields, which are kept: ${names.join(', ').slice(0, 200)}`];
}

function unusable(why: string): ParsedLine {
  return { item: null, notes: [why] };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
