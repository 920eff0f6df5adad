/** Rows of CSV (RFC 4180), however large the file is. The line of names says what parts cells: a comma, semicolon or tab. */
export interface CsvRow {
  /** Of the file, from 1: where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Why the rest of the file cannot be read. */
export class BrokenCsv extends Error {}

const LONGEST_ROW = 16_000_000;

export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = new Parser();
  for await (const chunk of chunks) yield* parser.read(chunk);
  yield* parser.end();
}

class Parser {
  #separator: string | null = null;
  /** What came before it is known what parts cells. */
  #head = '';
  #cells: string[] = [];
  #cell = '';
  /** In a quoted cell; `after` a quotation mark in it, which is either its end or half of one that is meant. */
  #quoted: 'no' | 'in' | 'after' = 'no';
  #line = 1;
  #rowLine = 1;
  #length = 0;

  *read(chunk: string): Generator<CsvRow> {
    let text = chunk;
    if (this.#separator === null) {
      this.#head += chunk;
      if (!this.#head.includes('\n') && this.#head.length < LONGEST_ROW) return;
      text = this.#head;
      this.#begin();
    }
    yield* this.#rowsIn(text);
  }

  *end(): Generator<CsvRow> {
    if (this.#separator === null) {
      const text = this.#head;
      this.#begin();
      yield* this.#rowsIn(text);
    }
    if (this.#quoted === 'in') throw new BrokenCsv('has a quotation mark that is never closed');
    if (this.#cell !== '' || this.#cells.length > 0) yield this.#row();
  }

  #begin(): void {
    const names = this.#head.slice(0, this.#head.search(/\n|$/));
    const counted = [',', ';', '\t'].map((mark) => ({ mark, times: names.split(mark).length }));
    this.#separator = counted.reduce((best, next) => (next.times > best.times ? next : best)).mark;
    this.#head = '';
  }

  /** From one character that means something to the next; what lies between is taken as it is. */
  *#rowsIn(text: string): Generator<CsvRow> {
    let at = 0;
    while (at < text.length) {
      const next = this.#nextMark(text, at);
      this.#keep(text.slice(at, next));
      if (next < text.length && this.#meet(text[next] ?? '')) yield this.#row();
      at = next + 1;
    }
  }

  #nextMark(text: string, from: number): number {
    const mark = this.#quoted === 'in' ? /"/g : this.#separator === '\t' ? /["\n\t]/g : /["\n,;]/g;
    mark.lastIndex = from;
    return mark.exec(text)?.index ?? text.length;
  }

  #keep(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    if (this.#length > LONGEST_ROW) throw new BrokenCsv('has a row of more than 16 million characters');
    if (this.#quoted === 'in') this.#line += piece.split('\n').length - 1;
    this.#cell += piece;
  }

  /** True when a row ends here. */
  #meet(mark: string): boolean {
    if (mark === '"') this.#meetQuote();
    else if (mark === '\n') {
      this.#line++;
      return true;
    } else if (mark === this.#separator) {
      this.#cells.push(this.#cell);
      this.#cell = '';
      this.#quoted = 'no';
    } else this.#cell += mark;
    return false;
  }

  #meetQuote(): void {
    if (this.#quoted === 'in') this.#quoted = 'after';
    else if (this.#quoted === 'after') {
      this.#cell += '"';
      this.#quoted = 'in';
    } else if (this.#cell === '') this.#quoted = 'in';
    else this.#cell += '"';
  }

  #row(): CsvRow {
    const cells = [...this.#cells, this.#cell.replace(/\r$/, '')];
    const row = { line: this.#rowLine, cells };
    this.#cells = [];
    this.#cell = '';
    this.#quoted = 'no';
    this.#length = 0;
    this.#rowLine = this.#line;
    return row;
  }
}
