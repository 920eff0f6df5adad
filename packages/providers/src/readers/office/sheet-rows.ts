/** Goes through a sheet and gives its rows, each as long as its last cell that says something. */
import type { XmlAttributes, XmlHandler } from '../xml/scan-xml.ts';
import type { CellFormats } from './cell-format.ts';
import { wholeNumber } from './whole-number.ts';

export interface SheetRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** More than any program has; a cell that claims to be further out is not believed. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;

export class SheetRows implements XmlHandler {
  readonly rows: SheetRow[] = [];
  /** There are more rows than were asked for. */
  isCut = false;
  readonly #limit: number;
  readonly #strings: readonly string[];
  readonly #formats: CellFormats;
  #row = 0;
  #cells: string[] = [];
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #inValue = false;

  constructor(limit: number, strings: readonly string[], formats: CellFormats) {
    this.#limit = limit;
    this.#strings = strings;
    this.#formats = formats;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') {
      this.#row = wholeNumber(attributes.get('r'), [1, MOST_ROWS]) ?? this.#row + 1;
      this.#cells = [];
      this.#column = 0;
    } else if (name === 'c') {
      this.#column = columnOf(attributes.get('r')) ?? this.#column + 1;
      this.#type = attributes.get('t') ?? 'n';
      this.#style = Number(attributes.get('s')) || 0;
      this.#value = '';
    } else if (name === 'v' || name === 't') this.#inValue = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
  }

  #endCell(): void {
    const shown = this.#show();
    if (shown === '' || this.#column > MOST_COLUMNS || this.isCut) return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column - 1] = shown;
  }

  #endRow(): void {
    if (this.#cells.length === 0) return;
    if (this.rows.length >= this.#limit) this.isCut = true;
    else this.rows.push({ row: this.#row, cells: this.#cells });
  }

  #show(): string {
    const value = this.#value;
    if (this.#type === 's') return this.#strings[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return this.#type === 'n' ? this.#formats.show(value, this.#style) : value;
  }
}

/** `AB12` is column 28. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
