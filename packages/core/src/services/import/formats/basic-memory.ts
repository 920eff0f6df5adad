import { wikiLinksIn } from '../../../model/index.ts';
import type { ImportFormat } from '../import-format.ts';
import { isMarkdown, readNote } from '../shapes/note.ts';
import { kindOf, type Fields } from '../shapes/values.ts';
import { inlineTagsOf } from '../shapes/wiki-text.ts';

/** `- [category] what is so #tag (context)`; a box to tick and a link to a page are none. */
const OBSERVATION = /^\s*[-*]\s+\[([^[\]()\n]{2,}|[^[\]()\sxX-])\](?!\()\s+(\S.*)$/gm;
export const basicMemory: ImportFormat = {
  name: 'basic-memory',
  needs: 'the folder of a project (its Markdown files)',
  comes:
    'Each note as one memory, under its title; observations in the text and as `metadata.observations`, relations in the text, as `metadata.relations` and as relations of the graph with the line as evidence, other links as `LINKS_TO`; tags, permalink, type and other front matter.',
  lost: 'Its database, which is made from the files.',
  cutOf: (relative) => (isMarkdown(relative) ? 'note' : null),
  open: (file) => readNote(file, { format: 'basic-memory', namedByFile: true, isThing: true, more: readParts }),
};

function readParts(body: string, fields: Fields): { tags: string[]; metadata: Fields; kind: string } {
  const observations = [...body.matchAll(OBSERVATION)].map(([, category = '', text = '']) => ({
    category: category.trim(),
    text: text.trim(),
  }));
  const relations = wikiLinksIn(body).flatMap(({ type, target }) => (type === null ? [] : [{ type, target }]));
  return { tags: inlineTagsOf(body), metadata: { observations, relations }, kind: kindOf(fields.type) };
}
