/**
 * What is kept where texts disagree on what a name names. A name is kept by its hash: what it says goes with the memories that say it.
 *
 *   name_types   the kinds that the name has been settled on; open while votes came in that nobody has counted
 *   name_votes   a memory that took the name for something else than it is kept as; goes with the memory
 */
import { z } from 'zod';
import { nameKey } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { collection } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

const NAME_TYPES = defineCollection({
  name: 'name_types',
  schema: z.strictObject({ types: z.array(z.string()), state: z.enum(['open', 'settled']) }),
  indexes: { by_state: ['state'] },
});

const NAME_VOTES = defineCollection({
  name: 'name_votes',
  schema: z.strictObject({
    /** Its key in `name_types`. */
    name: z.string(),
    memory: z.string(),
    /** What the memory took it for. */
    type: z.string(),
    /** The id of the entity that the name is kept as. */
    kept: z.string(),
    /** Passages of the memory that name it. */
    weight: z.number().int(),
  }),
  indexes: { by_name: ['name'], by_memory: ['memory'] },
  parent: 'memory',
});

export type NameVote = z.output<(typeof NAME_VOTES)['schema']>;
export type VoteDeps = Pick<Deps, 'storage' | 'clock'>;

export const nameTypesOf = (deps: VoteDeps) => collection(deps, NAME_TYPES);
export const nameVotesOf = (deps: VoteDeps) => collection(deps, NAME_VOTES);

/** The same for all kinds that a name could be of: an organisation's legal form does not count. */
export function plainKey(name: string): string {
  return nameKey(name, 'organization');
}

export async function nameHash(name: string): Promise<string> {
  return (await sha256(plainKey(name))).slice(0, 32);
}

export function voteKey(name: string, memory: string): string {
  return `${name}:${memory}`;
}
