/** Presentations: a slide is a page, its title a section; what the speaker noted follows what the slide says. */
import type { ReadDocument } from '@zapomni/core/ports';
import { Flow } from './office/flow.ts';
import { coreFacts, OfficePackage } from './office/package.ts';
import { SlideText } from './office/slide-text.ts';
import { TextBuilder } from './text-builder.ts';
import type { ReadContext } from './reading.ts';
import { elementsOf } from './xml/xml-tree.ts';

const MAIN = 'ppt/presentation.xml';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const file = new OfficePackage(bytes, context);
  const builder = new TextBuilder(context);
  const titles: string[] = [];
  slidesOf(file).forEach((slide, n) => {
    builder.page(String(n + 1));
    const relationships = file.relationships(slide);
    const flow = new Flow(builder);
    file.scanMain(slide, new SlideText({ flow, relationships, onTitle: (text) => void titles.push(text) }));
    const notes = [...relationships.values()].find(({ type }) => type === 'notesSlide');
    if (notes) file.scan(notes.target, new SlideText({ flow, relationships: new Map(), isNotes: true }));
  });
  const { title, metadata } = coreFacts(file.tree('docProps/core.xml'));
  return builder.document({ title: title ?? titles[0] ?? null, pageKind: 'slide', metadata });
}

/** In the order in which they are shown. */
function slidesOf(file: OfficePackage): string[] {
  const relationships = file.relationships(MAIN);
  return elementsOf(file.tree(MAIN), 'sldId').flatMap(({ attributes }) => {
    // It has two ids, one of them with a prefix; only that of the relationship leads anywhere.
    const target = relationships.get(attributes.get('r:id') ?? attributes.get('id') ?? '')?.target;
    return target && file.has(target) ? [target] : [];
  });
}
