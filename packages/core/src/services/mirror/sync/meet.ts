/**
 * File and memory have both changed, or nothing is known of what they were. What each of them changed is found out by what
 * they agreed on last, which the history of the memory has:
 *
 *   they say the same           that is noted
 *   the file says an old state  it is behind, because a process died or it was put back: it is written
 *   they changed other things   both changes count
 *   they changed the same       the file's counts, for it is the user's own hand; the other stays in the history of the memory
 *                               and as a file beside it
 */
import type { Memory, MemorySummary, MemoryVersion } from '../../../model/index.ts';
import { asRead, renderConflictCopy } from '../note/note-file.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { writeConflictCopy } from './conflict-copy.ts';
import type { Pass } from './pass.ts';
import { agree, applyEdit, openEdit, partsThatDiffer, type Edit } from './take-edit.ts';

/** True when the file is to be written. */
export async function meet(
  pass: Pass,
  { memory: { id } }: { memory: MemorySummary },
  file: SeenFile,
): Promise<boolean> {
  const { deps, asked } = pass;
  const edit = await openEdit(pass, id, file);
  if (!edit) return false;
  const { memory, note } = edit;
  if (partsThatDiffer(note, asRead(memory)).length === 0) {
    await agree(pass, edit);
    return false;
  }
  const history = await deps.storage.memories.history(asked.workspace, id);
  if (history.some((version) => partsThatDiffer(note, asRead(version)).length === 0)) return true;
  await merge(pass, edit, baseOf(pass, id, history));
  return true;
}

function baseOf({ view }: Pass, id: string, history: readonly MemoryVersion[]): Memory | undefined {
  const agreed = Number.parseInt(view.notes.get(id)?.seen ?? '', 10);
  return history.find(({ version }) => version === agreed);
}

async function merge(pass: Pass, edit: Edit, base: Memory | undefined): Promise<void> {
  const { memory, file, note } = edit;
  const [now, before] = [asRead(memory), base && asRead(base)];
  const differ = partsThatDiffer(note, now);
  const byFile = before ? differ.filter((part) => partsThatDiffer(note, before).includes(part)) : differ;
  const byStore = before ? partsThatDiffer(now, before) : differ;
  if (byFile.some((part) => byStore.includes(part))) {
    const reason = before ? 'It was changed here and in the store.' : 'It is not what the store says.';
    await writeConflictCopy(pass, { file: file.relative, content: renderConflictCopy(memory, reason), reason });
  }
  if (byFile.length > 0) await applyEdit(pass, edit, byFile, true);
}
