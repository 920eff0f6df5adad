import type { NoteFormatName } from '../../../../../model/papers/index.ts';
import { LOGSEQ } from './logseq.ts';
import { MARKDOWN } from './markdown.ts';
import type { NoteFormat } from './note-format.ts';
import { OBSIDIAN } from './obsidian.ts';

export const NOTE_FORMATS: Readonly<Record<NoteFormatName, NoteFormat>> = {
  obsidian: OBSIDIAN,
  logseq: LOGSEQ,
  markdown: MARKDOWN,
};
