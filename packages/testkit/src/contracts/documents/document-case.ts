/** A document that a test has made, with what a reader must find in it and where. */
import type { DocumentBlock, DocumentSource, ReadDocument } from '@zapomni/core/ports';

export interface DocumentCase {
  readonly format: string;
  /** What is special about it. */
  readonly about: string;
  readonly source: DocumentSource;
  readonly title?: string | null;
  readonly sentences: readonly KnownSentence[];
  /** Must not be in the text. */
  readonly absent?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Stretches that must be marked, whole. */
  readonly blocks?: readonly { readonly kind: DocumentBlock['kind']; readonly text: string }[];
  readonly links?: readonly { readonly text: string; readonly target: string }[];
  readonly members?: readonly string[];
  readonly warnings?: readonly RegExp[];
  readonly scans?: readonly number[];
  /** Only a name tells it from other texts. */
  readonly byNameOnly?: boolean;
}

/** A stretch of text, and as much of where it stands as the format tells. */
export interface KnownSentence {
  readonly text: string;
  readonly page?: string;
  /** Titles of the sections it is in, the highest first. */
  readonly path?: readonly string[];
  readonly line?: number;
  /** `B3`. */
  readonly cell?: string;
}

/** Where an offset of a document is, in the words of a citation. */
export function whereabouts(
  document: ReadDocument,
  at: number,
): Required<Omit<KnownSentence, 'text' | 'cell'>> & { cell: string | undefined } {
  const page = document.pages.findLast(({ start }) => start <= at)?.label ?? '';
  const path: string[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const { title, level, start } of document.sections.toReversed()) {
    if (start > at || level >= above) continue;
    path.unshift(title);
    above = level;
  }
  return { page, path, line: lineAt(document, at), cell: cellAt(document, at) };
}

function lineAt({ text, lines }: ReadDocument, at: number): number {
  const mark = lines.findLast(({ start }) => start <= at);
  return mark ? mark.line + newlines(text.slice(mark.start, at)) : 0;
}

function cellAt({ text, blocks }: ReadDocument, at: number): string | undefined {
  const table = blocks.find(({ start, end, cells }) => cells && start <= at && at < end);
  if (!table?.cells) return undefined;
  const before = text.slice(table.start, at);
  const row = newlines(before);
  const column = (before.slice(before.lastIndexOf('\n') + 1).match(/(?<!\\)\|/gu) ?? []).length;
  return `${letters(table.cells.column + column - 1)}${table.cells.row + row - (row > 0 ? 1 : 0)}`;
}

const newlines = (text: string) => text.split('\n').length - 1;

function letters(column: number): string {
  return column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);
}
