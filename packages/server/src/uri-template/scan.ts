/**
 * Walks a template's graph along a URI, in time proportional to the URI whatever the template: a table, filled from the
 * end, says from which positions each node can still lead to the end, so that the walk never takes a step back.
 *
 * Where several readings are possible, the walk goes from left to right and
 *  - a value takes as much as it can,
 *  - but leaves an optional expression right behind it what that needs: `{+path}{?line}` finds the line.
 */
import type { ChoiceNode, Field, Node, Program, TextNode, ValueNode } from './program.ts';

export interface Capture {
  readonly field: Field;
  readonly text: string;
}

export interface Scan {
  /** `undefined` when the URI does not fit. */
  readonly captures: readonly Capture[] | undefined;
  /** How much work it was. */
  readonly steps: number;
}

export function scan(program: Program, uri: string): Scan {
  const table = new ReachTable(program, uri);
  const captures = table.reaches(program.start, 0) ? walk(table, program.start, uri) : undefined;
  return { captures, steps: table.steps };
}

function walk(table: ReachTable, start: Node, uri: string): Capture[] {
  const captures: Capture[] = [];
  let at = 0;
  for (let node = start; node.kind !== 'end';) {
    table.steps += 1;
    if (node.kind === 'choice') {
      node = table.reaches(node.first, at) ? node.first : node.second;
      continue;
    }
    const end: number = node.kind === 'text' ? table.endOfText(node, at) : table.endOfValue(node, at);
    if (node.field) captures.push({ field: node.field, text: uri.slice(at, end) });
    at = end;
    node = node.next;
  }
  return captures;
}

/** For each node and position, 0 when the end is out of reach; for a value the least number of characters it needs. */
class ReachTable {
  steps = 0;
  readonly #uri: string;
  readonly #width: number;
  readonly #units: Uint8Array;
  readonly #cells: Int32Array;

  constructor({ consuming, choices }: Program, uri: string) {
    this.#uri = uri;
    this.#width = uri.length + 1;
    this.#units = measureUnits(uri);
    this.#cells = new Int32Array(this.#width * (consuming.length + choices.length));
    for (let at = uri.length; at >= 0; at -= 1) {
      for (const node of consuming) this.#set(node, at, this.#measure(node, at));
      for (const node of choices) this.#set(node, at, this.#measureChoice(node, at));
    }
  }

  reaches(node: Node, at: number): boolean {
    const needed = this.#get(node, at);
    return needed > 0 && (node.kind !== 'value' || needed <= node.limit);
  }

  endOfText({ texts, next }: TextNode, at: number): number {
    const text = texts.find((one) => this.#uri.startsWith(one, at) && this.reaches(next, at + one.length)) ?? '';
    return at + text.length;
  }

  /** The last position from which the foremost of the optional expressions that follow can be read, if one can. */
  endOfValue({ ends, limit, next }: ValueNode, at: number): number {
    const wishes = wishesOf(next);
    const found = wishes.map(() => -1);
    let end = at;
    for (let taken = 0; taken < limit && this.#takes(ends, end); taken += 1) {
      this.steps += 1;
      end += this.#units[end] ?? 1;
      for (const [rank, wish] of wishes.entries()) if (this.reaches(wish, end)) found[rank] = end;
    }
    return found.find((position) => position >= 0) ?? at;
  }

  #measure(node: Exclude<Node, ChoiceNode>, at: number): number {
    if (node.kind === 'value') return this.#measureValue(node, at);
    if (node.kind === 'end') return at === this.#uri.length ? 1 : 0;
    for (const text of node.texts) {
      if (this.#uri.startsWith(text, at) && this.reaches(node.next, at + text.length)) return 1;
    }
    return 0;
  }

  #measureValue(node: ValueNode, at: number): number {
    if (!this.#takes(node.ends, at)) return 0;
    const after = at + (this.#units[at] ?? 1);
    if (this.reaches(node.next, after)) return 1;
    const more = this.#get(node, after);
    return more === 0 ? 0 : more + 1;
  }

  #measureChoice({ first, second }: ChoiceNode, at: number): number {
    return this.reaches(first, at) || this.reaches(second, at) ? 1 : 0;
  }

  #takes(ends: Uint8Array, at: number): boolean {
    return at < this.#uri.length && ends[this.#uri.charCodeAt(at)] !== 1;
  }

  #get(node: Node, at: number): number {
    return this.#cells[node.id * this.#width + at] ?? 0;
  }

  #set(node: Node, at: number, needed: number): void {
    this.steps += 1;
    this.#cells[node.id * this.#width + at] = needed;
  }
}

/** What may come next, the most wanted first: each optional expression, then whatever is left. */
function wishesOf(next: Node): Node[] {
  const wishes: Node[] = [];
  let node = next;
  for (; node.kind === 'choice'; node = node.second) wishes.push(node.first);
  return [...wishes, node];
}

const ODD = /[%\ud800-\udbff]/;
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const TRIPLET = /%([0-9A-F]{2})/y;

/** How many characters of the URI make one of the text: several for triplets of one code point and surrogate pairs. */
function measureUnits(uri: string): Uint8Array {
  const units = new Uint8Array(uri.length).fill(1);
  if (!ODD.test(uri)) return units;
  for (let at = uri.indexOf('%'); at >= 0; at = uri.indexOf('%', at + 1)) units[at] = measureTriplets(uri, at);
  for (const { index } of uri.matchAll(PAIR)) units[index] = 2;
  return units;
}

function measureTriplets(uri: string, at: number): number {
  const lead = byteAt(uri, at);
  if (lead === undefined) return 1;
  let length = 1;
  while (length < bytesOf(lead) && isContinuation(byteAt(uri, at + 3 * length))) length += 1;
  return 3 * length;
}

function byteAt(uri: string, at: number): number | undefined {
  TRIPLET.lastIndex = at;
  const [, hex] = TRIPLET.exec(uri) ?? [];
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

function bytesOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
