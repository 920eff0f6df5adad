/** The flow of an office text: paragraphs with links, lists and tables, in whatever order their tags open and close. */
import type { TextBuilder } from '../text-builder.ts';

export interface ParagraphStyle {
  /** Of a heading; 1 is the highest. */
  readonly level?: number;
  /** Of an item of a list: `-` or `1.`, and how deep it is, from 0. */
  readonly bullet?: string;
  readonly depth?: number;
}

interface Piece {
  readonly text: string;
  readonly target: string | undefined;
}

interface Table {
  readonly rows: string[][];
  /** How many tables stand around it. */
  readonly cellTexts: string[];
}

/** Nobody lays out a table as wide as that; a number of columns that is repeated may claim it. */
const MOST_COLUMNS = 1000;

export class Flow {
  readonly #builder: TextBuilder;
  readonly #tables: Table[] = [];
  #pieces: Piece[] = [];
  #target: string | undefined;
  #inList = false;

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  text(text: string): void {
    if (text !== '') this.#pieces.push({ text, target: this.#target });
  }

  openLink(target: string | undefined): void {
    this.#target = target;
  }

  closeLink(): void {
    this.#target = undefined;
  }

  /** What has been said so far, and begins anew. For what stands apart from the flow: a note, a comment. */
  takeText(): string {
    const text = this.#pieces.map((piece) => piece.text).join('');
    this.#pieces = [];
    return text.replace(/\s+/gu, ' ').trim();
  }

  endParagraph({ level, bullet, depth = 0 }: ParagraphStyle = {}): void {
    const table = this.#tables.at(-1);
    if (table) {
      const text = this.takeText();
      if (text !== '') table.cellTexts.push(text);
      return;
    }
    const pieces = trimmed(this.#pieces);
    this.#pieces = [];
    if (pieces.length === 0) return;
    if (level !== undefined)
      this.#builder.section(
        pieces
          .map(({ text }) => text)
          .join('')
          .replace(/\s+/gu, ' '),
        level,
      );
    else this.#addParagraph(pieces, bullet, depth);
    this.#inList = bullet !== undefined && level === undefined;
  }

  openTable(): void {
    this.#tables.push({ rows: [], cellTexts: [] });
  }

  openRow(): void {
    this.#tables.at(-1)?.rows.push([]);
  }

  closeCell(columns = 1): void {
    const table = this.#tables.at(-1);
    const row = table?.rows.at(-1);
    if (!table || !row) return;
    row.push(table.cellTexts.splice(0).join(' '));
    for (let n = 1; n < columns && row.length < MOST_COLUMNS; n++) row.push('');
  }

  /** A table in a cell of another becomes words of that cell. */
  closeTable(): void {
    const table = this.#tables.pop();
    if (!table) return;
    const rows = table.rows.map(withoutTail).filter((row) => row.length > 0);
    const around = this.#tables.at(-1);
    if (around) around.cellTexts.push(...rows.map((row) => row.join(' ')));
    else this.#builder.table(rows);
    this.#inList = false;
  }

  #addParagraph(pieces: readonly Piece[], bullet: string | undefined, depth: number): void {
    if (bullet !== undefined && this.#inList) this.#builder.line();
    else this.#builder.paragraph();
    if (bullet !== undefined) this.#builder.add(`${'  '.repeat(Math.min(depth, 10))}${bullet} `);
    for (const { text, target } of pieces) {
      if (target) this.#builder.link(target, () => this.#builder.add(text));
      else this.#builder.add(text);
    }
  }
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex(({ text }) => text.trim() !== '');
  if (first < 0) return [];
  const last = pieces.findLastIndex(({ text }) => text.trim() !== '');
  return pieces.slice(first, last + 1).map(({ text, target }, n, all) => {
    const start = n === 0 ? text.trimStart() : text;
    return { text: n === all.length - 1 ? start.trimEnd() : start, target };
  });
}

function withoutTail(row: readonly string[]): string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}
