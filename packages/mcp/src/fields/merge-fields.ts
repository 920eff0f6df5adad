/** Two entities that may be one, as clients see them. */
import { z } from 'zod';
import { namedOutput } from './graph-fields.ts';
import { nameLine } from '../lines/graph-lines.ts';

const REASONS = {
  same_name: 'the same name under another type',
  shared_alias: 'they share a name',
  initials: 'one is the initials of the other',
  short_name: 'one is a part of the other',
  look_alike: 'letters that look alike',
  spelling: 'spelt almost alike',
} as const;

export const suggestionOutput = z.object({
  into: namedOutput,
  from: namedOutput,
  reason: z.enum(Object.keys(REASONS) as (keyof typeof REASONS)[]),
  score: z.number(),
});

export function suggestionLine({ into, from, reason, score }: z.output<typeof suggestionOutput>): string {
  return `${nameLine(from)} and ${nameLine(into)}: ${REASONS[reason]} (${score.toFixed(2)})`;
}
