import type { JsonValue } from '../model/memory.ts';
import type { BibliographicItem } from '../model/papers/index.ts';

/** Bytes with whatever is known of them. The name is a hint at most: what they are is told by the bytes themselves. */
export interface DocumentSource {
  readonly bytes: Uint8Array;
  /** A file name or the last part of a URL. */
  readonly name?: string;
  /** As a web server or a mail said it. */
  readonly mimeType?: string;
}

export interface DocumentLimits {
  /** Of the source; for containers also of everything in it, unpacked. */
  readonly maxBytes: number;
  readonly maxPages: number;
  /** UTF-16 code units of the text. */
  readonly maxCharacters: number;
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
}

/** Begins at `start` and reaches to the next of the same or a higher level (a lower number). Level 1 is the highest. */
export interface DocumentSection {
  readonly title: string;
  readonly level: number;
  readonly start: number;
}

/** A page, slide, sheet or chapter; reaches to the next. `label` is what people call it: `12`, `iv`, `Budget 2026`. */
export interface DocumentPage {
  readonly label: string;
  readonly start: number;
}

/** A stretch that should not be cut where it can be avoided. */
export interface DocumentBlock {
  /**
   * `reference`: a list of what a paper cites, which no search answers with; `entry`: one item of such a list, where that can be seen.
   * `caption`: what is said of a figure or a table.
   */
  readonly kind: 'table' | 'code' | 'figure' | 'quote' | 'message' | 'reference' | 'entry' | 'caption';
  readonly start: number;
  readonly end: number;
  /**
   * Of a table that is part of a sheet: the row and column of its first cell, both from 1. Each line of the block is one row
   * on, but for the rule under the first.
   */
  readonly cells?: { readonly row: number; readonly column: number };
}

/** From `start` on, the text stands on this line of the file, from 1, and each newline of the text is one of the file's. */
export interface DocumentLine {
  readonly start: number;
  readonly line: number;
}

export interface DocumentLink {
  readonly start: number;
  readonly end: number;
  /** A URL, or the name of another note (`[[Name]]`). */
  readonly target: string;
}

/** A line as it is printed. Where nothing is known of places, an empty text stands between paragraphs. */
export interface DocumentHeadLine {
  /** Parts of it that stand far apart are divided by a tab; raised letters are as they look (`Berg¹,ᵃ`). */
  readonly text: string;
  /** Of its letters, in points. */
  readonly size?: number;
  readonly bold?: boolean;
  /** On the page, in points, from its lower left. */
  readonly place?: { readonly left: number; readonly right: number; readonly baseline: number };
  /** It runs in another direction than the text of the page. */
  readonly turned?: boolean;
  /** It stands on other pages too, at the top or the bottom. */
  readonly running?: boolean;
}

/** What somebody has marked in a document or written beside it. */
export interface DocumentAnnotation {
  /** `highlight`, `underline`, `squiggly`, `strikeout`, `note`, `text`. */
  readonly kind: string;
  /** From 1. */
  readonly page: number;
  /** What is marked; empty where only a place is. */
  readonly text: string;
  readonly comment: string;
  readonly author: string | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  /** Left, top, right, bottom of each stretch, in points from the lower left. */
  readonly quads: readonly (readonly number[])[];
}

/** What a format that knows papers says of one, exactly. */
export interface DocumentPaper {
  readonly item: BibliographicItem;
  /** In the order of the list; `n` counts from 1. */
  readonly references: readonly {
    readonly n: number;
    readonly label: string | null;
    readonly raw: string;
    readonly item: BibliographicItem;
  }[];
  /** Where the text cites which of them. */
  readonly citations: readonly {
    readonly start: number;
    readonly end: number;
    readonly references: readonly number[];
  }[];
}

/** What a document says and how it is built. All offsets are UTF-16 code units of `text`. */
export interface ReadDocument {
  /** `pdf`, `docx`, `markdown`, … */
  readonly format: string;
  readonly mimeType: string;
  readonly title: string | null;
  /** Plain text; tables as Markdown tables, code as it stands. Lines of a paragraph are joined where the format only broke them. */
  readonly text: string;
  readonly sections: readonly DocumentSection[];
  /** What a page is called: `page`, `slide`, `sheet`, `chapter`, `message`, `cell`; null where there are none. */
  readonly pageKind: string | null;
  readonly pages: readonly DocumentPage[];
  readonly blocks: readonly DocumentBlock[];
  readonly links: readonly DocumentLink[];
  /** Where the lines of the file are; empty where a file has none. */
  readonly lines: readonly DocumentLine[];
  /** author, created (ISO 8601), language, … what the file says of itself; front matter of a note whole. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** What could not be read and why, for the user: `Page 3 has no text; it may be a scan.` No contents. */
  readonly warnings: readonly string[];
  /** Pages that are pictures of text, by index: OCR could read them. */
  readonly scans: readonly number[];
  /**
   * Of a container (zip, mbox): what it holds, each read or refused on its own. Its own text is then empty. Of a mail: its
   * attachments.
   */
  readonly members: readonly DocumentMember[];
  /** Of a printed document: the lines of its first pages, by page, with the size of their letters. */
  readonly head?: readonly (readonly DocumentHeadLine[])[];
  readonly annotations?: readonly DocumentAnnotation[];
  readonly paper?: DocumentPaper;
}

export type DocumentMember = { readonly name: string } & (
  | { readonly document: ReadDocument }
  | { readonly error: { readonly code: string; readonly message: string } }
);

/**
 * Reads documents of every format it knows. Contract:
 * - The format is told by the bytes; a name that lies does not matter. What no reader knows and is no text is INVALID_INPUT
 *   that says what the bytes look like.
 * - Runs apart from the caller (thread or process), so that a file that hangs, crashes or eats memory costs that file alone:
 *   TIMEOUT, TOO_LARGE or INVALID_INPUT with the reason in words (encrypted, damaged at …, a zip bomb, empty, a scan).
 * - Never reads anything but the bytes given: no entities, no external references, no network, no scripts run.
 * - The same bytes give the same document.
 */
export interface DocumentReader {
  read(
    source: DocumentSource,
    options?: { readonly limits?: Partial<DocumentLimits>; readonly signal?: AbortSignal },
  ): Promise<ReadDocument>;
  close(): Promise<void>;
}
