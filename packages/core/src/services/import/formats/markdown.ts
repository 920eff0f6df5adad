import type { ImportFormat } from '../import-format.ts';
import { isMarkdown, readNote } from '../shapes/note.ts';

export const markdown: ImportFormat = {
  name: 'markdown',
  needs: 'a folder of Markdown notes, or one note',
  comes:
    'Each note as one memory, word for word; front matter as metadata, its `tags` as tags, its `date` or `created` as the time; `[[links]]` in the text and as `metadata.links`.',
  lost: 'Other files (pictures, PDFs). Front matter deeper than a list is kept as text. Notes without a date have no time: that of the file says when it was copied.',
  cutOf: (relative) => (isMarkdown(relative) ? 'note' : null),
  open: (file) => readNote(file, { format: 'markdown', namedByFile: false }),
};
