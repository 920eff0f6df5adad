/** Notes in Markdown: what they say without its marks, with front matter, headings, links to other notes, tables and code. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import type { ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { metadata, body, bodyLine, problem } = splitFrontMatter(decodeText(bytes).text);
  const builder = new TextBuilder(context);
  const heading = renderMarkdown(builder, body, bodyLine);
  if (problem) builder.warn(problem);
  const { title } = metadata;
  return builder.document({ title: typeof title === 'string' ? title : heading, metadata });
}
