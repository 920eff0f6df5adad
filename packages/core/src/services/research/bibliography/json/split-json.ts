/** The objects of a JSON list, or of one that is under a name, one at a time: each as its text and the line on which it begins. */
import { MOST_ENTRY, type Source } from '../format.ts';
import { Breath, withoutMark } from '../source.ts';

export interface JsonPart {
  readonly line: number;
  /** Null for one that was too long to keep. */
  readonly text: string | null;
  /** False for one that the end of the file cut off. */
  readonly whole: boolean;
}

const VALUE = String.raw`"[^"\\]{0,500}"|[\d.]{1,20}|true|false|null`;
/** A list of works under one of the names that programs have for it: what is in it are the objects, not what is around it. */
const AROUND = new RegExp(
  String.raw`^\s*\{\s*(?:"[^"\\]{1,60}"\s*:\s*(?:${VALUE})\s*,\s*){0,20}"(?:items|references|entries|publications|records|results|data)"\s*:\s*\[(?=\s*\{)`,
);

/** What the next character means; braces in texts do not count. */
export async function* splitJson(source: Source): AsyncGenerator<JsonPart> {
  const [splitter, breath] = [new Splitter(), new Breath()];
  for await (const piece of source) {
    yield* splitter.take(splitter.isFirst ? splitter.inside(withoutMark(piece)) : piece);
    await breath.take(piece.length);
  }
  yield* splitter.end();
}

class Splitter {
  isFirst = true;
  #line = 1;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** Of the object that is open, and where in it this piece began. */
  #from = 1;
  #kept = '';
  #start = -1;

  /** Behind what is around the list, if anything is. */
  inside(text: string): string {
    const around = AROUND.exec(text)?.[0] ?? '';
    this.#line += around.split('\n').length - 1;
    return text.slice(around.length);
  }

  *take(piece: string): Generator<JsonPart> {
    this.isFirst = false;
    this.#start = this.#depth > 0 ? 0 : -1;
    for (let i = 0; i < piece.length; i++) {
      const sign = piece[i] as string;
      if (sign === '\n') this.#line++;
      if (this.#inText(sign)) continue;
      if (sign === '{') this.#open(i);
      else if (sign === '}' && this.#depth > 0 && --this.#depth === 0)
        yield this.#close(piece.slice(this.#start, i + 1));
    }
    if (this.#depth > 0) this.#keep(piece.slice(this.#start));
  }

  *end(): Generator<JsonPart> {
    if (this.#depth > 0) yield { line: this.#from, text: this.#kept, whole: false };
  }

  #inText(sign: string): boolean {
    if (this.#depth === 0) return false;
    if (!this.#isText) {
      this.#isText = sign === '"';
      return this.#isText;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === '\\') this.#isEscaped = true;
    else if (sign === '"') this.#isText = false;
    return true;
  }

  #open(at: number): void {
    if (this.#depth++ > 0) return;
    [this.#from, this.#start, this.#kept] = [this.#line, at, ''];
  }

  #keep(text: string): void {
    if (this.#kept.length <= MOST_ENTRY) this.#kept += text;
  }

  #close(text: string): JsonPart {
    this.#keep(text);
    return { line: this.#from, text: this.#kept.length > MOST_ENTRY ? null : this.#kept, whole: true };
  }
}
