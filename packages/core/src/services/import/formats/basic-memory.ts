import type { ImportFormat } from '../import-format.ts';
import { isMarkdown, readNote } from '../shapes/note.ts';
import { kindOf, type Fields } from '../shapes/values.ts';
import { inlineTagsOf } from '../shapes/wiki-text.ts';

/** `- [category] what is so #tag (context)`; a box to tick and a link to a page are none. */
const OBSERVATION = /^\s*[-*]\s+\[([^[\]()\n]{2,}|[^[\]()\sxX-])\](?!\()\s+(\S.*)$/gm;
/** `- relation_type [[Target]] (context)`; types of several words stand in quotation marks. */
const RELATION = /^\s*[-*]\s+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s[\]"']+))\s+\[\[([^[\]\n]+)\]\]/gm;

export const basicMemory: ImportFormat = {
  name: 'basic-memory',
  needs: 'the folder of a project (its Markdown files)',
  comes:
    'Each note as one memory, under its title; observations in the text and as `metadata.observations`, relations in the text and as `metadata.relations`; tags, permalink, type and other front matter.',
  lost: 'Its database, which is made from the files. Relations are metadata, not yet relations of the graph.',
  cutOf: (relative) => (isMarkdown(relative) ? 'note' : null),
  open: (file) => readNote(file, { format: 'basic-memory', namedByFile: true, more: readParts }),
};

function readParts(body: string, fields: Fields): { tags: string[]; metadata: Fields; kind: string } {
  const observations = [...body.matchAll(OBSERVATION)].map(([, category = '', text = '']) => ({
    category: category.trim(),
    text: text.trim(),
  }));
  const relations = [...body.matchAll(RELATION)].map(([, double, single, word, target = '']) => ({
    type: double ?? single ?? word ?? '',
    target: target.split('|')[0]?.trim() ?? '',
  }));
  return { tags: inlineTagsOf(body), metadata: { observations, relations }, kind: kindOf(fields.type) };
}
