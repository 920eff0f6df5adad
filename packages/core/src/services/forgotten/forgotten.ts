/**
 * Forgetting that holds. What the user deletes leaves a tombstone by its content, so that an import, the mirror or a folder
 * that is read again does not bring it back:
 *
 *   the user deletes ───────────── noted, with the removal or before it
 *   the user says it by hand ───── lifted: it may be known again
 *   others bring it ────────────── left out, and counted
 *
 * A tombstone belongs to its workspace and goes with it: who clears a workspace begins anew.
 */
import { z } from 'zod';
import type { RecordPut } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';

const FORGOTTEN = defineCollection({
  name: 'forgotten',
  schema: z.strictObject({ at: z.number(), of: z.enum(['text', 'bytes']) }),
});

/** How many hashes the store is asked for, or told of, at once. */
const PORTION = 500;

type Parts = Pick<Deps, 'storage' | 'clock'>;

export interface ForgottenHash {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly of: 'text' | 'bytes';
}

/** Which of these hashes the user has forgotten. */
export async function forgottenAmong(
  deps: Parts,
  workspace: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(hashes)];
  const portions = Array.from({ length: Math.ceil(asked.length / PORTION) }, (_, i) =>
    collection(deps, FORGOTTEN).getMany(workspace, asked.slice(i * PORTION, (i + 1) * PORTION)),
  );
  return new Set((await Promise.all(portions)).flat().map(({ key }) => key));
}

/** Called before a memory or document is deleted by the user's wish. Batched. */
export async function noteForgotten(deps: Parts, workspace: string, hashes: readonly ForgottenHash[]): Promise<void> {
  const writes = tombstonesOf(deps, hashes);
  for (let i = 0; i < writes.length; i += PORTION)
    await deps.storage.records.write(workspace, writes.slice(i, i + PORTION), deps.clock.now());
}

/** The same for a write together with the removal, so that both are done or neither is. */
export function tombstonesOf(deps: Parts, hashes: readonly ForgottenHash[]): RecordPut[] {
  const at = deps.clock.now();
  const unique = new Map(hashes.map(({ hash, of }) => [hash, of]));
  return [...unique].map(([hash, of]) => collection(deps, FORGOTTEN).writeFor(hash, { at, of }));
}

/** The user said it again by hand: it may be known again. */
export async function liftForgotten(deps: Parts, workspace: string, hashes: readonly string[]): Promise<void> {
  const noted = [...(await forgottenAmong(deps, workspace, hashes))];
  const deletions = noted.map((hash) => collection(deps, FORGOTTEN).deletionOf(hash));
  for (let i = 0; i < deletions.length; i += PORTION)
    await deps.storage.records.write(workspace, deletions.slice(i, i + PORTION), deps.clock.now());
}
