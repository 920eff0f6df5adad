/** LaTeX source as a person would read it printed: sections, paragraphs, lists and tables; formulas stay as they are written. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { argumentOf, joined, plainLatex } from './latex/inline.ts';
import { LatexRenderer } from './latex/render-latex.ts';
import { withoutComments } from './latex/source.ts';
import type { ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const source = withoutComments(decodeText(bytes).text);
  const builder = new TextBuilder(context);
  new LatexRenderer(builder, source).render();
  const said = (command: string) => joined(plainLatex(argumentOf(source, command) ?? ''));
  const [title, author, date] = [said('title'), said('author'), said('date')];
  return builder.document({
    title,
    metadata: { ...(author ? { author } : {}), ...(date ? { date } : {}) },
  });
}
