/** Rows of CSV as they come: quotes, doubled quotes, line breaks in cells; commas, semicolons or tabs between them. */
import { MOST_ENTRY, type Source } from '../format.ts';
import { Breath, withoutMark } from '../source.ts';

export interface Row {
  readonly line: number;
  /** Null for a row that was too long, or that the end of the file cut off. */
  readonly cells: readonly string[] | null;
}

export function delimiterOf(head: string): string {
  const first = head.split(/\r\n|\r|\n/, 1)[0] ?? '';
  const outside = first.replaceAll(/"[^"]*"/g, '');
  const count = (sign: string) => outside.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

export async function* csvRows(source: Source): AsyncGenerator<Row> {
  const breath = new Breath();
  let cutter: RowCutter | null = null;
  for await (const piece of source) {
    const text: string = cutter ? piece : withoutMark(piece);
    cutter ??= new RowCutter(delimiterOf(text));
    yield* cutter.take(text);
    await breath.take(text.length);
  }
  if (cutter) yield* cutter.end();
}

class RowCutter {
  readonly #delimiter: string;
  readonly #special: RegExp;
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** A quote in quotes was the last sign: the next tells whether it ends them. */
  #isMaybeEnd = false;
  #line = 1;
  #from = 1;
  #size = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#special = new RegExp(`["\\r\\n${delimiter === '\t' ? '\\t' : delimiter}]`, 'g');
  }

  *take(text: string): Generator<Row> {
    let at = 0;
    while (at < text.length) {
      this.#special.lastIndex = at;
      const next = this.#special.exec(text)?.index ?? text.length;
      if (next > at) this.#plain(text.slice(at, next));
      if (next < text.length) yield* this.#sign(text[next] as string);
      at = next + 1;
    }
  }

  *end(): Generator<Row> {
    if (this.#isQuoted && !this.#isMaybeEnd) yield { line: this.#from, cells: null };
    else if (this.#cells.length > 0 || this.#cell !== '') yield this.#row();
  }

  #plain(text: string): void {
    if (this.#isMaybeEnd) [this.#isQuoted, this.#isMaybeEnd] = [false, false];
    this.#size += text.length;
    if (this.#size <= MOST_ENTRY) this.#cell += text;
  }

  *#sign(sign: string): Generator<Row> {
    if (sign === '\n') this.#line++;
    if (sign === '"' && this.#quote()) return;
    if (this.#isMaybeEnd) [this.#isQuoted, this.#isMaybeEnd] = [false, false];
    if (this.#isQuoted) this.#cell += sign === '\r' ? '' : sign;
    else if (sign === this.#delimiter) {
      this.#cells.push(this.#cell);
      this.#cell = '';
    } else if (sign === '\n') {
      if (this.#cells.length > 0 || this.#cell !== '') yield this.#row();
      this.#from = this.#line;
    } else if (sign === '"') this.#cell += '"';
  }

  /** True where it was no text. */
  #quote(): boolean {
    if (!this.#isQuoted) {
      if (this.#cell !== '') return false;
      this.#isQuoted = true;
      return true;
    }
    if (this.#isMaybeEnd) this.#cell += '"';
    this.#isMaybeEnd = !this.#isMaybeEnd;
    return true;
  }

  #row(): Row {
    const cells = this.#size > MOST_ENTRY ? null : [...this.#cells, this.#cell];
    const row = { line: this.#from, cells };
    [this.#cells, this.#cell, this.#size, this.#from] = [[], '', 0, this.#line];
    this.#isMaybeEnd = false;
    return row;
  }
}
