import type { ImportFormat } from '../import-format.ts';
import { isMarkdown, readNote } from '../shapes/note.ts';
import { inlineTagsOf } from '../shapes/wiki-text.ts';

export const obsidian: ImportFormat = {
  name: 'obsidian',
  needs: 'the folder of a vault',
  comes:
    'Each note as one memory, under its title (the name of its file); properties as metadata, `tags` and `#tags` in the text as tags; `[[links]]` and embeds in the text and as `metadata.links`.',
  lost: 'Attachments, canvases, bases and settings; what an embed shows. Links are names, not relations of the graph.',
  cutOf: (relative) => (isMarkdown(relative) ? 'note' : null),
  open: (file) =>
    readNote(file, { format: 'obsidian', namedByFile: true, more: (body) => ({ tags: inlineTagsOf(body) }) }),
};
