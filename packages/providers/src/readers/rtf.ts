/** RTF: paragraphs, headings by their style or outline level, tables, links and notes. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from './office/flow.ts';
import { TextBuilder } from './text-builder.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { RtfText } from './rtf/rtf-text.ts';
import { scanRtf } from './rtf/scan-rtf.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const builder = new TextBuilder(context);
  const text = new RtfText(new Flow(builder));
  const isWhole = scanRtf(bytes, text);
  text.end();
  if (builder.isEmpty && !isWhole) throw unreadable('The RTF text is damaged, or cut short.');
  if (!isWhole) builder.warn('The file is cut short: its end is missing.');
  for (const note of text.notes) builder.paragraph(note);
  return builder.document({ title: text.title, metadata: text.metadata });
}
