/** The summary that a client made of a session: one note for each session, the newest in the place of the one before. */
import { forgottenAmong, formHashes } from '../../forgotten/index.ts';
import type { CaptureDeps } from '../capture-deps.ts';
import { withoutInserted } from '../distil/own-words.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { keyOf, noteKeyOf, noteOf, noteWrite, seenWrite } from '../seen.ts';
import type { Compaction } from '../turn.ts';
import { CAPTURED_TAG, type Kept } from './keep-distilled.ts';

const SUMMARY_KIND = 'session-summary';
/** In code units: a summary is for reading again, not an archive. */
const LONGEST = 20_000;

export async function keepSummary(deps: CaptureDeps, workspace: string, compaction: Compaction): Promise<Kept> {
  const text = withoutInserted(compaction.summary).slice(0, LONGEST).toWellFormed().trim();
  const forgotten = await forgottenAmong(deps, workspace, await formHashes(text));
  if (text === '' || forgotten.size > 0) return { kept: 0, duplicates: text === '' ? 0 : 1, superseded: 0 };
  // Who hears hooks and who reads transcripts may come to the same session at once; the later one then replaces the other's.
  return retryOnConflict(() => replaceNote(deps, workspace, compaction, text));
}

async function replaceNote(deps: CaptureDeps, workspace: string, compaction: Compaction, text: string): Promise<Kept> {
  const [key, noteKey] = await Promise.all([keyOf(compaction), noteKeyOf(compaction)]);
  const { memory: noted, version } = await noteOf(deps, workspace, noteKey);
  const before = await whereLive(deps, workspace, noted);
  const { client, session, at } = compaction;
  await deps.remember({
    workspace,
    drafts: [
      {
        text,
        kind: SUMMARY_KIND,
        tags: [CAPTURED_TAG, client],
        source: `${client}:${session.slice(0, 200)}`,
        metadata: { client, session, ...(at === null ? {} : { timestamp: at.toISOString() }) },
        ...(before === null ? {} : { supersedes: before }),
      },
    ],
    batch: false,
    records: ([memory]) => [seenWrite(deps, key, 1), noteWrite(deps, noteKey, { memory: memory?.id ?? null, version })],
  });
  return { kept: 1, duplicates: 0, superseded: before === null ? 0 : 1 };
}

/** It may have been deleted or superseded by hand since. */
async function whereLive(deps: CaptureDeps, workspace: string, id: string | null): Promise<string | null> {
  const [memory] = id === null ? [] : await deps.storage.memories.summaries(workspace, [id]);
  return memory?.supersededBy === null ? memory.id : null;
}
