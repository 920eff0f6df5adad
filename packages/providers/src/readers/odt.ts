/** OpenDocument texts: headings, lists, tables, links and notes; comments are among the metadata. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from './office/flow.ts';
import { OpenText } from './office/open-text.ts';
import { coreFacts, OfficePackage } from './office/package.ts';
import { TextBuilder } from './text-builder.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { elementsOf } from './xml/xml-tree.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const file = new OfficePackage(bytes, context);
  if (elementsOf(file.tree('META-INF/manifest.xml'), 'encryption-data').length > 0) {
    throw unreadable('The document is encrypted: it opens with a password only.');
  }
  const builder = new TextBuilder(context);
  const { title: said, metadata } = coreFacts(file.tree('meta.xml'));
  let title = said;
  const notes: string[] = [];
  const comments: string[] = [];
  file.scanMain(
    'content.xml',
    new OpenText({
      flow: new Flow(builder),
      onTitle: (text) => (title ??= text || null),
      onNote: (name, text) => void notes.push(`[^${name}]: ${text}`),
      onComment: (text) => void comments.push(text),
    }),
  );
  for (const note of notes) builder.paragraph(note);
  return builder.document({ title, metadata: { ...metadata, ...(comments.length > 0 ? { comments } : {}) } });
}
