/** What an engine tells of a PDF file. Everything else (paragraphs, headings, tables) is worked out from this, whichever it was. */
import type { DocumentAnnotation } from '@zapomni/core/ports';

/** Pages that may say what paper it is: a publisher or an archive may put covers before the first, and a report has its abstract behind its title page. */
export const HEAD_PAGES = 5;

export interface PdfCell {
  readonly text: string;
  readonly left: number;
}

/** One line as it stands on the page; points, with the origin at the lower left. */
export interface PdfLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  /** Its last word goes on in the next line; the hyphen itself is not in the text. */
  readonly hyphenated: boolean;
  /** Its parts, if gaps as wide as those of a table stand between them. */
  readonly cells: readonly PdfCell[];
  /** It runs in another direction than the text of the page does. */
  readonly turned?: boolean;
  /** Of a first page, where it has raised letters: its words and parts with those as they look (`Berg¹,ᵃ`). */
  readonly printed?: Pick<PdfLine, 'text' | 'cells'>;
}

export interface PdfLink {
  readonly text: string;
  readonly target: string;
}

export interface PdfPage {
  readonly label: string;
  /** In the order of the content stream, which is the order of reading in nearly every file. */
  readonly lines: readonly PdfLine[];
  readonly hasPicture: boolean;
  readonly links: readonly PdfLink[];
  readonly annotations?: readonly DocumentAnnotation[];
  /** Of a picture of text: what OCR read in it, with an empty line between paragraphs. */
  readonly recognised?: string;
}

export interface PdfOutlineItem {
  readonly title: string;
  /** 1 is the highest. */
  readonly level: number;
  readonly page: number;
  /** Where on the page it leads to, if the file says so. */
  readonly y: number | null;
}

export interface PdfFile {
  readonly pages: readonly PdfPage[];
  readonly outline: readonly PdfOutlineItem[];
  /** The information dictionary: `Title`, `Author`, `CreationDate`; and `Language`. */
  readonly information: Readonly<Record<string, string>>;
}

/** Limits that an engine keeps to while it reads. */
export interface PdfLimits {
  readonly maxPages: number;
  readonly maxMemoryMb: number;
}

/** Thrown by an engine for a file that is locked: no other engine can open it either. */
export class LockedPdf extends Error {}

/** Thrown by an engine that cannot open the file; another one may. */
export class DamagedPdf extends Error {}

/** Thrown by an engine that is out of the memory it may have. */
export class PdfMemoryExceeded extends Error {}
