/** Arguments and results that several tools share. */
import type { App } from '@zapomni/core';
import type { MemoryFilter, Metadata } from '@zapomni/core/model';
import { parseIsoDate } from '@zapomni/core/model';
import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { toMetadataConditions } from './metadata-filter.ts';

export const memoryId = z.uuid();
export const kind = z.string();
export const tags = z.array(z.string());
/** Any JSON. What comes over the wire cannot be anything else, so that the schema need not spell it out. */
export const metadata = z.record(z.string(), z.unknown()).transform((value) => value as Metadata);

const date = z.string();
/** The short way to say it in JSON Schema. */
const oneOrMore = z.union([z.string(), tags]).meta({ type: ['string', 'array'], anyOf: undefined });

export const filters = z.strictObject({
  tags: tags.optional().describe('Any of these.'),
  tags_all: tags.optional(),
  tags_none: tags.optional(),
  source: oneOrMore.optional(),
  kind: oneOrMore.optional(),
  document: oneOrMore.optional().describe('Id, name or path.'),
  memory_ids: tags.optional(),
  index: unlisted(z.string().optional().describe('A saved set of papers.')),
  // Read by hand: zod would drop a field named __proto__, and with it the condition.
  metadata: z
    .unknown()
    .optional()
    .meta({ type: 'object', description: 'field: value or {gte: 2}; ne gt lt lte in exists.' }),
  date_from: date.optional(),
  date_to: date.optional().describe('ISO 8601; a bare day counts whole.'),
  include_superseded: z.boolean().optional(),
});

/** The same, described elsewhere: the list of tools has a budget. */
export const filtersAsInSearch = z.record(z.string(), z.unknown()).pipe(filters).describe('As in search_memory.');

function toFilter(given: z.output<typeof filters> | undefined): MemoryFilter | undefined {
  if (!given) return undefined;
  const from = given.date_from === undefined ? undefined : moment('filters.date_from', given.date_from).at;
  const to = given.date_to === undefined ? undefined : moment('filters.date_to', given.date_to);
  return {
    ...list('tags', given.tags),
    ...list('allTags', given.tags_all),
    ...list('noTags', given.tags_none),
    ...list('sources', given.source),
    ...list('kinds', given.kind),
    ...list('ids', given.memory_ids),
    ...(given.metadata === undefined ? {} : { metadata: toMetadataConditions(given.metadata) }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { before: to.at + to.spanMs }),
    ...(given.include_superseded ? { includeSuperseded: true } : {}),
  };
}

/** The same, and only of the documents that it names. Looks them up. */
export async function toFilterIn(
  { documents, research }: App,
  workspaces: readonly string[],
  given: z.output<typeof filters> | undefined,
): Promise<MemoryFilter | undefined> {
  const asked = toFilter(given);
  const named = namedDocuments(given);
  const filter = given?.index === undefined ? asked : await research.library.onlySet(workspaces, given.index, asked);
  return named.length === 0 ? filter : documents.only({ workspaces, documents: named, filter });
}

export function namedDocuments(given: z.output<typeof filters> | undefined): string[] {
  return [given?.document ?? []].flat();
}

/** An empty list asks for nothing. */
function list(name: keyof MemoryFilter, given: string | readonly string[] | undefined): MemoryFilter {
  const values = [given ?? []].flat();
  return values.length === 0 ? {} : { [name]: values };
}

function moment(field: string, text: string): { at: number; spanMs: number } {
  const parsed = parseIsoDate(text);
  if (!parsed) throw invalidField(field, 'is not a date', 'Write it as 2024-03-31 or 2024-03-31T12:00:00Z.');
  return parsed;
}

/** What a deletion took away: counts by name, the same for every tool that deletes. */
export const receiptOutput = z.record(z.string(), z.number().int());
