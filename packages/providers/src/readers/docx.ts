/** Word documents: headings, lists, tables, links and notes; comments are among the metadata. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from './office/flow.ts';
import { Numbering } from './office/numbering.ts';
import { coreFacts, OfficePackage } from './office/package.ts';
import { WordStyles } from './office/word-styles.ts';
import { WordText, type WordParts } from './office/word-text.ts';
import { TextBuilder } from './text-builder.ts';
import type { ReadContext } from './reading.ts';

const MAIN = 'word/document.xml';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const file = new OfficePackage(bytes, context);
  const builder = new TextBuilder(context);
  const parts: WordParts = {
    flow: new Flow(builder),
    styles: new WordStyles(file.tree('word/styles.xml')),
    numbering: new Numbering(file.tree('word/numbering.xml')),
    relationships: file.relationships(MAIN),
  };
  const facts = coreFacts(file.tree('docProps/core.xml'));
  let { title } = facts;
  file.scanMain(MAIN, new WordText({ ...parts, onTitle: (text) => (title ??= text || null) }));
  for (const notes of ['word/footnotes.xml', 'word/endnotes.xml']) {
    const onNote = (id: string, _: string | undefined, text: string) => void builder.paragraph(`[^${id}]: ${text}`);
    file.scan(notes, new WordText({ ...parts, onNote }));
  }
  const comments = readComments(file, parts);
  return builder.document({ title, metadata: { ...facts.metadata, ...(comments.length > 0 ? { comments } : {}) } });
}

function readComments(file: OfficePackage, parts: WordParts): { author: string | null; text: string }[] {
  const comments: { author: string | null; text: string }[] = [];
  const onNote = (_: string, author: string | undefined, text: string) =>
    void comments.push({ author: author ?? null, text });
  file.scan('word/comments.xml', new WordText({ ...parts, onNote }));
  return comments;
}
