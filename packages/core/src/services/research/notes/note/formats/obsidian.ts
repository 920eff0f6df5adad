/**
 * Obsidian finds a note by its name, in whichever folder it lies, and by its path where several are called so; the property `aliases` is
 * no name to it. A link therefore names the file, and shows the citekey where that is another.
 */
import { labelText, markdownRegion, plainLink, relativePath, stemOf, type NoteFormat } from './note-format.ts';

/** What a name cannot have within double brackets. */
const UNLINKABLE = /[[\]|#^]/;

export const OBSIDIAN: NoteFormat = {
  name: 'obsidian',
  gap: '\n',
  mark: (what) => `%% zapomni:${what} %%`,
  region: markdownRegion,
  link: ({ from, to, isAlone, label }) => {
    if (UNLINKABLE.test(to)) return plainLink(label, from, to);
    // A name alone is a path from the top as well, but from a folder below the neighbour comes first.
    const isAbove = !to.includes('/') && from.includes('/');
    const name = isAlone ? stemOf(to) : (isAbove ? relativePath(from, to) : to).replace(/\.md$/i, '');
    const shown = labelText(label);
    return name.normalize('NFC') === shown.normalize('NFC') ? `[[${name}]]` : `[[${name}|${shown}]]`;
  },
  page: ({ file, page }) => `[[${labelText(file).replaceAll(/[#^]+/g, '')}#page=${page}|p. ${page}]]`,
};
