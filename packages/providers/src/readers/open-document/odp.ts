/** OpenDocument presentations: a slide is a page, its title a section; what the speaker noted follows what the slide says. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from '../office/flow.ts';
import { openDocument } from './open-document.ts';
import { OpenSlides } from './open-slides.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ReadContext } from '../reading.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { file, title, metadata } = openDocument(bytes, context);
  const builder = new TextBuilder(context);
  const titles: string[] = [];
  const comments: string[] = [];
  let slides = 0;
  file.scanMain(
    'content.xml',
    new OpenSlides({
      flow: new Flow(builder),
      onSlide: () => void builder.page(String(++slides)),
      onTitle: (text) => void titles.push(text),
      onComment: (text) => void comments.push(text),
    }),
  );
  return builder.document({
    title: title ?? titles[0] ?? null,
    pageKind: 'slide',
    metadata: { ...metadata, ...(comments.length > 0 ? { comments } : {}) },
  });
}
