/** Entities and relations as clients see them, and arguments that the tools of the graph share. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const entityArgument = z.string().describe('Name, alias or id.');
export const entityType = z.string().optional().describe('Which, when several have the name.');
/** Descriptions of what several tools answer alike are short: the list of tools is long. */
export const entityOutput = z.object({
  entity_id: z.string(),
  name: z.string(),
  type: z.string(),
  mentions: z.number().int(),
  relations: z.number().int(),
  aliases: unlisted(z.array(z.string())),
  asserted: unlisted(z.boolean()),
  merged: unlisted(z.array(z.string()).optional()),
});

const evidenceOutput = z.object({
  memory_id: z.string().optional(),
  text: z.string(),
  quote: unlisted(z.string().optional()),
  start: unlisted(z.number().int().optional()),
  end: unlisted(z.number().int().optional()),
  mark: unlisted(z.array(z.number().int()).optional()),
  confidence: unlisted(z.number()),
  valid_from: unlisted(z.string()),
  valid_to: unlisted(z.string().optional()),
  recorded_at: unlisted(z.string()),
  recorded_to: unlisted(z.string().optional()),
});

export const relationOutput = z.object({
  relation_id: unlisted(z.string()),
  source: z.string(),
  source_id: unlisted(z.string()),
  type: z.string(),
  target: z.string(),
  target_id: unlisted(z.string()),
  strength: z.number(),
  evidence_count: unlisted(z.number().int()),
  valid_from: z.string(),
  valid_to: z.string().optional(),
  evidence: z.array(evidenceOutput),
});

/** What a name meant. */
export const nameOutput = {
  status: z.enum(['found', 'not_found']),
  entity: entityOutput.optional(),
  alternatives: unlisted(z.array(entityOutput)),
  suggestions: unlisted(z.array(entityOutput)),
};

export const namedOutput = z.object({ entity_id: z.string(), name: z.string(), type: z.string() });
