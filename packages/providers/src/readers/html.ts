/** Web pages: what they are about, without what stands around it. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { parseHtml } from './html/dom.ts';
import { declaredCharset, pageMetadata } from './html/metadata.ts';
import { mainContent } from './html/main-content.ts';
import { paperOn } from './html/page-paper.ts';
import { renderHtml } from './html/render-html.ts';
import { TextBuilder } from './text-builder.ts';
import type { ReadContext } from './reading.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { text } = decodeText(bytes, declaredCharset(bytes));
  const page = parseHtml(text);
  const { title, metadata } = pageMetadata(page);
  const paper = paperOn(page);
  const builder = new TextBuilder(context);
  const main = mainContent(page, text);
  const citations = renderHtml(builder, main.root, paper?.anchors);
  const document = builder.document({ title: paper?.item.title ?? title ?? main.title, metadata });
  return paper ? { ...document, paper: { item: paper.item, references: paper.references, citations } } : document;
}
