/**
 * Whether a document of an index still says something about a file, and where in its text the names stand. With the text that it was made
 * of, that must be the file's own. Without it, the names must stand where they are said to: all that are defined, and nearly all that
 * are used (an import may give another name). A file that was edited has other text at those places.
 */
import type { ScipDocument, ScipOccurrence } from './read-scip.ts';

export interface PlacedOccurrence extends ScipOccurrence {
  /** As offsets in the text. */
  readonly from: number;
  readonly to: number;
}

const MOST_OTHER = 0.1;

/** Null: it is of another text. */
export function fitDocument(document: ScipDocument, text: string): PlacedOccurrence[] | null {
  if (document.text !== null && document.text !== text) return null;
  const columns = new Columns(text, document.columns);
  const placed: PlacedOccurrence[] = [];
  let other = 0;
  for (const occurrence of document.occurrences) {
    const [from, to] = [columns.offset(occurrence.start), columns.offset(occurrence.end)];
    if (from < 0 || to < from) return null;
    placed.push({ ...occurrence, from, to });
    if (fitsName(occurrence.symbol, text.slice(from, to))) continue;
    if (occurrence.isDefinition) return null;
    other++;
  }
  return document.text === null && other > placed.length * MOST_OTHER ? null : placed;
}

/** The last name of a symbol: `area` of `npm shapes 1.0 src/\`a.ts\`/Shape#area().`. '' where it has none that is written. */
export function nameOf(symbol: string): string {
  const parts = /(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:\(([\w$+-]*)\)\.|[.#:!/])$/u.exec(symbol);
  return (parts?.[1]?.replaceAll('``', '`') ?? parts?.[2] ?? '').replace(/^(?:get|set) /u, '');
}

/** A file or package as a whole stands for itself anywhere, and a constructor is written as its class or as a word. */
function fitsName(symbol: string, written: string): boolean {
  const name = nameOf(symbol);
  if (name === '' || written === '' || symbol.endsWith('/') || name.startsWith('<') || name === '__init__') return true;
  return written.replace(/^(['"`])(.*)\1$/u, '$2') === name;
}

/** Lines and columns as offsets. What a column is in bytes or characters is counted once for each line. */
class Columns {
  readonly #text: string;
  readonly #counted: ScipDocument['columns'];
  readonly #starts = [0];
  readonly #tables = new Map<number, Int32Array>();

  constructor(text: string, counted: ScipDocument['columns']) {
    this.#text = text;
    this.#counted = counted;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** -1: there is no such place. */
  offset([line, column]: readonly [number, number]): number {
    const start = this.#starts[line];
    if (start === undefined) return -1;
    const end = (this.#starts[line + 1] ?? this.#text.length + 1) - 1;
    const units = this.#counted === 'utf-16' ? column : (this.#table(line, start, end)[column] ?? -1);
    return units >= 0 && units <= end - start ? start + units : -1;
  }

  /** By column: the unit that stands there; -1 in the middle of a character. */
  #table(line: number, start: number, end: number): Int32Array {
    const known = this.#tables.get(line);
    if (known) return known;
    const text = this.#text.slice(start, end);
    const table = new Int32Array((this.#counted === 'utf-8' ? Buffer.byteLength(text) : text.length) + 1).fill(-1);
    let [units, columns] = [0, 0];
    for (const character of text) {
      table[columns] = units;
      columns += this.#counted === 'utf-8' ? Buffer.byteLength(character) : 1;
      units += character.length;
    }
    table[columns] = units;
    this.#tables.set(line, table);
    return table;
  }
}
