/**
 * A text lies in the graph once: each passage holds its stretch, and the memory what no passage covers. So a passage is
 * read without the rest of a book, and a book is put together from its passages.
 */
import type { PassageSpan } from '@zapomni/core/model';

export interface TextPiece extends PassageSpan {
  readonly text: string;
}

/** What no span covers, in order. */
export function restOf(text: string, spans: readonly PassageSpan[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of inOrder(spans)) {
    if (start > at) parts.push(text.slice(at, start));
    at = Math.max(at, end);
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** The text again. `length` is its own. */
export function joinText(pieces: readonly TextPiece[], rest: string, length: number): string {
  const parts: string[] = [];
  let at = 0;
  let used = 0;
  const fill = (to: number): void => {
    parts.push(rest.slice(used, used + to - at));
    used += to - at;
    at = to;
  };
  for (const { start, end, text } of inOrder(pieces)) {
    if (start > at) fill(start);
    if (end <= at) continue;
    parts.push(text.slice(at - start));
    at = end;
  }
  if (length > at) fill(length);
  return parts.join('');
}

function inOrder<Span extends PassageSpan>(spans: readonly Span[]): Span[] {
  return spans.toSorted((a, b) => a.start - b.start);
}
