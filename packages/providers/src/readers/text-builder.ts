/**
 * Collects the text of a document piece by piece and remembers where its parts are, so that formats need no arithmetic. White
 * space between parts is its affair: whoever begins a paragraph says so, and never adds newlines at the end of one.
 */
import type {
  DocumentBlock,
  DocumentLine,
  DocumentLink,
  DocumentMember,
  DocumentPage,
  DocumentSection,
  ReadDocument,
} from '@zapomni/core/ports';
import type { ReadContext } from './reading.ts';

export interface DocumentFacts {
  readonly title?: string | null;
  readonly pageKind?: string | null;
  readonly metadata?: ReadDocument['metadata'];
  readonly members?: readonly DocumentMember[];
}

export class TextBuilder {
  readonly #context: ReadContext;
  #text = '';
  /** How many newlines must stand before the next piece. */
  #owed = 0;
  #trailing = 0;
  /** Of the file, if it is known. */
  #line = 0;
  readonly #sections: DocumentSection[] = [];
  readonly #pages: DocumentPage[] = [];
  readonly #blocks: DocumentBlock[] = [];
  readonly #links: DocumentLink[] = [];
  readonly #lines: DocumentLine[] = [];
  readonly #warnings: string[] = [];
  readonly #scans: number[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Where the next piece will begin, and what marks are put at. */
  get here(): number {
    this.#settle();
    return this.#text.length;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** As it stands, right behind what is there. */
  add(text: string): this {
    if (text === '') return this;
    this.#settle();
    this.#append(text);
    return this;
  }

  /** What follows begins a line of its own. */
  line(): this {
    this.#owed = Math.max(this.#owed, 1);
    return this;
  }

  /** What follows is a paragraph of its own. */
  paragraph(text = ''): this {
    this.#owed = 2;
    return this.add(text);
  }

  /**
   * A heading: stands in the text as a paragraph, and what follows belongs to it. Level 1 is the highest. `text` is how it
   * stands there, and empty if it does not.
   */
  section(title: string, level: number, text = title): this {
    this.paragraph();
    this.#sections.push({ title: title.toWellFormed(), level, start: this.here });
    this.add(text);
    return this.paragraph();
  }

  /** What follows stands on a new page. */
  page(label: string): this {
    this.#context.budget.page();
    this.paragraph();
    this.#pages.push({ label, start: this.here });
    return this;
  }

  /** What follows stands on a new page, and goes on with what stands before it; `joint` is between the two. */
  pageWithin(label: string, joint: string): this {
    this.#context.budget.page();
    this.#owed = 0;
    this.add(joint);
    this.#pages.push({ label, start: this.here });
    return this;
  }

  /** Whatever `fill` adds should stay together. Nothing is marked if it adds nothing. */
  block(kind: DocumentBlock['kind'], fill: () => void, cells?: DocumentBlock['cells']): this {
    this.paragraph();
    const start = this.here;
    fill();
    const end = this.#text.length;
    if (end > start) this.#blocks.push({ kind, start, end, ...(cells ? { cells } : {}) });
    return this.paragraph();
  }

  /** Whatever `fill` adds is still of the last block. */
  more(fill: () => void): this {
    fill();
    const last = this.#blocks.pop();
    if (last) this.#blocks.push({ ...last, end: this.#text.length });
    return this.paragraph();
  }

  /** A Markdown table, one line a row; the first is the head. */
  table(rows: readonly (readonly string[])[], cells?: DocumentBlock['cells']): this {
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (width === 0) return this;
    const fill = () => {
      rows.forEach((row, n) => {
        this.line().add(`| ${Array.from({ length: width }, (_, i) => toCell(row[i] ?? '')).join(' | ')} |`);
        if (n === 0) this.line().add(`|${' --- |'.repeat(width)}`);
      });
    };
    return this.block('table', fill, cells);
  }

  /** Whatever `fill` adds leads to the target. */
  link(target: string, fill: () => void): this {
    const start = this.here;
    fill();
    const end = this.#text.length;
    if (end > start && target !== '') this.#links.push({ start, end, target });
    return this;
  }

  /** What follows stands on this line of the file, and so on, newline by newline. */
  atLine(line: number): this {
    const start = this.here;
    if (line === this.#line) return this;
    this.#line = line;
    // Two marks at one place: the later one is meant.
    if (this.#lines.at(-1)?.start === start) this.#lines.pop();
    this.#lines.push({ start, line });
    return this;
  }

  /** A sentence for the user, without anything of the contents. */
  warn(sentence: string): this {
    if (!this.#warnings.includes(sentence)) this.#warnings.push(sentence);
    return this;
  }

  /** The page under way is a picture of text. */
  scan(): this {
    this.#scans.push(this.#pages.length - 1);
    return this;
  }

  /** Pages that are pictures of text, so far. */
  get scans(): readonly number[] {
    return this.#scans;
  }

  document({ title = null, pageKind = null, metadata = {}, members = [] }: DocumentFacts = {}): ReadDocument {
    const length = this.#text.length;
    return {
      format: this.#context.format,
      mimeType: this.#context.mimeType,
      title: title?.trim() || null,
      text: this.#text,
      sections: this.#sections,
      pageKind: this.#pages.length > 0 ? pageKind : null,
      // A page at the very end may have been promised newlines that never came.
      pages: this.#pages.map(({ label, start }) => ({ label, start: Math.min(start, length) })),
      blocks: this.#blocks.toSorted((a, b) => a.start - b.start || b.end - a.end),
      links: this.#links,
      lines: this.#lines,
      metadata,
      warnings: this.#warnings,
      scans: this.#scans,
      members,
    };
  }

  /** Newlines that are owed are written when something follows them, and never at the beginning. */
  #settle(): void {
    const missing = this.#text === '' ? 0 : this.#owed - this.#trailing;
    this.#owed = 0;
    if (missing > 0) this.#append('\n'.repeat(missing));
  }

  #append(text: string): void {
    this.#context.budget.characters(text.length);
    // Half a character cannot be stored; it becomes one that says so, and takes the same place.
    this.#text += text.toWellFormed();
    if (this.#line > 0) this.#line += countNewlines(text);
    const newlines = trailingNewlines(text);
    this.#trailing = newlines === text.length ? this.#trailing + newlines : newlines;
  }
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function trailingNewlines(text: string): number {
  let count = 0;
  while (count < text.length && text.charCodeAt(text.length - 1 - count) === 10) count++;
  return count;
}

function toCell(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().replaceAll('|', '\\|');
}
