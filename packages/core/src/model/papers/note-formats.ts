/** Programs that notes of papers are written for: the plain one for every other. */
export const NOTE_FORMAT_NAMES = ['obsidian', 'logseq', 'markdown'] as const;
export type NoteFormatName = (typeof NOTE_FORMAT_NAMES)[number];
