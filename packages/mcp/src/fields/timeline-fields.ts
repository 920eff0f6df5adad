/** Things that held for a while, and things that the store learned, as clients see them. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { shorten } from '../lines/memory-lines.ts';
import { relationOutput } from './graph-fields.ts';
import { relationLine } from '../lines/graph-lines.ts';

const SHOWN = 200;

export const entryOutput = z.object({
  from: z.string(),
  until: z.string().optional(),
  kind: z.enum(['memory', 'relation']),
  memory_id: z.string().optional(),
  text: z.string().optional(),
  relation: relationOutput.optional(),
  version: unlisted(z.number().int().optional()),
  recorded_at: unlisted(z.string()),
  recorded_to: unlisted(z.string().optional()),
});

export const changeOutput = z.object({
  at: z.string(),
  kind: z.enum(['memory', 'relation']),
  change: z.enum(['added', 'changed', 'superseded', 'removed', 'closed', 'withdrawn']),
  memory_id: z.string().optional(),
  text: z.string().optional(),
  version: unlisted(z.number().int().optional()),
  source: z.string().optional(),
  type: z.string().optional(),
  target: z.string().optional(),
  relation_id: unlisted(z.string().optional()),
  confidence: unlisted(z.number().optional()),
  valid_from: unlisted(z.string().optional()),
  valid_to: unlisted(z.string().optional()),
});

export function entryLine({ from, until, text = '', memory_id, relation }: z.output<typeof entryOutput>): string {
  const span = `${day(from)} – ${until ? day(until) : 'now'}`;
  return relation
    ? `${span}: ${relationLine(relation)}`
    : `${span}: ${shorten(text.replaceAll(/\s+/g, ' '), SHOWN)} [memory ${memory_id}]`;
}

export function changeLine(change: z.output<typeof changeOutput>): string {
  const when = `${change.at.slice(0, 19).replace('T', ' ')} ${change.kind} ${change.change}`;
  const memory = change.memory_id ? ` [memory ${change.memory_id}]` : '';
  const what =
    change.kind === 'memory'
      ? shorten((change.text ?? '').replaceAll(/\s+/g, ' '), SHOWN)
      : `${change.source ?? 'a removed entity'} —${change.type}→ ${change.target ?? 'a removed entity'}`;
  return `${when}: ${what}${memory}`;
}

function day(at: string): string {
  return at.slice(0, 10);
}
