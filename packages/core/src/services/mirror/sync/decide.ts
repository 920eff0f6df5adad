/**
 * What is to be done about one memory and its file. `note` is what they were like when they last agreed.
 *
 *   memory      file        then
 *   as it was   as it was   nothing; where it lies is noted
 *   changed     as it was   the file is written
 *   as it was   changed     the memory is
 *   changed     changed     the two meet (see meet.ts); also where nothing is known of before
 *   as it was   gone        the memory goes, after confirmation or a while
 *   changed     gone        the file is written again
 *   gone        as it was   the file is removed
 *   gone        changed     the file is kept as a copy
 *   unknown     there       it is left alone: its memory is another store's, or was deleted with all that was known
 */
import type { MemorySummary } from '../../../model/index.ts';
import { stateOf, type NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';

export type Decision =
  | 'nothing'
  | 'note'
  | 'write'
  | 'take'
  | 'meet'
  | 'brand'
  | 'missing'
  | 'remove'
  | 'keep_copy'
  | 'drop_note'
  | 'blocked'
  | 'unknown';

export interface Subject {
  readonly note: NoteRecord | undefined;
  readonly file: SeenFile | undefined;
  readonly memory: MemorySummary | undefined;
}

export function decide({ note, file, memory }: Subject): Decision {
  if (!file) return decideWithoutFile(note, memory);
  if (file.problem !== null) return 'blocked';
  if (!memory) return decideWithoutMemory(note, file);
  const isMemoryChanged = stateOf(memory) !== note?.seen;
  if (file.hash !== note?.hash) return isMemoryChanged ? 'meet' : 'take';
  if (isMemoryChanged) return 'write';
  if (file.id === null) return 'brand';
  return isAsNoted(note, file) ? 'nothing' : 'note';
}

function isAsNoted(note: NoteRecord, file: SeenFile): boolean {
  return file.relative === note.file && file.stamp === note.stamp && note.missing_since === null;
}

function decideWithoutMemory(note: NoteRecord | undefined, file: SeenFile): Decision {
  if (!note) return 'unknown';
  return file.hash === note.hash ? 'remove' : 'keep_copy';
}

function decideWithoutFile(note: NoteRecord | undefined, memory: MemorySummary | undefined): Decision {
  if (!memory) return note ? 'drop_note' : 'nothing';
  return note && note.seen === stateOf(memory) ? 'missing' : 'write';
}
