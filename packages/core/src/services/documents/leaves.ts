/** A document as one turns its leaves: its pages where it has some, else stretches that end where a section or a line does. */
import { ZapomniError } from '../../errors/index.ts';
import type { Deps } from '../deps.ts';
import type { KeptDocument } from './document-record.ts';
import { findDocument, withText, type OpenDocument } from './find-document.ts';
import { cite, locate } from './locate.ts';

export interface LeafRequest {
  readonly workspace: string;
  /** Id, name, path or URL. */
  readonly document: string;
  /** The leaf with this place of the text; the first by default, the last where the text is shorter. */
  readonly at?: number | undefined;
  /** In its place: what the page is called. */
  readonly page?: string | undefined;
}

export interface Leaf {
  readonly document: KeptDocument;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What the page is called; null where there are none. */
  readonly page: string | null;
  readonly citation: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
  /** Where the leaves beside it begin. */
  readonly before: number | null;
  readonly after: number | null;
}

/** A leaf of what has no pages is about as long as one of paper. */
const USUAL = 4000;
const SHORTEST = 1500;
/** A page may be a whole sheet of a workbook. */
const LONGEST = 20_000;

export async function readLeaf(deps: Deps, { workspace, document, at = 0, page }: LeafRequest): Promise<Leaf> {
  const open = await withText(deps, workspace, await findDocument(deps, workspace, document));
  return leafAt(open, page === undefined ? at : startOf(open, page));
}

function startOf({ structure }: OpenDocument, page: string): number {
  const found = structure.pages.find(({ label }) => label.trim().toLowerCase() === page.trim().toLowerCase());
  if (found) return found.start;
  throw new ZapomniError('NOT_FOUND', 'page: the document has no page of this name.', {
    issues: [{ field: 'page', error: 'not found' }],
  });
}

function leafAt(open: OpenDocument, at: number): Leaf {
  const { document, structure, text } = open;
  const starts = leavesOf(open);
  const next = starts.findIndex((start) => start > at);
  const index = (next < 0 ? starts.length : next) - 1;
  const start = starts[index] ?? 0;
  const after = starts[index + 1] ?? null;
  const place = locate(structure, start, text);
  return {
    document,
    text: text.slice(start, after ?? text.length),
    start,
    end: after ?? text.length,
    page: place.page?.label ?? null,
    citation: cite(document.value, place),
    number: index + 1,
    total: starts.length,
    before: starts[index - 1] ?? null,
    after,
  };
}

/** Where each begins, the first at 0. */
export function leavesOf({ structure, text }: Pick<OpenDocument, 'structure' | 'text'>): number[] {
  const { pages, sections } = structure;
  const isPaged = pages.length > 0;
  const marks = (isPaged ? pages : sections).map(({ start }) => start).filter((start) => start > 0);
  const ends = isPaged ? [...marks, text.length] : [text.length];
  const starts = [0];
  for (const end of ends) {
    for (let last = starts.at(-1) ?? 0; ;) {
      const most = isPaged ? LONGEST : USUAL;
      if (end - last <= most + (isPaged ? 0 : SHORTEST)) break;
      last = cutBefore(text, { from: last + SHORTEST, to: last + most, marks });
      starts.push(last);
    }
    if (end < text.length && end > (starts.at(-1) ?? 0)) starts.push(end);
  }
  return starts;
}

interface Room {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly number[];
}

/** At a section, an empty line, a line or a word; never inside a character. */
function cutBefore(text: string, { from, to, marks }: Room): number {
  const mark = marks.findLast((start) => start >= from && start <= to);
  if (mark !== undefined) return mark;
  for (const sign of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(sign, to - sign.length);
    if (at >= from) return at + sign.length;
  }
  const code = text.charCodeAt(to);
  return code >= 0xdc00 && code <= 0xdfff ? to - 1 : to;
}
