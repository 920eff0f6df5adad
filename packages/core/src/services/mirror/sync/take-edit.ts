/**
 * What a file says now becomes what the memory says, with what it said before in its history. The store has no way to change
 * a memory only if it is still the same; the version that a change has tells whether somebody else came first, and what they
 * wrote is then in the history, and is shown as a copy.
 */
import type { Memory, MemorySummary } from '../../../model/index.ts';
import type { MemoryPatch } from '../../../ports/index.ts';
import { checkMetadata, checkSource, checkText } from '../../memory/draft.ts';
import { prepareText } from '../../memory/prepare-text.ts';
import { differing, type NoteFacts } from '../note/note-fields.ts';
import { asRead, readNote, renderConflictCopy, type ReadNote } from '../note/note-file.ts';
import { STALE, stateOf, type NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { brand } from './brand.ts';
import { writeConflictCopy } from './conflict-copy.ts';
import { putOf, remember, textOfSeen, writeNotesOf, type Pass } from './pass.ts';

export type Part = keyof NoteFacts | 'text';

export interface Edit {
  readonly memory: Memory;
  readonly file: SeenFile;
  readonly content: string;
  readonly note: ReadNote;
}

/** Null when the file or the memory is another by now, or cannot be read. */
export async function openEdit(pass: Pass, id: string, file: SeenFile): Promise<Edit | null> {
  const content = await textOfSeen(pass, file);
  const [memory] = await pass.deps.storage.memories.get(pass.asked.workspace, [id]);
  const note = content === null ? null : readNote(content);
  if (content === null || !note || !memory) return null;
  return { memory, file, content, note };
}

/** Only the file has changed. */
export async function takeEdit(
  pass: Pass,
  { memory: { id } }: { memory: MemorySummary },
  file: SeenFile,
): Promise<void> {
  const edit = await openEdit(pass, id, file);
  if (!edit) return;
  if (stateOf(edit.memory) !== pass.view.notes.get(id)?.seen) return void pass.busy.add(file.relative);
  const parts = partsThatDiffer(edit.note, asRead(edit.memory));
  if (parts.length === 0) return agree(pass, edit);
  await applyEdit(pass, edit, parts, false);
}

export function partsThatDiffer(one: ReadNote, other: ReadNote): Part[] {
  return [...(one.text === other.text ? [] : ['text' as const]), ...differing(one.facts, other.facts)];
}

/** Both say the same: only that is noted. */
export async function agree(pass: Pass, { memory, file, content }: Edit): Promise<void> {
  await writeNotesOf(pass, [noteOf(pass, memory.id, file, stateOf(memory))]);
  if (file.id === null) await brand(pass, memory.id, file, content);
}

/** `isBehind`: the store has changes that the file has not; it is then to be written. */
export async function applyEdit(pass: Pass, edit: Edit, parts: readonly Part[], isBehind: boolean): Promise<void> {
  const { deps, asked, tally } = pass;
  const { memory, file, content, note } = edit;
  const patch = await toPatch(pass, note, parts);
  const next = stateOf({ ...memory, version: memory.version + 1 });
  const record = noteOf(pass, memory.id, file, isBehind ? STALE : next);
  const { memory: after } = await deps.storage.memories.update(asked.workspace, memory.id, patch, deps.clock.now(), [
    putOf(pass, record),
  ]);
  remember(pass, record);
  tally.updated += 1;
  if (patch.text) tally.passages += patch.text.passages.length;
  if (after.version !== memory.version + 1) await tellWhoCameFirst(pass, edit, after);
  else if (file.id === null && !isBehind) await brand(pass, memory.id, file, content);
}

function noteOf({ view }: Pass, memory: string, file: SeenFile, seen: string): Omit<NoteRecord, 'mirror'> {
  const links = view.notes.get(memory)?.links ?? '';
  const stamp = file.id === null ? '' : file.stamp;
  return { memory, file: file.relative, hash: file.hash, stamp, seen, links, missing_since: null };
}

async function toPatch({ deps }: Pass, { text, facts }: ReadNote, parts: readonly Part[]): Promise<MemoryPatch> {
  const has = (part: Part) => parts.includes(part);
  return {
    ...(has('text') ? { text: await prepareText(deps, checkText(text, deps.config.max_text_length)) } : {}),
    ...(has('kind') ? { kind: facts.kind } : {}),
    ...(has('tags') ? { tags: facts.tags } : {}),
    ...(has('source') ? { source: checkSource(facts.source) } : {}),
    ...(has('metadata') ? { metadata: checkMetadata(facts.metadata) } : {}),
    ...(has('occurredAt') ? { occurredAt: facts.occurredAt } : {}),
  };
}

/** Between the look and the change. */
async function tellWhoCameFirst(pass: Pass, { memory, file }: Edit, after: Memory): Promise<void> {
  const { deps, asked } = pass;
  const history = await deps.storage.memories.history(asked.workspace, memory.id);
  const reason = 'The memory was changed at the same moment.';
  for (const other of history.filter(({ version }) => version > memory.version && version < after.version))
    await writeConflictCopy(pass, { file: file.relative, content: renderConflictCopy(other, reason), reason });
  await writeNotesOf(pass, [noteOf(pass, memory.id, file, STALE)]);
  pass.busy.add(file.relative);
}
