/** Goes through the sheets of an OpenDocument spreadsheet: what its cells show, repeated ones as often as they say. */
import type { XmlAttributes, XmlHandler } from '../xml/scan-xml.ts';
import type { SheetRow } from '../office/sheet-rows.ts';
import { wholeNumber } from '../office/whole-number.ts';

const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Cells with the same words beside each other; more than that is meant for the machine. */
const MOST_ALIKE = 100;

/** Comments, and drawings that lie over cells. */
const SKIPPED = new Set(['annotation', 'frame', 'tracked-changes']);
const CELLS = new Set(['table-cell', 'covered-table-cell']);
const BLANKS = new Set(['s', 'tab', 'line-break']);

export interface OpenSheet {
  readonly name: string;
  readonly rows: SheetRow[];
  isCut: boolean;
}

export class OpenSheets implements XmlHandler {
  readonly sheets: OpenSheet[] = [];
  readonly #limit: number;
  #row = 0;
  #cells: string[] = [];
  #column = 0;
  #rows = 1;
  #columns = 1;
  #text = '';
  #paragraphs = 0;
  #skipping = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) this.#skipping++;
    else if (name === 'table') this.#openSheet(attributes.get('name') ?? '');
    else if (name === 'table-row') this.#openRow(attributes);
    else if (CELLS.has(name)) this.#openCell(attributes);
    else if (name === 'p') this.#text += this.#paragraphs++ > 0 ? ' ' : '';
    else if (BLANKS.has(name)) this.#text += ' ';
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping--;
    else if (CELLS.has(name)) this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  text(text: string): void {
    if (this.#skipping === 0 && this.#paragraphs > 0) this.#text += text;
  }

  #openSheet(name: string): void {
    this.sheets.push({ name, rows: [], isCut: false });
    this.#row = 0;
  }

  #openRow(attributes: XmlAttributes): void {
    this.#rows = wholeNumber(attributes.get('number-rows-repeated'), [1, MOST_ROWS]) ?? 1;
    this.#cells = [];
    this.#column = 0;
  }

  #openCell(attributes: XmlAttributes): void {
    this.#columns = wholeNumber(attributes.get('number-columns-repeated'), [1, MOST_COLUMNS]) ?? 1;
    this.#text = '';
    this.#paragraphs = 0;
  }

  #closeCell(): void {
    const text = this.#text.replace(/\s+/gu, ' ').trim();
    this.#paragraphs = 0;
    if (text !== '') {
      for (let n = 0; n < Math.min(this.#columns, MOST_ALIKE) && this.#column + n < MOST_COLUMNS; n++) {
        while (this.#cells.length < this.#column + n) this.#cells.push('');
        this.#cells.push(text);
      }
    }
    this.#column += this.#columns;
  }

  #closeRow(): void {
    const sheet = this.sheets.at(-1);
    const first = this.#row + 1;
    this.#row += this.#rows;
    if (!sheet || this.#cells.length === 0) return;
    for (let n = 0; n < Math.min(this.#rows, MOST_ALIKE); n++) {
      if (sheet.rows.length >= this.#limit) sheet.isCut = true;
      else sheet.rows.push({ row: first + n, cells: this.#cells });
    }
  }
}
