/**
 * Logseq keeps pages as outlines, and writes every line that it is shown back as one with a dash: notes are outlines from the start. A page
 * is known by the name of its file, wherever that lies.
 */
import { labelText, plainLink, stemOf, type NoteFormat, type Part } from './note-format.ts';

export const LOGSEQ: NoteFormat = {
  name: 'logseq',
  gap: '',
  mark: (what) => `- <!-- zapomni:${what} -->`,
  region: (heading, parts) => [`- ## ${heading}`, ...parts.flatMap(blocks)].join('\n'),
  link: ({ to, label }) => {
    const [page, shown] = [stemOf(to), labelText(label)];
    if (/[[\]]/.test(page)) return shown;
    return page === shown ? `[[${page}]]` : `[${shown}]([[${page}]])`;
  },
  page: ({ from, to, page }) => (to === null ? `p. ${page}` : plainLink(`p. ${page}`, from, to, `#page=${page}`)),
};

/** Below the heading; each paragraph for itself. */
function blocks(part: Part): string[] {
  if (part.kind === 'item') return [`\t- ${part.text}`];
  if (part.kind === 'quote') return [`\t- > ${part.text}`, ...(part.comment === null ? [] : [`\t\t- ${part.comment}`])];
  return part.text.split(/\n\s*\n/).map(
    (paragraph) =>
      `\t- ${paragraph
        .trim()
        .split('\n')
        .map((line) => line.trim())
        .join('\n\t  ')}`,
  );
}
