/** The objects of a file by their numbers, found by its table of contents. Whatever is out of order is left to the other engine. */
import { inflateSync } from 'node:zlib';
import { latin, PdfLexer } from './pdf-lexer.ts';
import {
  isDictionary,
  nameOf,
  NotPlain,
  numberOf,
  PdfKeyword,
  PdfReference,
  PdfStream,
  type PdfDictionary,
  type PdfValue,
} from './pdf-value.ts';

type Place = { readonly offset: number } | { readonly inside: number; readonly index: number };

const MOST_TABLES = 100;
/** Unpacked; more than any page takes. */
const MOST_BYTES = 50_000_000;
const KEPT = 200;

export class PdfObjects {
  readonly trailer: PdfDictionary;
  readonly #bytes: Uint8Array;
  readonly #places = new Map<number, Place>();
  readonly #packed = new Map<number, readonly PdfValue[]>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const tail = latin(bytes, Math.max(0, bytes.length - 1024), bytes.length);
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/u.exec(tail)?.[1];
    if (start === undefined) throw new NotPlain('no table of contents');
    this.trailer = this.#readTables(Number(start));
    if (this.trailer.has('Encrypt')) throw new NotPlain('encrypted');
  }

  /** What a value refers to, or itself. */
  get(value: PdfValue | undefined): PdfValue | undefined {
    for (let step = 0; value instanceof PdfReference; step++) {
      if (step > 10) throw new NotPlain('references in a circle');
      value = this.#load(value.number);
    }
    return value;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.get(value);
    return found instanceof PdfStream ? found.dictionary : isDictionary(found) ? found : undefined;
  }

  /** The bytes of a stream, unpacked. */
  unpack({ dictionary, start }: PdfStream): Uint8Array {
    const length = this.get(dictionary.get('Length'));
    if (typeof length !== 'number' || start + length > this.#bytes.length)
      throw new NotPlain('a stream without length');
    const packed = this.#bytes.subarray(start, start + length);
    const filter = this.get(dictionary.get('Filter'));
    const filters = Array.isArray(filter) ? filter.map((one: PdfValue) => nameOf(this.get(one))) : [nameOf(filter)];
    if (filters.length === 0 || filters[0] === '') return packed;
    if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new NotPlain('packed in another way');
    const unpacked = inflateSync(packed, { maxOutputLength: MOST_BYTES });
    const parameters = this.dictionary(firstOf(this.get(dictionary.get('DecodeParms'))));
    return parameters ? unpredict(unpacked, parameters) : unpacked;
  }

  #load(number: number): PdfValue | undefined {
    const place = this.#places.get(number);
    if (!place) return null;
    if ('inside' in place) return this.#inside(place.inside)[place.index];
    return this.#objectAt(place.offset, number);
  }

  #objectAt(offset: number, number: number): PdfValue | undefined {
    const lexer = new PdfLexer(this.#bytes, offset);
    if (lexer.next() !== number || typeof lexer.next() !== 'number' || !isKeyword(lexer.next(), 'obj')) {
      throw new NotPlain('an object that is elsewhere');
    }
    return this.#valueAt(lexer);
  }

  #valueAt(lexer: PdfLexer): PdfValue | undefined {
    const value = lexer.next();
    if (typeof value === 'number') {
      const behind = lexer.at;
      if (typeof lexer.next() === 'number' && isKeyword(lexer.next(), 'R')) return new PdfReference(value);
      lexer.at = behind;
    }
    if (!isDictionary(value)) return value;
    if (!isKeyword(lexer.next(), 'stream')) return value;
    const { bytes } = lexer;
    if (bytes[lexer.at] === 13) lexer.at++;
    if (bytes[lexer.at] === 10) lexer.at++;
    return new PdfStream(value, lexer.at);
  }

  /** A stream that holds other objects; kept, for its neighbours are asked for next. */
  #inside(number: number): readonly PdfValue[] {
    const known = this.#packed.get(number);
    if (known) return known;
    const place = this.#places.get(number);
    const stream = place && 'offset' in place ? this.#objectAt(place.offset, number) : undefined;
    if (!(stream instanceof PdfStream)) throw new NotPlain('no stream of objects');
    const lexer = new PdfLexer(this.unpack(stream));
    const count = numberOf(this.get(stream.dictionary.get('N')), 0);
    const first = numberOf(this.get(stream.dictionary.get('First')), 0);
    const offsets: number[] = [];
    for (let n = 0; n < count; n++) {
      lexer.next();
      offsets.push(first + numberOf(lexer.next(), 0));
    }
    const values = offsets.map((offset) => {
      lexer.at = offset;
      return lexer.next() ?? null;
    });
    if (this.#packed.size > KEPT) this.#packed.clear();
    this.#packed.set(number, values);
    return values;
  }

  /** The newest first; what an older one says of the same object does not count. */
  #readTables(start: number): PdfDictionary {
    let newest: PdfDictionary | undefined;
    let next: number | undefined = start;
    for (let n = 0; next !== undefined; n++) {
      if (n > MOST_TABLES) throw new NotPlain('tables in a circle');
      const lexer = new PdfLexer(this.#bytes, next);
      const trailer: PdfDictionary = isKeyword(lexer.next(), 'xref') ? this.#readTable(lexer) : this.#readStream(next);
      if (trailer.has('XRefStm')) throw new NotPlain('two tables in one');
      newest ??= trailer;
      const before = trailer.get('Prev');
      next = typeof before === 'number' ? before : undefined;
    }
    return newest as PdfDictionary;
  }

  #readTable(lexer: PdfLexer): PdfDictionary {
    for (;;) {
      const first = lexer.next();
      if (isKeyword(first, 'trailer')) break;
      const count = lexer.next();
      if (typeof first !== 'number' || typeof count !== 'number') throw new NotPlain('a table that is none');
      for (let n = 0; n < count; n++) {
        const offset = lexer.next();
        lexer.next();
        if (isKeyword(lexer.next(), 'n')) this.#place(first + n, { offset: numberOf(offset, 0) });
      }
    }
    const trailer = lexer.next();
    if (!isDictionary(trailer)) throw new NotPlain('no trailer');
    return trailer;
  }

  #readStream(at: number): PdfDictionary {
    const lexer = new PdfLexer(this.#bytes, at);
    for (let n = 0; n < 3; n++) lexer.next();
    const stream = this.#valueAt(lexer);
    if (!(stream instanceof PdfStream)) throw new NotPlain('no table of contents');
    const { dictionary } = stream;
    const index = numbersOf(dictionary.get('Index'), [0, numberOf(dictionary.get('Size'), 0)]);
    const rows = new TableRows(this.unpack(stream), numbersOf(dictionary.get('W'), []));
    for (let part = 0; part + 1 < index.length; part += 2) {
      const [first, count] = [index[part] as number, index[part + 1] as number];
      for (let n = 0; n < count && !rows.isDone; n++) this.#placeRow(first + n, rows.next());
    }
    return dictionary;
  }

  #placeRow(number: number, [kind, second, third]: readonly [number, number, number]): void {
    if (kind === 1) this.#place(number, { offset: second });
    else if (kind === 2) this.#place(number, { inside: second, index: third });
  }

  #place(number: number, place: Place): void {
    if (!this.#places.has(number)) this.#places.set(number, place);
  }
}

const isKeyword = (value: PdfValue | undefined, word: string) => value instanceof PdfKeyword && value.word === word;
const firstOf = (value: PdfValue | undefined) => (Array.isArray(value) ? (value[0] as PdfValue | undefined) : value);

const numbersOf = (value: PdfValue | undefined, otherwise: readonly number[]) =>
  Array.isArray(value) ? value.map((one: PdfValue) => numberOf(one, 0)) : otherwise;

/** Rows of three numbers of so many bytes each; without a first one they are of the first kind. */
class TableRows {
  readonly #bytes: Uint8Array;
  readonly #widths: readonly number[];
  #at = 0;

  constructor(bytes: Uint8Array, widths: readonly number[]) {
    this.#bytes = bytes;
    this.#widths = widths;
    if (widths.length < 3 || widths.reduce((sum, width) => sum + width, 0) < 1) throw new NotPlain('rows of nothing');
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): readonly [kind: number, second: number, third: number] {
    const [kind = 0, second = 0, third = 0] = this.#widths;
    return [kind === 0 ? 1 : this.#take(kind), this.#take(second), this.#take(third)];
  }

  #take(width: number): number {
    let value = 0;
    for (let n = 0; n < width; n++) value = value * 256 + (this.#bytes[this.#at++] ?? 0);
    return value;
  }
}

/** Rows that say only how they differ from the one above or the byte before, as in PNG pictures. */
function unpredict(bytes: Uint8Array, parameters: PdfDictionary): Uint8Array {
  const kind = numberOf(parameters.get('Predictor'), 1);
  if (kind === 1) return bytes;
  const columns = numberOf(parameters.get('Columns'), 1);
  const isOther = parameters.has('Colors') || parameters.has('BitsPerComponent');
  if (kind < 10 || isOther || columns < 1) throw new NotPlain('a predictor');
  const rows = Math.floor(bytes.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1);
    out.set(bytes.subarray(from + 1, from + 1 + columns), row * columns);
    addBack(out, row * columns, columns, bytes[from] ?? 0);
  }
  return out;
}

/** By the first byte of a row: nothing is added, the byte before, or the one above. */
function addBack(out: Uint8Array, start: number, columns: number, filter: number): void {
  if (filter > 2) throw new NotPlain('a predictor');
  const back = filter === 1 ? 1 : columns;
  // The first byte of a row has none before it, and the first row none above.
  const first = filter === 1 ? start + 1 : Math.max(start, columns);
  const end = filter === 0 ? start : start + columns;
  for (let at = first; at < end; at++) out[at] = (out[at] as number) + (out[at - back] as number);
}
