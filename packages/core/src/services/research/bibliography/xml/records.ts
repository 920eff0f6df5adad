/**
 * The records of an XML file, one tree at a time. Entities that a file declares are not expanded, nothing outside of it is read, and what is
 * nested or longer than any record is passed over with its line.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { MOST_ENTRY, type Finding, type Source } from '../format.ts';
import { Breath } from '../source.ts';
import { MendedXml } from './mended.ts';
import type { XmlNode } from './nodes.ts';

const DEEPEST = 200;
/** Elements of one record; tags without text would cost nothing else. */
const MOST_NODES = 100_000;
/** A file that is no XML has a fault in every line. */
const MOST_FAULTS = 20;

type Found = { readonly kind: 'record'; readonly record: XmlNode } | Extract<Finding, { kind: 'problem' }>;

/** `isRecord` by name without prefix, of what is not in a record already. */
export async function* xmlRecords(source: Source, isRecord: (name: string) => boolean): AsyncGenerator<Found> {
  const builder = new Builder(new SaxesParser(), isRecord);
  const breath = new Breath();
  for await (const piece of source) {
    // Small pieces, so that a file with a fault in every character still lets others have their turn.
    for (let at = 0; at < piece.length; at += 8192) {
      const part = piece.slice(at, at + 8192);
      builder.write(part);
      yield* builder.take();
      await breath.take(part.length * 2);
    }
  }
  builder.end();
  yield* builder.take();
}

class Builder {
  readonly #parser: SaxesParser;
  readonly #mended = new MendedXml();
  readonly #isRecord: (name: string) => boolean;
  readonly #stack: XmlNode[] = [];
  #found: Found[] = [];
  #depth = 0;
  #size = 0;
  #nodes = 0;
  #faults = 0;
  #line = 1;

  constructor(parser: SaxesParser, isRecord: (name: string) => boolean) {
    this.#parser = parser;
    this.#isRecord = isRecord;
    parser.on('opentagstart', () => {
      this.#line = parser.line;
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('error', (error) => this.#fault(error.message));
  }

  write(piece: string, isLast = false): void {
    for (const { text, stray } of this.#mended.take(piece, isLast)) {
      if (text !== '') this.#parser.write(text);
      if (stray) this.#fault('a & or < that stands for itself; it was taken as one');
    }
  }

  end(): void {
    this.write('', true);
    this.#parser.close();
  }

  take(): Found[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #open({ name: full, attributes }: SaxesTagPlain): void {
    this.#depth++;
    const name = full.slice(full.indexOf(':') + 1);
    const parent = this.#stack.at(-1);
    if (!parent && !this.#isRecord(name)) return;
    const node: XmlNode = { name, attributes: { ...attributes }, line: this.#line, children: [] };
    if (!parent) [this.#size, this.#nodes, this.#depth] = [0, 0, 1];
    // A stack without an end is kept to what can be looked at; what is deeper counts, and is not kept.
    if (this.#depth <= DEEPEST && ++this.#nodes <= MOST_NODES) {
      parent?.children.push(node);
      this.#stack.push(node);
    }
  }

  #close(): void {
    const depth = this.#depth--;
    if (depth !== this.#stack.length || this.#stack.length === 0) return;
    const node = this.#stack.pop() as XmlNode;
    if (this.#stack.length > 0) return;
    const fault = this.#tooMuch();
    if (fault === null) this.#found.push({ kind: 'record', record: node });
    else this.#problem(node.line, `The record ${fault}; it was left out.`);
  }

  #tooMuch(): string | null {
    if (this.#size > MOST_ENTRY) return `is longer than ${MOST_ENTRY} characters`;
    return this.#nodes > MOST_NODES ? `has more than ${MOST_NODES} elements` : null;
  }

  #text(text: string): void {
    const node = this.#stack.at(-1);
    if (!node) return;
    this.#size += text.length;
    if (this.#size <= MOST_ENTRY) node.children.push(text);
  }

  /** In our words: what was expected and where; none of the file's text. */
  #fault(message: string): void {
    if (++this.#faults > MOST_FAULTS) return;
    const what = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    const more = this.#faults === MOST_FAULTS ? ' Further faults are not listed.' : '';
    this.#problem(this.#parser.line, `The XML is not well-formed: ${what}.${more}`);
  }

  #problem(line: number, message: string): void {
    this.#found.push({ kind: 'problem', line, message });
  }
}
