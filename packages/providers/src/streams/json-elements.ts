/**
 * The elements of a JSON file one by one, however large it is: those of the list that it is, or of the lists in the object
 * that it is. Only brackets, commas and quotation marks are looked at; whether an element is JSON is for its reader to see.
 *
 *   [ {…}, {…} ]                      part ''          elements at depth 1
 *   { "results": [ {…} ], "n": 1 }    part 'results'   elements at depth 2
 */
export interface JsonElement {
  readonly part: string;
  /** Within its list, from 1. */
  readonly number: number;
  /** Null when it is longer than can be held. */
  readonly text: string | null;
}

/** Why the file is not whole JSON. */
export class BrokenJson extends Error {}

const LONGEST_ELEMENT = 64_000_000;
const LONGEST_NAME = 200;
/** White space of JSON is no further than this. */
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  const scanner = new Scanner();
  for await (const chunk of chunks) yield* scanner.read(chunk);
  scanner.end();
}

class Scanner {
  #depth = 0;
  /** The depth at which elements are parted; 0 outside lists that count. */
  #listDepth = 0;
  #isObject = false;
  #ended = false;
  #inString = false;
  #escaped = false;
  #name = '';
  #part = '';
  #number = 0;
  /** Pieces of an element that began in an earlier chunk; null between elements. */
  #begun: string[] | null = null;
  #length = 0;

  *read(chunk: string): Generator<JsonElement> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#inString) at = this.#readText(chunk, at);
      else if (chunk.charCodeAt(at) > SPACE) {
        const character = chunk[at] ?? '';
        const met = this.#meet(character);
        if (met === 'end') yield this.#finish(chunk.slice(start, at));
        if (met === 'begin') start = at;
        this.#step(character);
      }
    }
    if (this.#begun) this.#keep(chunk.slice(start));
  }

  end(): void {
    if (!this.#ended) throw new BrokenJson(this.#depth === 0 ? 'is not JSON' : 'breaks off before its end');
  }

  /** Whether an element begins or ends with this character. */
  #meet(character: string): 'begin' | 'end' | 'neither' {
    if (this.#depth === 0 || this.#depth !== this.#listDepth) return 'neither';
    if (character === ',' || character === ']') return this.#begun ? 'end' : 'neither';
    if (this.#begun) return 'neither';
    this.#begun = [];
    this.#length = 0;
    return 'begin';
  }

  /** To the end of a text, or of what there is of it; the place of the last character that was read. */
  #readText(chunk: string, from: number): number {
    let at = from;
    for (; at < chunk.length && this.#inString; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
    }
    const isName = this.#isObject && this.#depth === 1 && this.#name.length < LONGEST_NAME;
    if (isName) this.#name += chunk.slice(from, this.#inString ? at : at - 1);
    return at - 1;
  }

  #step(character: string): void {
    if (this.#ended) throw new BrokenJson('goes on after its end');
    if (character === '"') {
      this.#inString = true;
      if (this.#depth === 1) this.#name = '';
    } else if (character === '[' || character === '{') this.#open(character);
    else if (character === ']' || character === '}') this.#close();
    if (this.#depth === 0 && !this.#ended) throw new BrokenJson('is not a JSON list or object');
  }

  #open(character: string): void {
    this.#depth++;
    if (this.#depth === 1) this.#isObject = character === '{';
    const isList = character === '[' && this.#listDepth === 0 && this.#depth === (this.#isObject ? 2 : 1);
    if (!isList) return;
    this.#listDepth = this.#depth;
    this.#part = this.#isObject ? this.#name : '';
    this.#number = 0;
  }

  #close(): void {
    if (this.#depth === this.#listDepth) this.#listDepth = 0;
    this.#depth--;
    if (this.#depth === 0) this.#ended = true;
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= LONGEST_ELEMENT) this.#begun?.push(piece);
    else this.#begun = [];
  }

  #finish(piece: string): JsonElement {
    this.#keep(piece);
    const text = this.#length <= LONGEST_ELEMENT ? (this.#begun ?? []).join('') : null;
    this.#begun = null;
    return { part: this.#part, number: ++this.#number, text };
  }
}
