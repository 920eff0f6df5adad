/** Formats of lines that begin with a tag: what belongs together as one record. */
import { MOST_ENTRY, type Finding, type Source } from '../format.ts';
import { linesOf } from '../source.ts';

export interface TaggedLine {
  readonly tag: string;
  value: string;
}

export interface TaggedRecord {
  readonly line: number;
  readonly fields: readonly TaggedLine[];
}

export interface Tagging {
  /** The tag and the value of a line; null for one that goes on. */
  read(line: string): TaggedLine | null;
  /** Whether a line with this tag begins another record. */
  begins(tag: string, fields: readonly TaggedLine[]): boolean;
  /** Whether the record ends with it. */
  ends(tag: string): boolean;
  /** Whether an empty line was the end of it; `next` is the tag behind that line, null where there is none. */
  endsBefore(next: string | null, fields: readonly TaggedLine[]): boolean;
  /** Of these a line without a tag is one more value, not the rest of the one before. */
  readonly lists?: ReadonlySet<string>;
}

export async function* taggedRecords(source: Source, tagging: Tagging): AsyncGenerator<TaggedRecord> {
  const gathered = new Gathered();
  let isBehindBlank = false;
  for await (const { number, text } of linesOf(source)) {
    const found = tagging.read(text);
    if (text.trim() === '') {
      isBehindBlank = true;
      continue;
    }
    const isOver = isBehindBlank && tagging.endsBefore(found?.tag ?? null, gathered.fields);
    isBehindBlank = false;
    if (isOver || (found && tagging.begins(found.tag, gathered.fields))) yield* gathered.take();
    if (found) gathered.add(found, number);
    else gathered.goOn(text, tagging.lists);
    if (found && tagging.ends(found.tag)) yield* gathered.take();
  }
  yield* gathered.take();
}

/** The record that is being read. */
class Gathered {
  fields: TaggedLine[] = [];
  #line = 0;

  add(field: TaggedLine, line: number): void {
    if (this.fields.length === 0) this.#line = line;
    this.fields.push(field);
  }

  goOn(text: string, lists?: ReadonlySet<string>): void {
    const last = this.fields.at(-1);
    if (last && lists?.has(last.tag)) this.fields.push({ tag: last.tag, value: text.trim() });
    else if (last && last.value.length < MOST_ENTRY) last.value = `${last.value} ${text.trim()}`;
  }

  *take(): Generator<TaggedRecord> {
    const record = { line: this.#line, fields: this.fields };
    this.fields = [];
    if (record.fields.length > 0) yield record;
  }
}

export function tooLong({ line, fields }: TaggedRecord): Finding | null {
  const length = fields.reduce((sum, { value }) => sum + value.length, 0);
  if (length <= MOST_ENTRY) return null;
  return { kind: 'problem', line, message: `The record is longer than ${MOST_ENTRY} characters; it was left out.` };
}
