/** Markdown as every program reads it: comments of HTML, and links by the path from one file to the other. */
import { markdownRegion, plainLink, type NoteFormat } from './note-format.ts';

export const MARKDOWN: NoteFormat = {
  name: 'markdown',
  gap: '\n',
  mark: (what) => `<!-- zapomni:${what} -->`,
  region: markdownRegion,
  link: ({ from, to, label }) => plainLink(label, from, to),
  page: ({ from, to, page }) => (to === null ? `p. ${page}` : plainLink(`p. ${page}`, from, to, `#page=${page}`)),
};
