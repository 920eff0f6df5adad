/**
 * Edges as they are packed: every name once, rows of numbers for the rest. The same edges give the same text, so that texts are compared
 * and not edges.
 */
import { MARK, type EdgeBook } from '../link/edges/edge-book.ts';
import { BUILTIN, EXTERNAL, HOW_NUMBER, HOWS, KIND_NUMBER, KINDS } from '../link/edges/edge-words.ts';
import {
  pack,
  packText,
  unpack,
  type FileEdges,
  type InEdge,
  type KeptTarget,
  type OpenCall,
  type OutEdge,
} from './edge-record.ts';

const [IMPLIED, LOW, CUT, MEMBER] = [1, 2, 4, 8];
/** The number of arguments, and one more, stands above the marks; 0 where it is not known. */
const ARGS = 16;
const MOST_ARGS = 1000;

/** Names by the order in which they come. */
class Names {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

type Rows = readonly (readonly number[])[];
interface PackedOut {
  readonly names: readonly string[];
  readonly edges: Rows;
  readonly open: Rows;
}

export function encodeEdges({ edges, unresolved }: FileEdges): string {
  const names = new Names();
  const rows = edges.map((edge) => [
    KINDS.indexOf(edge.kind),
    names.place(edge.from),
    edge.line,
    marksOf(edge),
    ...edge.to.flatMap((target) => targetRow(names, target)),
  ]);
  const open = unresolved.map(({ from, line, name }) => [names.place(from), line, names.place(name)]);
  return pack({ names: names.list, edges: rows, open } satisfies PackedOut);
}

/**
 * The same of what linking has in rows, edge by edge. Symbols and words are numbers, and each becomes a name when it is first met: `idOf` and
 * `textOf` say which.
 */
export class PackedEdges {
  readonly #idOf: (symbol: number) => string;
  readonly #textOf: (word: number) => string;
  readonly #names = new Names();
  readonly #symbols = new Map<number, number>();
  readonly #words = new Map<number, number>();
  readonly #edges: number[][] = [];
  readonly #open: number[][] = [];
  #last: number[] = [];

  constructor(idOf: (symbol: number) => string, textOf: (word: number) => string) {
    this.#idOf = idOf;
    this.#textOf = textOf;
  }

  get isEmpty(): boolean {
    return this.#edges.length === 0 && this.#open.length === 0;
  }

  begin(book: EdgeBook, edge: number, from: number): void {
    this.#last = [book.kind(edge), this.#symbol(from), book.line(edge), marksIn(book, edge)];
    this.#edges.push(this.#last);
  }

  /** Of the edge that was begun last; a symbol, or a word where `how` says that it is not ours. */
  target(what: number, how: number): void {
    const isWhole = how === BUILTIN;
    this.#last.push(how < 0 ? this.#word(what, isWhole) : this.#symbol(what), how);
  }

  leaveOpen(from: number, line: number, word: number): void {
    this.#open.push([this.#symbol(from), line, this.#word(word, false)]);
  }

  /** To be packed. */
  text(): string {
    return JSON.stringify({ names: this.#names.list, edges: this.#edges, open: this.#open } satisfies PackedOut);
  }

  #symbol(symbol: number): number {
    const known = this.#symbols.get(symbol);
    if (known !== undefined) return known;
    const place = this.#names.place(this.#idOf(symbol));
    this.#symbols.set(symbol, place);
    return place;
  }

  #word(word: number, isWhole: boolean): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const text = this.#textOf(word);
    const place = this.#names.place(isWhole ? text : shortened(text));
    // Few are so long that it matters how they are told.
    if (text.length < LONGEST) this.#words.set(word, place);
    return place;
  }
}

const LONGEST = 300;

function shortened(name: string): string {
  return name.slice(0, LONGEST).toWellFormed();
}

/** The marks of an edge of a book, as they are packed. */
export function marksIn(book: EdgeBook, edge: number): number {
  const marks =
    (book.has(edge, MARK.implied) ? IMPLIED : 0) |
    (book.has(edge, MARK.low) ? LOW : 0) |
    (book.has(edge, MARK.cut) ? CUT : 0) |
    (book.has(edge, MARK.member) ? MEMBER : 0);
  return marks + (Math.min(book.args(edge), MOST_ARGS) + 1) * ARGS;
}

/** Marks that are told of an edge where it comes in. */
export function marksInbound(marks: number): number {
  return marks & ~CUT;
}

export function isGuess(marks: number): boolean {
  return (marks & LOW) !== 0;
}

export function decodeEdges(packed: string): FileEdges {
  const { names, edges, open } = unpack(packed) as PackedOut;
  const name = (place: number | undefined): string => names[place ?? -1] ?? '';
  return {
    edges: edges.map(([kind = 0, from, line = 0, marks = 0, ...to]): OutEdge => ({
      kind: KINDS[kind] ?? 'call',
      from: name(from),
      line,
      to: pairs(to).map(([place, how]) => targetOf(name(place), how)),
      ...marksOut(marks),
      ...(marks & CUT ? { cut: true } : {}),
    })),
    unresolved: open.map(([from, line = 0, called]): OpenCall => ({ from: name(from), line, name: name(called) })),
  };
}

/** In their order, which has to be that of `to`. */
export function encodeInbound(edges: readonly InEdge[]): string {
  const rows = new InboundText();
  for (const edge of edges) {
    const [kind, how] = [KIND_NUMBER[edge.kind], HOW_NUMBER[edge.how]];
    rows.add(edge, { kind, how, line: edge.line, candidates: edge.candidates, marks: marksOf(edge) });
  }
  return packText(rows.text());
}

type InNumbers = Readonly<Record<'kind' | 'line' | 'how' | 'candidates' | 'marks', number>>;

/** The same, edge by edge. */
export class InboundText {
  readonly #names = new Names();
  readonly #rows: number[][] = [];

  add(
    { to, from, path }: Pick<InEdge, 'to' | 'from' | 'path'>,
    { kind, line, how, candidates, marks }: InNumbers,
  ): void {
    const names = this.#names;
    this.#rows.push([kind, names.place(to), names.place(from), names.place(path), line, how, candidates, marks]);
  }

  /** To be packed. */
  text(): string {
    return JSON.stringify({ names: this.#names.list, rows: this.#rows } satisfies PackedInbound);
  }
}

export function decodeInbound(packed: string): InEdge[] {
  return inboundTo(unpackInbound(packed));
}

/** As it is packed: to be asked several times. */
export interface PackedInbound {
  readonly names: readonly string[];
  readonly rows: Rows;
}

export function unpackInbound(packed: string): PackedInbound {
  return unpack(packed) as PackedInbound;
}

/** All, or those to these symbols alone: what nobody wants is not even made. */
export function inboundTo({ names, rows }: PackedInbound, wanted?: ReadonlySet<string>): InEdge[] {
  const name = (place: number | undefined): string => names[place ?? -1] ?? '';
  const places = wanted && new Set(names.keys().filter((place) => wanted.has(name(place))));
  const some = places ? rows.filter(([, to = -1]) => places.has(to)) : rows;
  return some.map(([kind = 0, to, from, path, line = 0, how = 0, candidates = 1, marks = 0]) => ({
    kind: KINDS[kind] ?? 'call',
    to: name(to),
    from: name(from),
    path: name(path),
    line,
    how: HOWS[how] ?? 'unique-name',
    candidates,
    ...marksOut(marks),
  }));
}

function targetRow(names: Names, target: KeptTarget): [number, number] {
  if ('symbol' in target) return [names.place(target.symbol), HOWS.indexOf(target.how)];
  return 'external' in target ? [names.place(target.external), EXTERNAL] : [names.place(target.builtin), BUILTIN];
}

function targetOf(name: string, how: number): KeptTarget {
  if (how === EXTERNAL) return { external: name };
  return how === BUILTIN ? { builtin: name } : { symbol: name, how: HOWS[how] ?? 'unique-name' };
}

type Marks = Pick<OutEdge, 'implied' | 'low' | 'cut' | 'args' | 'member'>;

function marksOf({ implied, low, cut, args, member }: Marks): number {
  const marks = (implied ? IMPLIED : 0) | (low ? LOW : 0) | (cut ? CUT : 0) | (member ? MEMBER : 0);
  return marks + (args === undefined ? 0 : Math.min(args, MOST_ARGS) + 1) * ARGS;
}

function marksOut(marks: number): Omit<Marks, 'cut'> {
  const args = Math.floor(marks / ARGS) - 1;
  return {
    ...(marks & IMPLIED ? { implied: true } : {}),
    ...(marks & LOW ? { low: true } : {}),
    ...(args < 0 ? {} : { args }),
    ...(marks & MEMBER ? { member: true } : {}),
  };
}

function pairs(row: readonly number[]): [number, number][] {
  return Array.from({ length: row.length / 2 }, (_, i) => [row[2 * i] as number, row[2 * i + 1] as number]);
}
