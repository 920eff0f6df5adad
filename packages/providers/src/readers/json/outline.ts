/** A JSON value as an indented outline: `key: value`, one a line, items with a dash. */
import type { JsonValue } from '@zapomni/core/model';
import type { TextBuilder } from '../text-builder.ts';

const DEEPEST = 100;

/** Undefined if it is no JSON. Numbers that are too long for a number keep their digits. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return (/\d{16}/u.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)) as JsonValue;
  } catch {
    return undefined;
  }
}

function exactly(this: unknown, _key: string, value: JsonValue, { source }: { source?: string } = {}): JsonValue {
  return typeof value === 'number' && source && String(value) !== source ? source : value;
}

export interface OutlineOptions {
  /** What stands at the top and has parts of its own is a section. */
  readonly sections?: boolean;
  /** The line of the file on which all of it stands. */
  readonly line?: number;
}

export function writeOutline(builder: TextBuilder, value: JsonValue, options: OutlineOptions): void {
  new OutlineWriter(builder, options.line).top(value, options.sections ?? false);
}

class OutlineWriter {
  readonly #builder: TextBuilder;
  readonly #line: number | undefined;

  constructor(builder: TextBuilder, line: number | undefined) {
    this.#builder = builder;
    this.#line = line;
  }

  top(value: JsonValue, sections: boolean): void {
    if (!sections || value === null || typeof value !== 'object' || Array.isArray(value)) return this.#value(value, 0);
    for (const [key, part] of Object.entries(value)) {
      const title = key.replace(/\s+/gu, ' ').trim();
      if (!isCompound(part) || title === '') this.#entry(`${key}:`, part, 0);
      else {
        this.#builder.section(title, 1);
        this.#value(part, 0);
        this.#builder.paragraph();
      }
    }
  }

  #value(value: JsonValue, depth: number): void {
    if (depth > DEEPEST) {
      this.#write('…');
      this.#builder.warn('What is nested too deeply was left out.');
    } else if (Array.isArray(value)) for (const item of value) this.#entry('-', item, depth);
    else if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) this.#entry(`${key}:`, part, depth);
    } else this.#write(String(value));
  }

  #entry(mark: string, value: JsonValue, depth: number): void {
    const indent = '  '.repeat(depth);
    if (isCompound(value)) {
      this.#write(indent + mark);
      return this.#value(value, depth + 1);
    }
    const [first = '', ...more] = (value !== null && typeof value === 'object' ? '' : String(value)).split('\n');
    this.#write(`${indent}${mark} ${first}`.trimEnd());
    for (const line of more) this.#write(`${indent}  ${line}`);
  }

  #write(line: string): void {
    this.#builder.line();
    if (this.#line !== undefined) this.#builder.atLine(this.#line);
    this.#builder.add(line);
  }
}

function isCompound(value: JsonValue): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}
