/**
 * Edges as they are packed: every name once, rows of numbers for the rest. The same edges give the same text, so that texts are compared
 * and not edges.
 */
import type { EdgeHow, EdgeKind } from '../link/index.ts';
import {
  pack,
  unpack,
  type FileEdges,
  type InEdge,
  type KeptTarget,
  type OpenCall,
  type OutEdge,
} from './edge-record.ts';

const KINDS: readonly EdgeKind[] = ['call', 'inherits', 'implements', 'overrides', 'references', 'tests'];
const HOWS: readonly EdgeHow[] = ['scope', 'import', 'self', 'type', 'flow', 'unique-name'];
const [IMPLIED, LOW, CUT, MEMBER] = [1, 2, 4, 8];
/** The number of arguments, and one more, stands above the marks; 0 where it is not known. */
const ARGS = 16;
const MOST_ARGS = 1000;
/** In the place of how: the target is not ours. */
const [EXTERNAL, BUILTIN] = [-1, -2];

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

export function decodeEdges(packed: string): FileEdges {
  const { names, edges, open } = unpack(packed) as PackedOut;
  const name = (place: number | undefined): string => names[place ?? -1] ?? '';
  return {
    edges: edges.map(([kind = 0, from, line = 0, marks = 0, ...to]): OutEdge => ({
      kind: KINDS[kind] ?? 'call',
      from: name(from),
      line,
      to: pairs(to).map(([place, how]) => targetOf(name(place), how)),
      ...marksIn(marks),
      ...(marks & CUT ? { cut: true } : {}),
    })),
    unresolved: open.map(([from, line = 0, called]): OpenCall => ({ from: name(from), line, name: name(called) })),
  };
}

/** In their order, which has to be that of `to`. */
export function encodeInbound(edges: readonly InEdge[]): string {
  const names = new Names();
  const rows = edges.map((edge) => [
    KINDS.indexOf(edge.kind),
    names.place(edge.to),
    names.place(edge.from),
    names.place(edge.path),
    edge.line,
    HOWS.indexOf(edge.how),
    edge.candidates,
    marksOf(edge),
  ]);
  return pack({ names: names.list, rows });
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
    ...marksIn(marks),
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

function marksIn(marks: number): Omit<Marks, 'cut'> {
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
