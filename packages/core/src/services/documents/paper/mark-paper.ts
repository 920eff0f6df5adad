/** What in the text of a PDF is not what it says: the list of what it cites, and the captions of figures and tables. */
import type { DocumentBlock } from '../../../ports/index.ts';
import { entriesIn, findReferenceLists } from '../../research/citations/index.ts';
import type { FlatDocument } from '../flatten.ts';

/** Formats whose readers see letters on a page; those of others say themselves what is what. */
const PRINTED = new Set(['pdf']);
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|scheme|plate|box|algorithm|listing|abbildung|abb\.|tableau|tabelle|figura|tabla)\s?(?:S?\d{1,3}|[IVX]{1,5})[a-z]?\s?[.:|\u2013\u2014-]?\s+[^\n]{3,1500}$/gimu;
const MOST_CAPTIONS = 500;

export function markPaper(flat: FlatDocument): FlatDocument {
  if (!PRINTED.has(flat.format)) return flat;
  const entries = entriesIn(flat.structure.blocks);
  const lists = findReferenceLists(flat.text, entries);
  const marked: DocumentBlock[] = lists.map(({ heading, end }) => ({ kind: 'reference', start: heading, end }));
  for (const { index, 0: text } of flat.text.matchAll(CAPTION)) {
    if (marked.length > MOST_CAPTIONS) break;
    const caption = { kind: 'caption' as const, start: index, end: index + text.length };
    if (isParagraph(flat.text, index) && !overlaps(caption, marked)) marked.push(caption);
  }
  if (marked.length === 0) return flat;
  const kept = flat.structure.blocks.filter((block) => (block.kind === 'entry') === overlaps(block, marked));
  const blocks = [...kept, ...marked].toSorted((one, other) => one.start - other.start || other.end - one.end);
  return { ...flat, structure: { ...flat.structure, blocks } };
}

/** A line that begins with `Table 3` in the middle of a paragraph is a sentence. */
function isParagraph(text: string, at: number): boolean {
  return at === 0 || text.slice(0, at).endsWith('\n\n');
}

function overlaps(one: DocumentBlock, others: readonly DocumentBlock[]): boolean {
  return others.some(({ start, end }) => one.start < end && start < one.end);
}
