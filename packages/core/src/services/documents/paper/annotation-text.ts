/** What somebody has marked in a file, as a text of its own: a paragraph for each mark, which is also its passage. */
import type { PassageSpan } from '../../../model/index.ts';
import type { DocumentAnnotation, DocumentPage } from '../../../ports/index.ts';

/** By this the memory with such a text is told from that of the file itself. */
export const ANNOTATIONS_FORMAT = 'annotations';

/** `p. 12: what is marked — what is written beside it (Ann)`. */
export function annotationText(annotations: readonly DocumentAnnotation[], pages: readonly DocumentPage[]): string {
  return annotations
    .map(({ page, text, comment, author }) => {
      const said = [text, comment].map(oneLine).filter((part) => part !== '');
      const who = author === null || oneLine(author) === '' ? '' : ` (${oneLine(author)})`;
      return `p. ${pages[page - 1]?.label || page}: ${said.join(' — ')}${who}`;
    })
    .join('\n\n')
    .toWellFormed();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function annotationSpans(text: string): PassageSpan[] {
  return [...text.matchAll(/\S.*/g)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.trimEnd().length,
  }));
}

/** The page that a passage of such a text is of. */
export function annotatedPage(passage: string): string | null {
  return /^p\. (.{1,40}?): /.exec(passage)?.[1] ?? null;
}
