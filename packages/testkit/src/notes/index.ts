/** For tests of papers and their notes. */
export { NotesGround, titled } from './notes-ground.ts';
export { NOTE_OPERATIONS, type NoteStep } from './note-edits.ts';
export { NotesTrial } from './notes-trial.ts';
export { openTestVault } from './open-vault.ts';
export { paperRecord } from './paper.ts';
