/** OpenDocument texts: headings, lists, tables, links and notes; comments are among the metadata. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from '../office/flow.ts';
import { openDocument } from './open-document.ts';
import { OpenText } from './open-text.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ReadContext } from '../reading.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { file, title: said, metadata } = openDocument(bytes, context);
  const builder = new TextBuilder(context);
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
