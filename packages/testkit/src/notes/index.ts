/** For tests of papers and their notes. */
export { NotesTrial, NOTE_OPERATIONS, type NoteStep } from './notes-trial.ts';
export { openTestVault } from './open-vault.ts';
export { paperRecord } from './paper.ts';
