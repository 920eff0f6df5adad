/**
 * Which turns were captured: by their client, session and words, in the workspace that they went to. The number of a turn is no part of it, because who
 * captures while a session goes on may have begun later than who reads its transcript; the same words twice in a session say nothing new.
 */
import { z } from 'zod';
import type { RecordPut } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';
import type { Compaction, Turn } from './turn.ts';

const SEEN = defineCollection({
  name: 'captured_turns',
  schema: z.strictObject({ at: z.number(), memories: z.number(), note: z.string().default('') }),
});

type Parts = Pick<Deps, 'storage' | 'clock'>;

export function keyOf(item: Turn | Compaction): Promise<string> {
  const said = 'summary' in item ? ['summary', item.summary] : [item.user.trim(), item.answer.trim()];
  return sha256(JSON.stringify([item.client, item.session, ...said]));
}

/** Of a session's last summary. */
export function noteKeyOf({ client, session }: Compaction): Promise<string> {
  return sha256(JSON.stringify([client, session, 'last summary']));
}

export async function isSeen(deps: Parts, workspace: string, key: string): Promise<boolean> {
  return (await collection(deps, SEEN).get(workspace, key)) !== null;
}

export interface Note {
  /** The memory that was written down under the key; null where none was. */
  readonly memory: string | null;
  /** For a write that is only to be made while nobody else has made one. */
  readonly version: number;
}

export async function noteOf(deps: Parts, workspace: string, key: string): Promise<Note> {
  const kept = await collection(deps, SEEN).get(workspace, key);
  return { memory: kept?.value.note || null, version: kept?.version ?? 0 };
}

export function noteWrite(deps: Parts, key: string, { memory, version }: Note): RecordPut {
  const value = { at: deps.clock.now(), memories: 1, note: memory ?? '' };
  return collection(deps, SEEN).writeFor(key, value, { ifVersion: version });
}

export function seenWrite(deps: Parts, key: string, memories: number): RecordPut {
  return collection(deps, SEEN).writeFor(key, { at: deps.clock.now(), memories });
}

export function countSeen(deps: Parts, workspace: string): Promise<number> {
  return collection(deps, SEEN).count(workspace);
}
