import type { ImportFormat } from '../import-format.ts';
import { isMarkdown, readNote } from '../shapes/note.ts';
import { inlineTagsOf } from '../shapes/wiki-text.ts';

export const obsidian: ImportFormat = {
  name: 'obsidian',
  needs: 'the folder of a vault',
  comes:
    'Each note as one memory, under its title (the name of its file); properties as metadata, `tags` and `#tags` in the text as tags; `[[links]]` and embeds in the text and as `metadata.links`. Each note is a thing of the graph with its `aliases`, each link to a note a relation `LINKS_TO` with the sentence as evidence.',
  lost: 'Attachments, canvases, bases and settings; what an embed shows.',
  cutOf: (relative) => (isMarkdown(relative) ? 'note' : null),
  open: (file) =>
    readNote(file, {
      format: 'obsidian',
      namedByFile: true,
      isThing: true,
      more: (body) => ({ tags: inlineTagsOf(body) }),
    }),
};
