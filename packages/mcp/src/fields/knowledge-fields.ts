/**
 * Arguments and answers of the official memory server's tools, as that server has them. Its clients show the text, which is
 * the data as JSON. Fields that it does not know are ignored, as there.
 */
import { z } from 'zod';

const LONGEST = 10_000;

const wellFormed = z.string().refine((text) => text.isWellFormed(), 'holds half of a surrogate pair');
export const content = wellFormed;
export const name = wellFormed.max(LONGEST);

export const entity = z.object({
  name: name.describe('Identifies it, letter for letter.'),
  entityType: name,
  observations: z.array(content).describe('One fact each.'),
});

export const relation = z.object({
  from: name.describe('Name of an entity.'),
  to: name.describe('Name of an entity.'),
  relationType: name.describe('In active voice.'),
});

const shownEntity = z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) });
const shownRelation = z.object({ from: z.string(), to: z.string(), relationType: z.string() });

export const entitiesOutput = z.object({ entities: z.array(shownEntity) });
export const relationsOutput = z.object({ relations: z.array(shownRelation) });
export const graphOutput = z.object({ entities: z.array(shownEntity), relations: z.array(shownRelation) });
export const doneOutput = z.object({ success: z.boolean(), message: z.string() });

export function asJson(data: unknown): string {
  return JSON.stringify(data, null, 2);
}

/** A graph as the output schemas want it. */
export function writable<E extends { observations: readonly string[] }>(entities: readonly E[]) {
  return entities.map((one) => ({ ...one, observations: [...one.observations] }));
}
