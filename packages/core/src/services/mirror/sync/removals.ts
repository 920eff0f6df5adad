/** What is gone on one side goes on the other: files at once, memories after a while or when that was confirmed. */
import type { MemorySummary } from '../../../model/index.ts';
import { hashesOfMemories, tombstonesOf } from '../../forgotten/index.ts';
import { asConflictCopy } from '../note/note-file.ts';
import { stateOf, type NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { writeConflictCopy } from './conflict-copy.ts';
import { dropOf, textOfSeen, withFile, writeNotesOf, type Pass } from './pass.ts';

const PORTION = 50;

/** The memory was deleted. A file that nobody touched goes with it. */
export async function removeFile(pass: Pass, id: string, file: SeenFile): Promise<void> {
  const { view, writer, tally } = pass;
  await withFile(pass, file.relative, async () => {
    await writer.remove(view.place.folder, file.relative, file.stamp);
    view.forget(file.relative);
    await dropNotes(pass, [id]);
    tally.removed += 1;
  });
}

/** The memory was deleted, and the file changed: what was written stays, as a copy that is no memory's. */
export async function keepCopy(pass: Pass, id: string, file: SeenFile): Promise<void> {
  await withFile(pass, file.relative, async () => {
    const text = await textOfSeen(pass, file);
    if (text === null) return;
    const reason = 'It was changed here, and deleted in the store.';
    await writeConflictCopy(pass, { file: file.relative, content: asConflictCopy(text, id, reason), reason });
    await removeFile(pass, id, file);
  });
}

export async function dropNotes(pass: Pass, ids: readonly string[]): Promise<void> {
  const { deps, asked, view } = pass;
  if (ids.length === 0) return;
  const drops = ids.map((id) => dropOf(pass, id));
  await deps.storage.records.write(asked.workspace, drops, deps.clock.now());
  for (const id of ids) view.notes.delete(id);
}

/** Files that are gone, while their memories are as they were. */
export async function handleMissing(pass: Pass, memories: readonly MemorySummary[]): Promise<void> {
  const { deps, asked, view, tally } = pass;
  const now = deps.clock.now();
  const [due, fresh]: [MemorySummary[], Omit<NoteRecord, 'mirror'>[]] = [[], []];
  for (const memory of memories) {
    const note = view.notes.get(memory.id);
    if (!note) continue;
    const since = note.missing_since ?? now;
    if (since + asked.graceMs <= now) due.push(memory);
    else {
      const { mirror: _, ...known } = note;
      if (note.missing_since === null) fresh.push({ ...known, missing_since: since });
      tally.missing.push(note.file);
    }
  }
  if (asked.dryRun === true) tally.deleted += due.length;
  else {
    await writeNotesOf(pass, fresh);
    for (let i = 0; i < due.length; i += PORTION) await deleteMemories(pass, due.slice(i, i + PORTION));
  }
}

/** With all that was said, so that no import, no watcher and no mirror brings it back. */
async function deleteMemories(pass: Pass, memories: readonly MemorySummary[]): Promise<void> {
  const { deps, asked, view, tally, busy } = pass;
  await pass.breathe();
  const ids = memories.map(({ id }) => id);
  const hashes = await hashesOfMemories(deps, asked.workspace, ids);
  const still = await deps.storage.memories.summaries(asked.workspace, ids);
  const same = still.filter((memory) => stateOf(memory) === view.notes.get(memory.id)?.seen).map(({ id }) => id);
  if (same.length < ids.length) busy.add('');
  if (same.length === 0) return;
  const records = [...tombstonesOf(deps, hashes), ...same.map((id) => dropOf(pass, id))];
  await deps.storage.memories.remove(asked.workspace, same, deps.clock.now(), records);
  for (const id of same) view.notes.delete(id);
  tally.deleted += same.length;
}
