import { snippetOf } from '../search/results/snippet.ts';

/** Long enough for a fact with its reason, short enough that a dozen make a page. */
const LINE = 300;

/** The part of a text that has to do with the question, or its beginning, on one line; marked where something is missing. */
export function oneLine(text: string, query = ''): string {
  const { start, end } = snippetOf(text, query, LINE);
  const line = text.slice(start, end).replaceAll(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${line}${end < text.trimEnd().length ? '…' : ''}`;
}
